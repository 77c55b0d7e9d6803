import { expect, test } from 'vitest'
import { readNumberSearch } from './search-available.ts'

test.each([
  ['', {}],
  ['  206 ', { areaCode: '206' }],
  ['(415)', { areaCode: '415' }],
  ['5', {}],
  ['123', { contains: '123' }],
  ['206-555', { contains: '206555' }],
  ['Seattle', { locality: 'Seattle' }],
  ['Portland, ME', { locality: 'Portland', region: 'ME' }],
  ['san francisco ca', { locality: 'san francisco', region: 'CA' }],
  ['tx', { region: 'TX' }],
])('parses the search %j', (typed, search) => {
  expect(readNumberSearch(typed)).toEqual(search)
})
