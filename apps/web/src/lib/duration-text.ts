import { plural, t } from '@lingui/core/macro'

/** A length in minutes: 45 min, 2 h, 1 h 30 min. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t`${rest} min`
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`
}

const HOUR = 60
const DAY = 24 * HOUR

/** A length within a sentence: 45 minutes, 1 hour 30 minutes, 2 days. */
export function longDurationText(minutes: number): string {
  const days = minutes % DAY === 0 ? minutes / DAY : 0
  if (days > 0) return plural(days, { one: '# day', other: '# days' })
  const hours = Math.floor(minutes / HOUR)
  const rest = minutes % HOUR
  const parts = [
    ...(hours > 0 ? [plural(hours, { one: '# hour', other: '# hours' })] : []),
    ...(rest > 0 || hours === 0 ? [plural(rest, { one: '# minute', other: '# minutes' })] : []),
  ]
  return parts.join(' ')
}
