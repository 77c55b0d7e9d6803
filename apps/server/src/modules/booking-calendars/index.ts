export { findBroken, readBusy } from './busy.ts'
export {
  CalendarError,
  type CalendarErrorKind,
  type CalendarTokens,
  type FetchCalendarFile,
  type FileVersion,
  type GoogleCalendars,
  type RemoteEvent,
  type WrittenEvent,
} from './google-calendars.ts'
