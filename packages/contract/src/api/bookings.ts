import { z } from 'zod'
import { FILTER_IDS_MAX } from '../rules/booking-search.ts'
import {
  ANSWER_MAX,
  BOOKING_NOTE_MAX,
  BOOKING_ORDERS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  CALENDAR_BOOKINGS_MAX,
  CALENDAR_DAYS_MAX,
  HOLD_MINUTES,
  ITEM_MINUTES_MAX,
  LATE_CANCEL_HOURS,
  LATE_MINUTES_MAX,
  MOVABLE_STATUSES,
  MOVE_KEPT_REASONS,
  NO_SHOW_MONTHS,
  OVERRIDABLE_RULES,
  QUESTIONS_MAX,
  RESOURCE_KINDS,
  SERIES_MAX,
  SERIES_WEEKS_MAX,
  STATS_BOOKINGS_MAX,
  VISIT_ITEMS_MAX,
} from '../rules/bookings.ts'
import { ERROR_MESSAGES, ERRORS } from '../rules/errors.ts'
import { BookingBlock, ClosedBy, SlotTaken, TimeOff, Visit } from './availability.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { InstantInput } from './instants.ts'
import { personName, words } from './words.ts'

const BookingId = z.uuid().meta({ names: 'booking' })

/** One service of a visit. */
export const BookingItem = z.object({
  serviceID: z.uuid().nullable().describe('null: hidden.'),
  serviceName: z.string().describe('As it was booked.'),
  color: z.string(),
  startsOnUtc: z.iso.datetime(),
  endsOnUtc: z.iso.datetime(),
  priceAmount: z.int().nullable(),
  currency: z.string(),
  resources: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(RESOURCE_KINDS),
      userID: z.uuid().nullable(),
      name: z.string(),
      isArchived: z.boolean(),
    }),
  ),
})
export type BookingItem = z.infer<typeof BookingItem>

/**
 * A visit. If the caller may not see its contact and does not serve it, only its time, place and resources are given.
 */
export const Booking = z.object({
  id: z.uuid(),
  isBusy: z.boolean().describe('The caller may only know that the time is taken.'),
  status: z.enum(BOOKING_STATUSES),
  locationID: z.uuid(),
  timeZone: z.string(),
  startsOnUtc: z.iso.datetime(),
  endsOnUtc: z.iso.datetime(),
  localStartsOn: z.string().describe('The wall time that was agreed on, such as 2026-12-25T09:00.'),
  items: z.array(BookingItem),
  contact: z
    .object({
      id: z.uuid(),
      name: z.string(),
      phone: z.string(),
      conversationSid: ConversationSid.nullable().describe('The newest one the caller can see.'),
    })
    .nullable()
    .describe('null: hidden, deleted, or not known yet.'),
  note: z.string(),
  answers: z.array(
    z.object({ question: z.string(), answer: z.string().describe('Empty: required, but a teammate did not ask.') }),
  ),
  source: z.enum(BOOKING_SOURCES),
  onTheWayOnUtc: z.iso.datetime().nullable(),
  lateMinutes: z.int().nullable(),
  arrivedOnUtc: z.iso.datetime().nullable(),
  heldUntilUtc: z.iso.datetime().nullable(),
  seriesID: z.uuid().nullable(),
  endedOnUtc: z.iso.datetime().nullable(),
  endReason: z.string().describe('Why it was cancelled or declined.'),
  overrides: z.array(z.enum(OVERRIDABLE_RULES)).describe('Rules that a teammate chose to ignore.'),
  createdOnUtc: z.iso.datetime(),
  createdBy: z.string().nullable().describe('The teammate who added it.'),
  version: z.int(),
})
export type Booking = z.infer<typeof Booking>

const ids = (names: string) => z.array(z.uuid().meta({ names })).max(FILTER_IDS_MAX)

/**
 * Filters of bookings; all of them must match. Bookings whose contact the caller may not see match by time and place
 * only.
 */
