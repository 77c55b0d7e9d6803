import { z } from 'zod'
import {
  GAP_MINUTES_MAX,
  ITEM_MINUTES_MAX,
  NEAREST_SLOTS,
  OPEN_DAYS_MAX,
  SLOT_DAYS_MAX,
  SLOT_RULES,
  VISIT_ITEMS_MAX,
} from '../rules/bookings.ts'
import { HoursException, Week } from './business-hours.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput, InstantInput } from './instants.ts'
import { words } from './words.ts'

const ServiceId = z.uuid().meta({ names: 'bookingService' })
const ResourceId = z.uuid().meta({ names: 'bookingResource' })
const BlockId = z.uuid().meta({ names: 'bookingBlock' })

/** Weekly hours of a resource at one location, in its local time. */
export const LocationHours = z.object({
  locationID: z.uuid(),
  week: Week.nullable().describe('null: the business hours of the location.'),
})
export type LocationHours = z.infer<typeof LocationHours>

/** When a teammate, a room or equipment can be booked. */
export const ResourceAvailability = z.object({
  resourceID: z.uuid(),
  hours: z.array(LocationHours),
  exceptions: z.array(HoursException).describe('From today on. Names are empty for viewers who may not edit them.'),
  version: z.int(),
})
export type ResourceAvailability = z.infer<typeof ResourceAvailability>

export const BookingBlock = z.object({
  id: z.uuid(),
  resourceID: z.uuid(),
  locationID: z
    .uuid()
    .nullable()
    .describe(
      'Whose local time the block keeps when its clocks change; null for viewers who do not see that location.',
    ),
  startsOnUtc: z.iso.datetime(),
  endsOnUtc: z.iso.datetime(),
  reason: z.string().describe('Empty for those who may not read it.'),
})
export type BookingBlock = z.infer<typeof BookingBlock>

/** A day that a teammate, a room or a piece of equipment has off. */
export const TimeOff = z.object({
  resourceID: z.uuid(),
  date: z.iso.date(),
  name: z.string().describe('Empty for those who may not read it.'),
})
export type TimeOff = z.infer<typeof TimeOff>

/** One service of a visit, as it is asked for. */
export const VisitItem = z.object({
  serviceID: ServiceId,
  durationMinutes: z.int().min(1).max(ITEM_MINUTES_MAX).optional().describe('One of its lengths; default: the first.'),
  gapMinutes: z.int().min(0).max(GAP_MINUTES_MAX).default(0).describe('After the service before it.'),
  resourceIDs: z
    .array(ResourceId)
    .max(3)
    .default([])
    .describe('At most one of each kind. For kinds not named, one that is free is chosen.'),
})
export type VisitItem = z.input<typeof VisitItem>
/** As they are stored, with defaults. */
export type VisitItems = z.output<typeof VisitItem>[]

export const Slot = z.object({
  startsOnUtc: z.iso.datetime(),
  endsOnUtc: z.iso.datetime(),
  seatsLeft: z.int().nullable().describe('Of a group session.'),
})
export type Slot = z.infer<typeof Slot>

/** When a resource can be booked at a location. */
export const OpenTimes = z.object({
  resourceID: z.uuid(),
  open: z
    .array(z.object({ startsOnUtc: z.iso.datetime(), endsOnUtc: z.iso.datetime() }))
    .describe('By its hours and those of the business, in order. Bookings and blocks may be in them.'),
})
export type OpenTimes = z.infer<typeof OpenTimes>

/** A rule that closes a time, and what it concerns. */
export const ClosedBy = z.object({
  rule: z.enum(SLOT_RULES),
  resourceID: z.uuid().nullable(),
  serviceID: z.uuid().nullable(),
  bookingID: z.uuid().nullable().describe('The booking in the way, if the caller may see its contact.'),
  startsOnUtc: z.iso.datetime().nullable().describe('When what is in the way begins.'),
  endsOnUtc: z.iso.datetime().nullable(),
  name: z.string().nullable().describe('Of a holiday.'),
})
export type ClosedBy = z.infer<typeof ClosedBy>

/** A visit that is asked for: where, and which services one after the other. */
export const Visit = z.object({
  locationID: z.uuid(),
  items: z.array(VisitItem).min(1).max(VISIT_ITEMS_MAX),
})
export type Visit = z.input<typeof Visit>

/** Why a time is taken, with the nearest free times. */
export const SlotTaken = z.object({
  closedBy: z.array(ClosedBy),
  nearest: z.array(Slot).max(2 * NEAREST_SLOTS),
  clashes: z
    .array(z.object({ startsOnUtc: z.iso.datetime(), closedBy: z.array(ClosedBy) }))
    .optional()
    .describe('Of a series: every visit whose time is not free. The nearest times are those of the chosen visit.'),
})
export type SlotTaken = z.infer<typeof SlotTaken>

const tags = ['bookings']
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const EXCEPTIONS_MAX = 200

/** Days with hours of their own, each once. */
const Exceptions = z
  .array(HoursException)
  .max(EXCEPTIONS_MAX)
  .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, 'Only one exception per day')

