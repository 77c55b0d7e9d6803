import { z } from 'zod'
import {
  CALENDAR_ADDRESS_MAX,
  CALENDAR_CONFLICTS,
  CALENDAR_ERRORS,
  CALENDAR_KINDS,
  CONNECTION_STATES,
} from '../rules/booking-calendars.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

const ResourceId = z.uuid().meta({ names: 'bookingResource' })
const ConnectionId = z.uuid().meta({ names: 'calendarConnection' })
const CalendarId = z.uuid().meta({ names: 'calendar' })
const FeedId = z.uuid().meta({ names: 'calendarFeed' })

/** A calendar of a connected account. */
export const ConnectedCalendar = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.string(),
  isPrimary: z.boolean(),
  mayWrite: z.boolean(),
  isBlocking: z.boolean().describe('Its events close times.'),
  isWritten: z.boolean().describe('Bookings are written into it.'),
  syncedOnUtc: z.iso.datetime().nullable(),
  error: z.enum(CALENDAR_ERRORS).nullable(),
})
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>

/** An account, or the address of a calendar, of a teammate, a room or a piece of equipment. */
export const CalendarConnection = z.object({
  id: z.uuid(),
  resourceID: z.uuid(),
  kind: z.enum(CALENDAR_KINDS),
  state: z.enum(CONNECTION_STATES),
  name: z.string(),
  calendars: z.array(ConnectedCalendar),
})
export type CalendarConnection = z.infer<typeof CalendarConnection>

export const CalendarFeed = z.object({
  id: z.uuid(),
  resourceID: z.uuid().nullable(),
  locationID: z.uuid().nullable(),
  url: z.string().describe('Whoever has it can read the feed until it is revoked.'),
  createdOnUtc: z.iso.datetime(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** A conflict between a calendar and a booking. */
export const CalendarConflict = z.object({
  kind: z.enum(CALENDAR_CONFLICTS),
  bookingID: z.uuid(),
  resourceID: z.uuid(),
  startsOnUtc: z.iso.datetime().describe('Of the booking.'),
  endsOnUtc: z.iso.datetime(),
})
export type CalendarConflict = z.infer<typeof CalendarConflict>

const tags = ['bookings']
const signedIn = () => endpoint({ permission: 'anyone signed in' })

export const bookingCalendars = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/Calendar/get-list',
      tags,
      summary:
        'Lists the calendars of a teammate, a room or equipment, their conflicts with bookings, and the caller’s feeds. Those of others take admin_manage_settings',
    })
    .input(z.object({ resourceID: ResourceId }))
    .output(
      wrapped(
        z.object({
          isGoogleAvailable: z.boolean(),
          connections: z.array(CalendarConnection),
          feeds: z.array(CalendarFeed),
          conflicts: z.array(CalendarConflict),
        }),
      ),
    )
    .errors(failsWith('ResourceNotFound', 'HoursNotYours')),

  getFeeds: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/bookings/Calendar/get-feeds',
      tags,
      summary:
        'Lists the caller’s feeds, of locations and of teammates, rooms and equipment; none while viewing as a teammate',
    })
    .output(wrapped(z.object({ feeds: z.array(CalendarFeed) }))),

  start: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/start',
      tags,
      summary:
        'Returns the address at which Google asks for access to calendars. The answer works in this session only',
    })
    .input(
      z.object({
        resourceID: ResourceId,
        connectionID: ConnectionId.optional().describe('A broken one that is connected again.'),
      }),
    )
    .output(wrapped(z.object({ url: z.url() })))
    .errors(
      failsWith('ResourceNotFound', 'HoursNotYours', 'CalendarNotFound', 'CalendarsUnavailable', 'TooManyCalendars'),
    ),

  connect: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/connect',
      tags,
      summary: 'Connects an account with the code that Google sent back. Its calendars follow in a moment',
    })
    .input(z.object({ code: z.string().min(1).max(1000), state: z.string().min(1).max(2000) }))
    .output(wrapped(CalendarConnection))
    .errors(failsWith('CalendarStateInvalid', 'ResourceNotFound', 'HoursNotYours', 'TooManyCalendars')),

  addAddress: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/add-address',
      tags,
      summary: 'Adds the address of an iCalendar file, whose events close times',
    })
    .input(
      z.object({
        resourceID: ResourceId,
        name: words().min(1).max(60),
        calendarUrl: z.string().trim().min(1).max(CALENDAR_ADDRESS_MAX),
      }),
    )
    .output(wrapped(CalendarConnection))
    .errors(failsWith('ResourceNotFound', 'HoursNotYours', 'TooManyCalendars', 'CalendarAddressInvalid')),

  choose: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/choose',
      tags,
      summary:
        'Chooses whether a calendar closes times, and whether it is the one of its teammate, room or equipment that bookings are written into',
    })
    .input(z.object({ id: CalendarId, isBlocking: z.boolean(), isWritten: z.boolean() }))
    .output(wrapped(CalendarConnection))
    .errors(failsWith('CalendarNotFound', 'HoursNotYours', 'CalendarReadOnly')),

  sync: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/sync',
      tags,
      summary: 'Reads the calendars of a connection now',
    })
    .input(z.object({ id: ConnectionId }))
    .output(wrapped(CalendarConnection))
    .errors(failsWith('CalendarNotFound', 'HoursNotYours')),

  disconnect: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/disconnect',
      tags,
      summary: 'Removes a connection. Upcoming bookings are deleted from its calendars',
    })
    .input(z.object({ id: ConnectionId }))
    .output(wrapped(z.object({ id: z.uuid() })))
    .errors(failsWith('CalendarNotFound', 'HoursNotYours')),

  addFeed: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/add-feed',
      tags,
      summary:
        'Adds a secret address from which calendar apps read the bookings of a teammate, a room, equipment or a location, as the caller may see them',
    })
    .input(
      z
        .object({ resourceID: ResourceId.optional(), locationID: z.uuid().optional() })
        .refine(({ resourceID, locationID }) => (resourceID === undefined) !== (locationID === undefined), {
          path: ['resourceID'],
          error: 'Either this or a location',
        }),
    )
    .output(wrapped(CalendarFeed))
    .errors(failsWith('ResourceNotFound', 'LocationNotFound', 'TooManyCalendars')),

  revokeFeed: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Calendar/revoke-feed',
      tags,
      summary: 'Revokes an address of the caller; it stops working at once',
    })
    .input(z.object({ id: FeedId }))
    .output(wrapped(z.object({ id: z.uuid() })))
    .errors(failsWith('CalendarNotFound')),
}
