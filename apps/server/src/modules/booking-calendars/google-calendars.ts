import type { Interval } from './interval.ts'

/** Access to a Google account. */
export interface CalendarTokens {
  refreshToken: string
  accessToken: string | null
  /** Epoch milliseconds. */
  expiresAt: number | null
}

export interface RemoteCalendar {
  id: string
  name: string
  color: string
  isPrimary: boolean
  mayWrite: boolean
}

/** An event of a calendar; of a recurring one, an instance. */
export interface RemoteEvent {
  id: string
  etag: string
  isCancelled: boolean
  /** Whether the time is busy. */
  isBusy: boolean
  /** Null if it was deleted and the service no longer says when it was. */
  time: Interval | null
}

/** An event of ours. */
export interface WrittenEvent {
  id: string
  time: Interval
  timeZone: string
  title: string
  description: string
  bookingId: string
}

export interface EventPage {
  events: RemoteEvent[]
  nextPageToken: string | null
  nextSyncToken: string | null
}

export interface WatchRequest {
  channelId: string
  address: string
  token: string
  until: string
}

/** The calendars of one account. All requests reject with `CalendarError`. */
export interface CalendarAccount {
  /** As they were refreshed meanwhile. */
  tokens: () => CalendarTokens
  listCalendars: () => Promise<RemoteCalendar[]>
  /** All events of a period, or with a sync token what changed since; recurring ones as their instances. */
  listEvents: (
    calendarId: string,
    request: { within: Interval; syncToken: string | null; pageToken: string | null },
  ) => Promise<EventPage>
  /** Also a deleted one, for as long as the service remembers it. */
  findEvent: (calendarId: string, id: string) => Promise<RemoteEvent | null>
  insertEvent: (calendarId: string, event: WrittenEvent) => Promise<RemoteEvent>
  /** Fails with `changed` if the event no longer has the ETag. */
  updateEvent: (calendarId: string, event: WrittenEvent, etag: string) => Promise<RemoteEvent>
  /** Fails with `changed` if it has another ETag than this one. One that is gone is no failure. */
  deleteEvent: (calendarId: string, id: string, etag?: string) => Promise<void>
  /** Asks for notifications of changes. */
  watch: (calendarId: string, request: WatchRequest) => Promise<{ resourceId: string; until: string }>
  stopWatching: (channelId: string, resourceId: string) => Promise<void>
  /** Ends the access. */
  revoke: () => Promise<void>
}

export interface GoogleCalendars {
  isConfigured: () => boolean
  consentUrl: (request: { state: string; redirectUrl: string; email: string | null }) => string
  exchangeCode: (code: string, redirectUrl: string) => Promise<CalendarTokens>
  open: (tokens: CalendarTokens) => CalendarAccount
}

/**
 * `access-lost`: the access was taken back. `expired`: the sync token is too old. `exists`: the id is taken. `changed`:
 * the event has another ETag. `missing`: there is no such event or calendar. `refused`: the service rejects the
 * request, and repeating it would not help.
 */
export type CalendarErrorKind = 'access-lost' | 'expired' | 'exists' | 'changed' | 'missing' | 'refused' | 'unavailable'

export class CalendarError extends Error {
  readonly kind: CalendarErrorKind

  constructor(kind: CalendarErrorKind, options?: ErrorOptions) {
    super(`The calendar service failed: ${kind}`, options)
    this.kind = kind
  }
}

/** Why a file was not read. `refused`: its address is private or not one of a file. */
export type CalendarFileError = 'unavailable' | 'too-large' | 'refused'
/**
 * The headers by which a server knows which version of a file we have.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13
 */
export interface FileVersion {
  etag?: string | undefined
  lastModified?: string | undefined
}
/** Reads the text of a file at an address that a user entered, unless we have its present version. */
export type FetchCalendarFile = (
  url: string,
  known: FileVersion | null,
) => Promise<{ text: string; version?: FileVersion } | { isUnchanged: true } | { error: CalendarFileError }>

declare module '../../platform/module.ts' {
  interface BaseServices {
    googleCalendars: GoogleCalendars
    fetchCalendarFile: FetchCalendarFile
  }
}