export const BookingCriteria = z.strictObject({
  startDateTimeUTC: InstantInput.optional().describe('The first start, inclusive.'),
  endDateTimeUTC: InstantInput.optional().describe('The last start, exclusive.'),
  statuses: z
    .array(z.enum(BOOKING_STATUSES))
    .max(BOOKING_STATUSES.length)
    .optional()
    .describe('Default: all but `expired`.'),
  serviceIDs: ids('bookingService').optional(),
  resourceIDs: ids('bookingResource').optional().describe('Bookings that take one of them.'),
  roomIDs: ids('bookingResource').optional().describe('Rooms and equipment; with `resourceIDs` both must match.'),
  locationIDs: z.array(z.uuid()).max(FILTER_IDS_MAX).optional(),
  sources: z.array(z.enum(BOOKING_SOURCES)).max(BOOKING_SOURCES.length).optional(),
  contactID: z.uuid().optional(),
  searchTerm: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('A phone number if it has only digits and separators, otherwise words of the contact’s name.'),
})
export type BookingCriteria = z.output<typeof BookingCriteria>

const tags = ['bookings']
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const byId = z.object({ id: BookingId })
const edited = byId.extend({ version: z.int32().min(1).describe('The version that the caller has seen.') })
export const tellsContact = z.boolean().default(false).describe('Whether the contact gets a text about it.')
const overrides = z
  .array(z.enum(OVERRIDABLE_RULES))
  .max(OVERRIDABLE_RULES.length)
  .default([])
  .describe('Rules to ignore. Overlaps are refused nevertheless.')
const reason = words().max(300).default('')

const slotTaken = {
  SlotTaken: { status: ERRORS.SlotTaken, message: ERROR_MESSAGES.SlotTaken, data: SlotTaken },
}

/** A visit that a teammate books. */
export const NewVisit = Visit.extend({
  clientBookingId: z.uuid().describe('That of a hold books what it holds.'),
  startsOnUtc: InstantInput,
  contactID: z.uuid().optional(),
  contact: z
    .object({ name: personName().max(120).default(''), phone: z.string().trim().min(3).max(40) })
    .optional()
    .describe('Instead of `contactID`: a new contact, or the one with that number.'),
  note: words().max(BOOKING_NOTE_MAX).default(''),
  answers: z
    .array(z.object({ question: z.string().max(200), answer: words().max(ANSWER_MAX) }))
    .max(QUESTIONS_MAX * VISIT_ITEMS_MAX)
    .default([])
    .describe('To questions of the services; answers to others are left out.'),
  notAsked: z
    .array(z.string().max(200))
    .max(QUESTIONS_MAX * VISIT_ITEMS_MAX)
    .default([])
    .describe('Required questions that the teammate chose not to ask.'),
  overrides,
})

export const NEW_VISIT_ERRORS = {
  ...failsWith(
    'ServiceNotFound',
    'ResourceNotFound',
    'LocationNotFound',
    'ContactNotFound',
    'PhoneNumberInexistent',
    'AnswerMissing',
    'ClientBookingIdReused',
    'HoldExpired',
    'InvalidInput',
  ),
  ...slotTaken,
}

/** A booking that was moved: what it was before, and its version since. */
export const MovedBooking = z.object({
  id: BookingId,
  version: z.int32().min(1).describe('Since it was moved.'),
  startsOnUtc: InstantInput,
  durationMinutes: z.int().min(1).max(ITEM_MINUTES_MAX).optional().describe('Of a visit of one service.'),
  resourceIDs: z
    .array(z.uuid().meta({ names: 'bookingResource' }))
    .max(3)
    .optional()
    .describe('Of a visit of one service.'),
  status: z.enum(MOVABLE_STATUSES),
  isOnTheWay: z.boolean(),
  lateMinutes: z.int().min(1).max(LATE_MINUTES_MAX).nullable(),
})
export type MovedBooking = z.infer<typeof MovedBooking>

/** Why a move was not undone: all its bookings keep the times they were moved to. */
export const MoveNotUndoable = z.object({
  kept: z.array(
    z.object({
      bookingID: z.uuid(),
      startsOnUtc: z.iso.datetime().describe('The time it keeps.'),
      previousStartsOnUtc: z.iso.datetime(),
      reason: z.enum(MOVE_KEPT_REASONS).nullable().describe('null: it is kept only because others are.'),
      closedBy: z.array(ClosedBy).describe('What takes the previous time.'),
    }),
  ),
})
export type MoveNotUndoable = z.infer<typeof MoveNotUndoable>

/** The bookings of a series that an action applies to. */
const scope = z.enum(['this', 'following', 'all']).default('this')

