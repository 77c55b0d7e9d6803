/** Whether this engine knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
