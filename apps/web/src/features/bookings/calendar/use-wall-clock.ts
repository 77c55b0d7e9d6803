import { useMinute } from '../../../lib/use-minute.ts'

/** The day and the minute of it by the clocks of a zone, as they pass. */
export function useWallClock(zone: string): { date: string; minutes: number } {
  const now = Temporal.Instant.fromEpochMilliseconds(useMinute()).toZonedDateTimeISO(zone)
  return { date: now.toPlainDate().toString(), minutes: now.hour * 60 + now.minute }
}
