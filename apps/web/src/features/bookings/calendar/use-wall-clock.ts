import { useEffect, useState } from 'react'
import { serverInstant } from '../../../lib/server-time.ts'

const MINUTE_MS = 60_000

const read = (zone: string) => {
  const now = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone)
  return { date: now.toPlainDate().toString(), minutes: now.hour * 60 + now.minute }
}

/** The day and the minute of it by the clocks of a zone, each minute anew. */
export function useWallClock(zone: string): { date: string; minutes: number } {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return read(zone)
}
