import { DEFAULT_SENDING_SETTINGS } from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { contactRegion } from '../messaging/index.ts'
import { estimateFinish } from './estimate-finish.ts'

const NEW_YORK = contactRegion('+12125550100', 'America/New_York')
const LOS_ANGELES = contactRegion('+12135550100', 'America/New_York')
const caps = { segmentsPerSecond: 1, segmentsPerDay: null, day: '2038-06-09', used: 0 }

const at = (time: string, zone = 'America/New_York') =>
  Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })

const finish = (
  loads: { region: ReturnType<typeof contactRegion>; segments: number; startsAt?: string }[],
  from: string,
  limits: Partial<Parameters<typeof estimateFinish>[1]> = {},
) =>
  estimateFinish(
    loads.map((load) => ({ startsAt: from, ...load })),
    { ...caps, ...limits },
    { ...DEFAULT_SENDING_SETTINGS, isMarketing: true },
    from,
  )

const noon = at('2038-06-09T12:00')

describe('the last text leaves', () => {
  test.each([
    ['at once, if there is none', [], {}, noon],
    ['at the rate of the carriers', [{ region: NEW_YORK, segments: 3600 }], {}, at('2038-06-09T13:00')],
    [
      'later at a lower rate',
      [{ region: NEW_YORK, segments: 3600 }],
      { segmentsPerSecond: 0.5 },
      at('2038-06-09T14:00'),
    ],
    // 9 hours until 9 p.m., and the tenth the next morning.
    ['the next day, if it does not fit', [{ region: NEW_YORK, segments: 36_000 }], {}, at('2038-06-10T09:00')],
    [
      'after both regions, one behind the other',
      [
        { region: LOS_ANGELES, segments: 3600 },
        { region: NEW_YORK, segments: 3600 },
      ],
      {},
      at('2038-06-09T14:00'),
    ],
    [
      'in the west in the evening, when the hours of the east are over',
      [
        { region: LOS_ANGELES, segments: 7200 },
        { region: NEW_YORK, segments: 32_400 },
      ],
      {},
      at('2038-06-09T23:00'),
    ],
    // A thousand today, and the others from midnight in California, or 8 a.m. in New York.
    [
      'the next morning, after the cap of a day',
      [{ region: NEW_YORK, segments: 1600 }],
      { segmentsPerDay: 1000 },
      at('2038-06-10T08:10'),
    ],
    [
      'with what was sent before on the same day',
      [{ region: NEW_YORK, segments: 600 }],
      { segmentsPerDay: 1000, used: 900 },
      at('2038-06-10T08:08:20'),
    ],
  ])('%s', (_when, loads, limits, expected) => {
    expect(finish(loads, noon, limits)).toBe(expected)
  })

  test('in the morning, for people who are in their quiet hours', () => {
    expect(finish([{ region: LOS_ANGELES, segments: 60 }], at('2038-06-09T23:30'))).toBe(at('2038-06-09T23:31'))
    expect(finish([{ region: LOS_ANGELES, segments: 60 }], at('2038-06-10T05:00'))).toBe(
      at('2038-06-10T08:01', 'America/Los_Angeles'),
    )
  })

  test('from their own time on', () => {
    const startsAt = at('2038-06-09T15:00')
    expect(finish([{ region: NEW_YORK, segments: 60, startsAt }], noon)).toBe(at('2038-06-09T15:01'))
  })

  test('at no time that can be foreseen, if it takes months', () => {
    const segmentsPerDay = 10
    expect(finish([{ region: NEW_YORK, segments: 900 }], noon, { segmentsPerDay })).toBe(at('2038-09-06T08:00:10'))
    expect(finish([{ region: NEW_YORK, segments: 1000 }], noon, { segmentsPerDay })).toBeNull()
  })
})
