import { afterAll, afterEach } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createTestClock } from './test-clock.ts'
import { startTestInstance } from './test-instance.ts'

/** Nothing listens on this port. */
export const CLOSED_HOST = 'http://127.0.0.1:9'

let closedPort = 0
/** A new host each time, where nothing listens, because circuit breakers are per host. */
export const aClosedHost = (): string => `http://127.0.0.1:${++closedPort}`

/** Starts an instance for the tests of one file, with its own clock and a carrier that each test can replace. */
export async function startWithCarrierFaults(startsAt: string) {
  const clock = createTestClock()
  clock.goTo(startsAt)
  /** Another URL of the carrier while set. */
  const carrier: { url: string | null } = { url: null }
  const instance = await startTestInstance({
    now: clock.now,
    sessionClock: systemClock,
    sandbox: { now: () => Date.parse(clock.now()) },
    carrierUrl: (sandboxUrl) => carrier.url ?? sandboxUrl,
  })
  afterEach(() => {
    carrier.url = null
  })
  afterAll(() => instance.close())
  /** Moves on to noon in New York two days later, so that no test meets the limits of the day of another. */
  const goToNextNoon = () => {
    const today = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York')
    clock.goTo(today.toPlainDate().add({ days: 2 }).toPlainDateTime('12:00').toString())
  }
  return { instance, clock, carrier, goToNextNoon }
}
