import { readBookingSearch, toBookingCriteria } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'

test('filters in the URL become criteria; what is not known is dropped', () => {
  const search = readBookingSearch({
    view: 'all',
    status: 'booked,confirmed,nonsense',
    source: 'nowhere',
    size: 25,
    asc: true,
    q: 'maya',
    range: 'today',
    from: '2026-13-45',
    service: 'none',
    location: 'x,y',
  })
  expect(search).toEqual({ view: 'all', status: 'booked,confirmed', size: 25, asc: true, q: 'maya', range: 'today' })
  expect(toBookingCriteria(search, { locationId: 'l1', zone: 'UTC', now: '2026-03-01T12:00:00Z' })).toEqual({
    searchTerm: 'maya',
    startDateTimeUTC: expect.stringMatching(/T00:00:00Z$/),
    endDateTimeUTC: expect.stringMatching(/T00:00:00Z$/),
    statuses: ['booked', 'confirmed'],
    locationIDs: ['l1'],
  })
})