export const bookingHours = {
  get: reading()
    .route({
      method: 'POST',
      path: '/bookings/Availability/get',
      tags,
      summary: 'Returns when a teammate, a room or equipment can be booked',
    })
    .input(z.object({ resourceID: ResourceId }))
    .output(wrapped(ResourceAvailability))
    .errors(failsWith('ResourceNotFound')),

  save: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Availability/save',
      tags,
      summary:
        'Saves when a teammate, a room or equipment can be booked. Teammates save their own hours; those of others take admin_manage_settings. Existing bookings stay',
    })
    .input(
      z.object({
        resourceID: ResourceId,
        version: z.int32().min(1).describe('The version that was edited.'),
        hours: z.array(LocationHours).max(200),
        exceptions: Exceptions,
      }),
    )
    .output(
      wrapped(
        ResourceAvailability.extend({
          bookingsOutside: z.array(z.uuid()).describe('Upcoming bookings that are now outside of the hours.'),
        }),
      ),
    )
    .errors(failsWith('ResourceNotFound', 'LocationNotFound', 'ChangedMeanwhile', 'HoursNotYours', 'InvalidInput')),

  block: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Availability/block',
      tags,
      summary:
        'Blocks a time of a teammate, a room or equipment. Bookings in it stay. Another teammate’s time takes admin_manage_settings',
    })
    .input(
      z.object({
        resourceID: ResourceId,
        locationID: z.uuid().optional().describe('One of the resource’s; default: the first.'),
        startsOnUtc: InstantInput,
        endsOnUtc: InstantInput,
        reason: words().max(200).default(''),
      }),
    )
    .output(wrapped(BookingBlock))
    .errors(failsWith('ResourceNotFound', 'LocationNotFound', 'HoursNotYours', 'TooManyBlocks', 'InvalidInput')),

  unblock: signedIn()
    .route({ method: 'POST', path: '/bookings/Availability/unblock', tags, summary: 'Removes a block' })
    .input(z.object({ id: BlockId }))
    .output(wrapped(z.object({ id: z.uuid() })))
    .errors(failsWith('BlockNotFound', 'HoursNotYours')),
}

export const availability = {
  slots: reading()
    .route({
      method: 'POST',
      path: '/bookings/Availability/slots',
      tags,
      summary: `Lists the free times of a visit, on up to ${SLOT_DAYS_MAX} days`,
    })
    .input(
      Visit.extend({
        from: CalendarDateInput.describe('The first day, in the zone of the location.'),
        days: z.int().min(1).max(SLOT_DAYS_MAX).default(7),
        isOnline: z
          .boolean()
          .default(false)
          .describe('As contacts are offered them: without those whose calendars can no longer be read.'),
        bookingID: z
          .uuid()
          .meta({ names: 'booking' })
          .optional()
          .describe('A booking that is to be moved, which is not in its own way.'),
      }),
    )
    .output(wrapped(z.object({ timeZone: z.string(), slots: z.array(Slot) })))
    .errors(failsWith('ServiceNotFound', 'ResourceNotFound', 'LocationNotFound', 'BookingNotFound', 'InvalidInput')),

  openTimes: reading()
    .route({
      method: 'POST',
      path: '/bookings/Availability/get-open-times',
      tags,
      summary: `Lists when the teammates, rooms and equipment of a location are open, on up to ${OPEN_DAYS_MAX} days`,
    })
    .input(
      z.object({
        locationID: z.uuid(),
        from: CalendarDateInput.describe('The first day, in the zone of the location.'),
        days: z.int().min(1).max(OPEN_DAYS_MAX).default(1),
      }),
    )
    .output(wrapped(z.object({ resources: z.array(OpenTimes) })))
    .errors(failsWith('LocationNotFound', 'InvalidInput')),

  explain: reading()
    .route({
      method: 'POST',
      path: '/bookings/Availability/explain',
      tags,
      summary: 'Names every rule that closes a time for a visit; none if it is free',
    })
    .input(
      Visit.extend({
        startsOnUtc: InstantInput,
        contactID: z.uuid().optional().describe('Whose upcoming bookings count toward the limit per person.'),
      }),
    )
    .output(wrapped(z.object({ isFree: z.boolean(), closedBy: z.array(ClosedBy), nearest: z.array(Slot) })))
    .errors(failsWith('ContactNotFound', 'ServiceNotFound', 'ResourceNotFound', 'LocationNotFound', 'InvalidInput')),

  outsideHours: reading()
    .route({
      method: 'POST',
      path: '/bookings/Availability/outside-hours',
      tags,
      summary: 'Lists the upcoming bookings of a location that are outside of business hours, saved or not',
    })
    .input(z.object({ locationID: z.uuid(), week: Week, exceptions: Exceptions }))
    .output(wrapped(z.object({ bookingIDs: z.array(z.uuid()) })))
    .errors(failsWith('LocationNotFound', 'InvalidInput')),
}
