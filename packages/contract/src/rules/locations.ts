/** Whether a time zone name is valid. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
