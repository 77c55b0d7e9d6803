import { expect, test } from 'vitest'
import { fromSearchText, readInboxSearch, toListFilter, toSearchText } from './inbox-search.ts'
import { joinList, joinWords } from './search-params.ts'

const USER = '01980000-0000-7000-8000-000000000001'
const context = { locationId: null, myUserId: 'me-myself', zone: 'America/Chicago', now: '2026-03-08T18:00:00Z' }

test('digits filter by number, words by name', () => {
  expect(toListFilter({ q: '(207) 555', find: 'people' }, context)).toMatchObject({ searchPhoneNumber: '207555' })
  expect(toListFilter({ q: 'Maya 2', find: 'people' }, context)).toMatchObject({ searchName: 'Maya 2' })
  // A full search doesn’t filter the list.
  expect(toListFilter({ q: 'Maya 2' }, context)).toEqual({ isClosed: false })
})

test('invalid search parameters are dropped', () => {
  expect(readInboxSearch({ tab: 'closed', unread: true, q: 207 })).toEqual({ tab: 'closed', unread: true, q: '207' })
  expect(readInboxSearch({ tab: 'other', unread: 'yes', q: ' ', folder: ['x'], range: 'never', asc: 'true' })).toEqual(
    {},
  )
  expect(readInboxSearch({ folder: 'a,b,a,../c', to: `me,${USER},somebody`, source: 'sms,fax' })).toEqual({
    folder: 'a,b',
    to: `me,${USER}`,
    source: 'sms',
  })
  expect(readInboxSearch({ range: 'custom', from: '0202-03-01', until: '9999-12-31' })).toEqual({ range: 'custom' })
  expect(readInboxSearch({ range: 'custom', from: '2026-02-30', until: '2026-02-28' })).toEqual({
    range: 'custom',
    until: '2026-02-28',
  })
  expect(readInboxSearch({ range: 'today', from: '2026-02-01' })).toEqual({ range: 'today' })
})

test('parsing and formatting round-trip, so that a saved or shared URL shows the same list', () => {
  const search = readInboxSearch({ tab: 'all', folder: 'reviews,new', to: `none,${USER}`, status: 'won', asc: true })
  expect(readInboxSearch({ ...search })).toEqual(search)
  expect(joinList([])).toBeUndefined()
})

test('the chosen location narrows the list', () => {
  expect(toListFilter({}, { ...context, locationId: 'here' })).toEqual({ isClosed: false, locationIDs: ['here'] })
})

test('filters by assignee, folder, status and days of the location, oldest first', () => {
  const search = { to: `me,none,${USER}`, folder: 'reviews', status: 'won,lost', range: 'today', asc: true } as const
  expect(toListFilter(search, context)).toEqual({
    isClosed: false,
    toUserIDs: ['me-myself', USER],
    isUnassigned: true,
    folderKeys: ['reviews'],
    statusKeys: ['won', 'lost'],
    // Clocks sprang forward that morning.
    startDateTimeUTC: '2026-03-08T06:00:00Z',
    endDateTimeUTC: '2026-03-09T05:00:00Z',
    orderByDesc: false,
  })
  expect(toListFilter({ tab: 'all' }, context)).toEqual({ isClosed: false, openCloseState: 'all' })
})

test('a view stores the filters in canonical form, without the open conversation', () => {
  const text = toSearchText({ to: 'me,none', unread: true, at: 17, timeline: true, q: 'a & b', folder: 'reviews' })
  expect(text).toBe(toSearchText({ folder: 'reviews', q: 'a & b', unread: true, to: 'me,none' }))
  expect(fromSearchText(text)).toEqual({ to: 'me,none', unread: true, q: 'a & b', folder: 'reviews', find: 'people' })
  expect(fromSearchText('')).toEqual({})
  expect(readInboxSearch({ at: 17, timeline: true })).toEqual({ at: 17, timeline: true })
  expect(fromSearchText('at=3&timeline=true&tab=x&__proto__=1&q=%E0%A4%A')).toEqual({
    q: expect.any(String),
    find: 'people',
  })
})

test('labels may contain commas and percent signs', () => {
  const search = readInboxSearch({ label: joinWords(['Follow-up, soon', '50% off']) })
  expect(toListFilter(search, context)).toEqual({ isClosed: false, labels: ['Follow-up, soon', '50% off'] })
  expect(fromSearchText(toSearchText(search))).toEqual(search)
  expect(toListFilter(readInboxSearch({ label: '%E0%A4%A' }), context)).toEqual({ isClosed: false, labels: [] })
})
