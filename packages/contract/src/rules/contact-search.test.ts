import { expect, test } from 'vitest'
import {
  clearContactFilters,
  contactOrdering,
  countContactFilters,
  readContactSearch,
  sortByColumn,
  toContactCriteria,
  toContactSearch,
} from './contact-search.ts'
import { joinWords } from './search-params.ts'

const LOCATION = '01980000-0000-7000-8000-000000000001'
const context = { locationId: null, zone: 'America/Chicago', now: '2026-03-08T18:00:00Z' }

test('invalid search parameters are dropped, and what is left reads the same again', () => {
  const read = readContactSearch({
    q: 207,
    location: `${LOCATION},elsewhere`,
    tag: joinWords(['Walk-in, Tuesday', 'vip']),
    source: 'sms,fax',
    birthday: 'this_week',
    range: 'custom',
    from: '2026-02-30',
    until: '2026-03-01',
    conversation: 'no',
    optedOut: 'maybe',
    sort: '-name',
    page: 3,
  })
  expect(read).toEqual({
    q: '207',
    location: LOCATION,
    tag: 'Walk-in%2C%20Tuesday,vip',
    source: 'sms',
    birthday: 'this_week',
    range: 'custom',
    until: '2026-03-01',
    conversation: 'no',
    sort: '-name',
  })
  expect(readContactSearch({ ...read })).toEqual(read)
  expect(
    readContactSearch({ q: ' ', birthday: 'soon', range: 'all_time', from: '2026-03-01', sort: '-activity' }),
  ).toEqual({})
})

test('filters become the criteria of the list', () => {
  const search = readContactSearch({
    q: ' Chen ',
    location: LOCATION,
    label: joinWords(['New Lead']),
    status: 'won,lost',
    source: 'sms,user',
    range: 'today',
    conversation: 'yes',
    optedOut: 'no',
  })
  expect(toContactCriteria(search, context)).toEqual({
    searchTerm: 'Chen',
    locationIDs: [LOCATION],
    labelsSearch: ['New Lead'],
    statusKeys: ['won', 'lost'],
    sources: ['sms', 'user'],
    hasConversation: true,
    isOptedOut: false,
    // The day on which clocks go forward has 23 hours.
    startDateTimeUTC: '2026-03-08T06:00:00Z',
    endDateTimeUTC: '2026-03-09T05:00:00Z',
  })
  expect(toContactCriteria({}, context)).toEqual({})
  expect(toContactCriteria(search, { ...context, locationId: 'here' })).toMatchObject({ locationIDs: ['here'] })
})

test('filters are counted and cleared; the order stays', () => {
  const search = readContactSearch({ q: 'Chen', range: 'custom', from: '2026-03-01', optedOut: 'yes', sort: 'name' })
  expect(countContactFilters(search)).toBe(2)
  expect(clearContactFilters(search)).toEqual({ sort: 'name' })
})

test('a click on a column sorts by it, the next one reverses it', () => {
  expect(contactOrdering({})).toEqual({ orderBy: 'lastActivityOnUtc', orderByDesc: true })
  expect(sortByColumn({}, 'lastActivityOnUtc')).toBe('activity')
  expect(sortByColumn({ sort: 'activity' }, 'lastActivityOnUtc')).toBeUndefined()
  expect(sortByColumn({}, 'name')).toBe('name')
  expect(sortByColumn({ sort: 'name' }, 'name')).toBe('-name')
  expect(sortByColumn({ sort: '-name' }, 'createdOnUtc')).toBe('-added')
  expect(contactOrdering({ sort: '-added' })).toEqual({ orderBy: 'createdOnUtc', orderByDesc: true })
})

test('criteria are shown in the filters that make them', () => {
  const search = readContactSearch({
    q: 'Chen',
    location: LOCATION,
    tag: joinWords(['Walk-in, Tuesday', 'vip']),
    label: joinWords(['New Lead']),
    status: 'won,lost',
    source: 'sms,user',
    birthday: 'this_week',
    range: 'custom',
    from: '2026-03-01',
    until: '2026-03-08',
    conversation: 'yes',
    optedOut: 'no',
    blocked: 'no',
  })
  expect(toContactSearch(toContactCriteria(search, context), context.zone)).toEqual(search)
  const { startDateTimeUTC, endDateTimeUTC } = toContactCriteria({ range: 'today' }, context)
  expect(toContactSearch({ startDateTimeUTC, endDateTimeUTC }, context.zone)).toEqual({
    range: 'custom',
    from: '2026-03-08',
    until: '2026-03-08',
  })
  expect(toContactSearch({}, context.zone)).toEqual({})
  for (const optedOut of ['yes', 'no', 'marketing', 'either', 'nothing'] as const) {
    const criteria = toContactCriteria(readContactSearch({ optedOut }), context)
    expect(toContactSearch(criteria, context.zone)).toEqual({ optedOut })
  }
  // Stored before there was a choice.
  expect(toContactCriteria({ optedOut: 'yes' }, context)).toEqual({ isOptedOut: true })
})
