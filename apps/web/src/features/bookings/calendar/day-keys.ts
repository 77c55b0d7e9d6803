import { startOfWeek } from '@frontdesk/contract/rules'

/** The day to which a key moves the focus; null for other keys. */
export function dayAfterKey(date: string, key: string): string | null {
  const day = Temporal.PlainDate.from(date)
  switch (key) {
    case 'ArrowLeft':
      return day.subtract({ days: 1 }).toString()
    case 'ArrowRight':
      return day.add({ days: 1 }).toString()
    case 'ArrowUp':
      return day.subtract({ days: 7 }).toString()
    case 'ArrowDown':
      return day.add({ days: 7 }).toString()
    case 'Home':
      return startOfWeek(day).toString()
    case 'End':
      return startOfWeek(day).add({ days: 6 }).toString()
    case 'PageUp':
      return day.subtract({ months: 1 }).toString()
    case 'PageDown':
      return day.add({ months: 1 }).toString()
    default:
      return null
  }
}
