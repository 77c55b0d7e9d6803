/** The header has whole seconds and the response takes time, so smaller differences are noise. */
const UNKNOWN_MS = 3_000

/** How far the server's clock is ahead of this device's. */
let ahead = 0

/** Reads the server's time from a response. */
export function noteServerTime(response: Response, now = Date.now()) {
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return
  ahead = Math.abs(serverTime - now) < UNKNOWN_MS ? 0 : serverTime - now
}

/** Now, by the server's clock, which dates the messages: a device's own may be wrong by hours. */
export const serverNow = (now = Date.now()): number => now + ahead
export const serverInstant = (): string => new Date(serverNow()).toISOString()
