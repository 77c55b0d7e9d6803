import { expect, test } from 'vitest'
import { type DelayedVisit, expectedDelays } from './expected-delays.ts'

const at = (time: string) => `2027-03-10T${time}:00.000Z`

const visit = (
  [start, end]: [string, string],
  {
    buffer = 0,
    resources = ['ana'],
    ...values
  }: Partial<DelayedVisit> & { buffer?: number; resources?: string[] } = {},
): DelayedVisit => ({
  id: start,
  status: 'booked',
  startsAt: at(start),
  endsAt: at(end),
  lateMinutes: null,
  arrivedAt: null,
  endedAt: null,
  items: [{ startsAt: at(start), endsAt: at(end), bufferAfterMinutes: buffer, resourceIds: resources }],
  ...values,
})
const delaysAt = (now: string, ...visits: DelayedVisit[]) => Object.fromEntries(expectedDelays(visits, at(now)))
const delays = (...visits: DelayedVisit[]) => delaysAt('09:00', ...visits)

test('a late visit delays those after it with the same resource, until pauses have made up for it', () => {
  expect(
    delays(
      visit(['11:40', '12:00']),
      visit(['10:00', '10:30'], { lateMinutes: 20 }),
      visit(['10:30', '11:00']),
      visit(['11:10', '11:40']),
      visit(['12:20', '12:40']),
      visit(['10:45', '11:15'], { resources: ['ben'] }),
    ),
  ).toEqual({ '10:30': 20, '11:10': 10, '11:40': 10 })
})

test('buffers are no pauses, and a gap in which a rule was ignored delays no one by itself', () => {
  const late = visit(['10:00', '10:30'], { lateMinutes: 20, buffer: 15 })
  expect(delays(late, visit(['10:45', '11:00']))).toEqual({ '10:45': 20 })
  expect(delays(visit(['10:00', '10:30'], { buffer: 15 }), visit(['10:30', '11:00']))).toEqual({})
})

test('what is happening replaces what was said', () => {
  const next = visit(['10:30', '11:00'])
  const first = (values: Partial<DelayedVisit>) => visit(['10:00', '10:30'], { lateMinutes: 20, ...values })
  expect(delays(first({ status: 'arrived', arrivedAt: at('10:10') }), next)).toEqual({ '10:30': 10 })
  expect(delays(first({ status: 'arrived', arrivedAt: at('09:50') }), next)).toEqual({})
  expect(delays(first({ status: 'completed', endedAt: at('10:44') }), next)).toEqual({ '10:30': 15 })
  expect(delays(first({ status: 'completed', endedAt: at('10:25') }), next)).toEqual({})
  for (const status of ['no-show', 'cancelled'] as const) expect(delays(first({ status }), next)).toEqual({})
  expect(delays(first({}), visit(['10:30', '11:00'], { status: 'arrived', arrivedAt: at('10:20') }))).toEqual({})
})

test('a visit that runs over its end delays the next ones, until one of them begins', () => {
  const here = visit(['10:00', '10:30'], { status: 'arrived', arrivedAt: at('10:00') })
  const [next, last] = [visit(['10:30', '11:00']), visit(['11:10', '11:40'])]
  expect(delaysAt('10:30', here, next, last)).toEqual({})
  expect(delaysAt('10:50', here, next, last)).toEqual({ '10:30': 20, '11:10': 10 })
  const begun = { ...next, status: 'arrived' as const, arrivedAt: at('10:40') }
  expect(delaysAt('10:55', here, begun, last)).toEqual({})
  expect(delaysAt('10:55', { ...here, status: 'completed', endedAt: at('10:40') }, begun, last)).toEqual({})
  // No one said that it is done.
  expect(delaysAt('12:30', here, visit(['10:30', '11:00']))).toEqual({})
})

test('a group session does not wait for one of its contacts', () => {
  const session = ['a', 'b'].map((id) => visit(['10:00', '10:30'], { id, lateMinutes: id === 'a' ? 30 : null }))
  expect(delays(...session, visit(['10:30', '11:00']))).toEqual({})
})

test('a late visit of several services delays those after each of them', () => {
  const item = (start: string, end: string, resource: string) => ({
    ...{ startsAt: at(start), endsAt: at(end), bufferAfterMinutes: 0, resourceIds: [resource] },
  })
  const items = [item('10:00', '10:30', 'ana'), item('10:30', '11:00', 'ben')]
  const both = visit(['10:00', '11:00'], { lateMinutes: 15, items })
  expect(delays(both, visit(['10:30', '11:00']), visit(['11:00', '11:30'], { resources: ['ben'] }))).toEqual({
    '10:30': 15,
    '11:00': 15,
  })
})
