import { expect, test } from 'vitest'
import { readInboxSearch, toListFilter } from './list-search.ts'

test('digits are looked for among phones, words among names', () => {
  expect(toListFilter({ q: '(207) 555' }, null)).toMatchObject({ searchPhoneNumber: '207555' })
  expect(toListFilter({ q: 'Maya 2' }, null)).toMatchObject({ searchName: 'Maya 2' })
})

test('the address is read kindly: what makes no sense is left out', () => {
  expect(readInboxSearch({ tab: 'closed', unread: true, q: 207 })).toEqual({ tab: 'closed', unread: true, q: '207' })
  expect(readInboxSearch({ tab: 'other', unread: 'yes', q: ' ' })).toEqual({})
})

test('the chosen location narrows the list', () => {
  expect(toListFilter({}, 'here')).toEqual({ isClosed: false, locationIDs: ['here'] })
})
