/** Error response of Google Calendar. https://developers.google.com/workspace/calendar/api/guides/errors */
export class CalendarError extends Error {
  readonly code: number
  readonly reason: string

  constructor(code: number, reason: string, message: string) {
    super(message)
    this.code = code
    this.reason = reason
  }

  toJSON() {
    const { code, message, reason } = this
    const domain = reason.endsWith('LimitExceeded') ? 'usageLimits' : 'global'
    return { error: { code, message, errors: [{ domain, reason, message }] } }
  }
}

export const notFound = () => new CalendarError(404, 'notFound', 'Not Found')
export const invalid = (message: string) => new CalendarError(400, 'invalid', message)
