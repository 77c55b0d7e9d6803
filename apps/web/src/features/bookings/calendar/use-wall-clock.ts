import { useMinute } from '../../../lib/use-minute.ts'

/** The current local day and minute in a zone, updated every minute. */
export function useWallClock(zone: string): { date: string; minutes: number } {
  const now = Temporal.Instant.fromEpochMilliseconds(useMinute()).toZonedDateTimeISO(zone)
  return { date: now.toPlainDate().toString(), minutes: now.hour * 60 + now.minute }
}
