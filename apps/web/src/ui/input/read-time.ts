const TYPED = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/i

/** Parses a typed time of day to 24-hour HH:MM: 9, 9:30, 930, 9 pm, 21:30. Null if it is not a time. */
export function readTime(text: string): string | null {
  const [, hourText, minuteText = '00', half] = TYPED.exec(text.trim()) ?? []
  if (hourText === undefined) return null
  const [hour, minute] = [Number(hourText), Number(minuteText)]
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  const isAfternoon = half?.toLowerCase() === 'p'
  const hour24 = half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  return `${String(hour24).padStart(2, '0')}:${minuteText}`
}