export const bookings = {
  getList: reading()
    .route({
      method: 'POST',
      path: '/bookings/Booking/get-list',
      tags,
      summary: 'Lists bookings at the caller’s locations',
    })
    .input(
      BookingCriteria.extend({
        orderBy: z.enum(BOOKING_ORDERS).default('startsOnUtc'),
        orderByDesc: z.boolean().default(false),
        pageNumber: z.int().min(1).max(100_000).default(1),
        pageSize: z.int().min(1).max(100).default(50),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(wrappedPage(z.object({ bookings: z.array(Booking) })))
    .errors(failsWith('InvalidInput')),

  getStats: reading()
    .route({
      method: 'POST',
      path: '/bookings/Booking/get-stats',
      tags,
      summary: `Counts the bookings that match by status, if there are at most ${STATS_BOOKINGS_MAX}`,
    })
    .input(BookingCriteria)
    .output(
      wrapped(
        z.object({
          counts: z.array(z.object({ status: z.enum(BOOKING_STATUSES), count: z.int() })),
          busyCount: z.int().describe('Bookings of which the caller may only know that the time is taken.'),
          isTooMany: z.boolean().describe('More match than are counted; `counts` is empty.'),
        }),
      ),
    )
    .errors(failsWith('InvalidInput')),

  getCalendar: reading()
    .route({
      method: 'POST',
      path: '/bookings/Booking/get-calendar',
      tags,
      summary: `Returns the bookings, blocks and time off of up to ${CALENDAR_DAYS_MAX} days`,
    })
    .input(
      z.object({
        startDateTimeUTC: InstantInput,
        endDateTimeUTC: InstantInput,
        locationIDs: z.array(z.uuid()).max(100).optional(),
        resourceIDs: z
          .array(z.uuid().meta({ names: 'bookingResource' }))
          .max(100)
          .optional(),
      }),
    )
    .output(
      wrapped(
        z.object({
          bookings: z.array(Booking),
          blocks: z.array(BookingBlock),
          timeOff: z.array(TimeOff),
          delays: z
            .array(z.object({ bookingID: z.uuid(), minutes: z.int() }))
            .describe('Visits that start later than booked, as someone before them is late: by about how much.'),
          isTruncated: z.boolean().describe(`There are more than ${CALENDAR_BOOKINGS_MAX} bookings.`),
        }),
      ),
    )
    .errors(failsWith('InvalidInput')),

  get: signedIn()
    .route({ method: 'GET', path: '/bookings/Booking/get/{id}', tags, summary: 'Returns a booking' })
    .input(byId)
    .output(wrapped(Booking))
    .errors(failsWith('BookingNotFound')),

  getNoShows: signedIn()
    .route({
      method: 'GET',
      path: '/bookings/Booking/get-no-shows/{contactID}',
      tags,
      summary: `Counts the visits of the last ${NO_SHOW_MONTHS} months that a contact missed or cancelled late`,
    })
    .input(z.object({ contactID: z.uuid() }))
    .output(
      wrapped(
        z.object({
          noShows: z.int(),
          lateCancels: z.int().describe(`Cancelled by the contact less than ${LATE_CANCEL_HOURS} hours before.`),
        }),
      ),
    )
    .errors(failsWith('ContactNotFound')),

  hold: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Booking/hold',
      tags,
      summary: `Holds a time for ${HOLD_MINUTES} minutes, until it is booked. Safe to repeat`,
    })
    .input(Visit.extend({ clientBookingId: z.uuid(), startsOnUtc: InstantInput, overrides }))
    .output(wrapped(Booking))
    .errors({
      ...failsWith('ServiceNotFound', 'ResourceNotFound', 'LocationNotFound', 'ClientBookingIdReused', 'InvalidInput'),
      ...slotTaken,
    }),

  create: signedIn()
    .route({ method: 'POST', path: '/bookings/Booking/create', tags, summary: 'Books a visit. Safe to repeat' })
    .input(
      NewVisit.extend({
        repeats: z
          .object({
            everyWeeks: z.int().min(1).max(SERIES_WEEKS_MAX),
            count: z.int().min(2).max(SERIES_MAX).describe('Bookings in the series, with the first one.'),
          })
          .optional()
          .describe('All or nothing: if one is not free, none is booked.'),
        tellsContact,
      }),
    )
    .output(wrapped(z.object({ booking: Booking, series: z.array(z.uuid()).describe('All its bookings, in order.') })))
    .errors(NEW_VISIT_ERRORS),

  update: signedIn()
    .route({ method: 'POST', path: '/bookings/Booking/update', tags, summary: 'Changes the note of a booking' })
    .input(edited.extend({ note: words().max(BOOKING_NOTE_MAX) }))
    .output(wrapped(Booking))
    .errors(failsWith('BookingNotFound', 'ChangedMeanwhile')),

  reschedule: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Booking/reschedule',
      tags,
      summary: 'Moves a booking to another time or other teammates and rooms, or changes its length',
    })
    .input(
      edited.extend({
        startsOnUtc: InstantInput,
        durationMinutes: z.int().min(5).max(ITEM_MINUTES_MAX).optional().describe('Of a visit of one service.'),
        resourceIDs: z
          .array(z.uuid().meta({ names: 'bookingResource' }))
          .max(3)
          .optional()
          .describe('Of a visit of one service: instead of the present ones of the same kinds.'),
        scope,
        overrides,
        tellsContact,
      }),
    )
    .output(
      wrapped(
        Booking.extend({
          moved: z.array(MovedBooking).describe('What moved, for `undo-reschedule`: one, or a series.'),
        }),
      ),
    )
    .errors({
      ...failsWith('BookingNotFound', 'BookingStatusWrong', 'ResourceNotFound', 'ChangedMeanwhile', 'InvalidInput'),
      ...slotTaken,
    }),

  undoReschedule: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Booking/undo-reschedule',
      tags,
      summary: 'Moves bookings back to where `reschedule` moved them from: all of them or none',
    })
    .input(
      byId.extend({
        moved: z.array(MovedBooking).min(1).max(SERIES_MAX).describe('As `reschedule` returned them.'),
        tellsContact,
      }),
    )
    .output(wrapped(Booking))
    .errors({
      ...failsWith('BookingNotFound', 'ResourceNotFound', 'InvalidInput'),
      MoveNotUndoable: {
        status: ERRORS.MoveNotUndoable,
        message: ERROR_MESSAGES.MoveNotUndoable,
        data: MoveNotUndoable,
      },
    }),

  cancel: signedIn()
    .route({ method: 'POST', path: '/bookings/Booking/cancel', tags, summary: 'Cancels a booking' })
    .input(
      edited.extend({
        reason,
        scope,
        tellsContact,
        payment: z
          .enum(['refund', 'keep'])
          .optional()
          .describe(
            'What becomes of what was paid at booking, for those who manage payments. Default: as its contact agreed to.',
          ),
      }),
    )
    .output(wrapped(Booking))
    .errors(failsWith('BookingNotFound', 'BookingStatusWrong', 'ChangedMeanwhile', 'Forbidden')),

  updateStatus: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Booking/update-status/{id}/{status}',
      tags,
      summary: 'Sets the status of a booking. One that had ended takes its resources again, if they are free',
    })
    .input(
      edited.extend({
        status: z.enum(BOOKING_STATUSES),
        reason,
        tellsContact,
      }),
    )
    .output(wrapped(Booking))
    .errors({ ...failsWith('BookingNotFound', 'BookingStatusWrong', 'ChangedMeanwhile'), ...slotTaken }),

  updateArrival: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Booking/update-arrival',
      tags,
      summary: 'Records that the contact is on the way, or late',
    })
    .input(
      edited.extend({
        isOnTheWay: z.boolean(),
        lateMinutes: z.int().min(1).max(LATE_MINUTES_MAX).nullable().default(null),
      }),
    )
    .output(wrapped(Booking))
    .errors(failsWith('BookingNotFound', 'BookingStatusWrong', 'ChangedMeanwhile')),

  export: endpoint({ permission: 'contacts_export' })
    .route({
      method: 'POST',
      path: '/bookings/Booking/export',
      tags,
      summary: 'Returns a short-lived URL of the bookings as a CSV file; the export is audited',
    })
    .input(z.object({ criteria: BookingCriteria.default({}) }))
    .output(z.object({ url: z.string() }))
    .errors(failsWith('InvalidInput', 'NotInTrial')),
}
