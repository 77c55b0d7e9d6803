export const CALENDAR_KINDS = ['google', 'ics'] as const

/** `connecting`: the consent was given, and the tokens are being fetched. `broken`: access was taken back. */
export const CONNECTION_STATES = ['connecting', 'active', 'broken'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Why a calendar could not be read the last time. */
export const CALENDAR_ERRORS = ['unavailable', 'missing', 'too-large', 'unreadable'] as const
export type CalendarErrorKind = (typeof CALENDAR_ERRORS)[number]

/** `overlap`: an event on top of a booking. `put-back`: someone moved a booking to a time that was not free. */
export const CALENDAR_CONFLICTS = ['overlap', 'put-back'] as const

/** Connections of one teammate, room or piece of equipment. */
export const CONNECTIONS_MAX = 10
export const CALENDAR_FEEDS_MAX = 20
export const CALENDAR_CONFLICTS_MAX = 100
export const CALENDAR_ADDRESS_MAX = 2000

/** Path that Google redirects to, with a code that the web app passes on. */
export const CALENDAR_REDIRECT_PATH = '/bookings/calendar-connected'
/** Public addresses of feeds: this, a secret and `.ics`. */
export const CALENDAR_FEED_PATH = '/calendars/'
