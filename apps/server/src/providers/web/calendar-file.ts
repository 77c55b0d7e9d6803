import type { FetchCalendarFile } from '../../modules/booking-calendars/index.ts'
import type { HostBreakers } from '../../platform/outbound/host-breakers.ts'
import { fetchSafely, type Net, PUBLIC_INTERNET } from './fetch-safely.ts'

/** About 10,000 events, which are parsed in a second. */
const MAX_CALENDAR_BYTES = 5_000_000
const TIMEOUT_MS = 20_000

/** Reads an iCalendar file at an address that a user entered: only public hosts, with a timeout and a size limit. */
export function createCalendarFileReader(
  breakers: HostBreakers,
  net: Net = PUBLIC_INTERNET,
  timeoutMs = TIMEOUT_MS,
): FetchCalendarFile {
  return async (url, known) => {
    const host = URL.parse(url)?.host
    if (!host) return { error: 'refused' }
    try {
      const accept = 'text/calendar,*/*;q=0.5'
      // One byte more than allowed, by which larger files are known.
      const request = { url, accept, maxBytes: MAX_CALENDAR_BYTES + 1, timeoutMs, ...(known && { known }) }
      const file = await breakers.call(host, () => fetchSafely(net, request))
      if (!file) return { error: 'refused' }
      if (file.isUnchanged) return { isUnchanged: true }
      if (file.contents.length > MAX_CALENDAR_BYTES) return { error: 'too-large' }
      const { etag, lastModified } = file
      return {
        text: file.contents.toString('utf8'),
        ...((etag ?? lastModified) !== undefined && { version: { etag, lastModified } }),
      }
    } catch {
      return { error: 'unavailable' }
    }
  }
}
