import { z } from 'zod'
import { BOOKING_PAYMENT_KINDS, BOOKING_PAYMENT_OUTCOMES, BOOKING_PAYMENT_STATES } from '../rules/booking-payments.ts'
import {
  ANSWER_MAX,
  BOOKING_NOTE_MAX,
  BOOKING_SLUG_LENGTH,
  BOOKING_STATUSES,
  HOLD_MINUTES,
  LATE_MINUTES_MAX,
  PAGE_LANGUAGES,
  PROOF_CODE_DIGITS,
  QUESTIONS_MAX,
  SLOT_DAYS_MAX,
} from '../rules/bookings.ts'
import { ERROR_MESSAGES, ERRORS } from '../rules/errors.ts'
import { SlotTaken, Visit } from './availability.ts'
import { BookingQuestion } from './booking-services.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput, InstantInput } from './instants.ts'
import { personName, words } from './words.ts'

/** Public data of the booking page. */
export const BookingPage = z.object({
  businessName: z.string(),
  intro: z.string(),
  color: z.string(),
  languages: z.array(z.enum(PAGE_LANGUAGES)),
  countries: z.array(z.string()),
  consentText: z.string(),
  locations: z.array(
    z.object({ id: z.uuid(), name: z.string(), address: z.string(), phone: z.string(), timeZone: z.string() }),
  ),
  services: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      description: z.string(),
      color: z.string(),
      pictureURL: z.string().nullable(),
      durations: z.array(z.int()),
      priceAmount: z.int().nullable(),
      currency: z.string(),
      requiresApproval: z.boolean(),
      payment: z
        .object({ kind: z.enum(BOOKING_PAYMENT_KINDS), amount: z.int(), noShowFeeAmount: z.int().nullable() })
        .nullable()
        .describe('The payment required to book it online; null: none.'),
      questions: z.array(BookingQuestion).describe('Also of its follow-on services.'),
      locationIDs: z.array(z.uuid()),
      followOns: z.array(z.object({ serviceID: z.uuid(), gapMinutes: z.int() })),
      teammates: z
        .array(z.object({ resourceID: z.uuid(), name: z.string(), locationIDs: z.array(z.uuid()) }))
        .describe('To choose from; empty if people do not choose.'),
    }),
  ),
})
export type BookingPage = z.infer<typeof BookingPage>

/** A time as people outside the business see it. */
export const PageSlot = z.object({ startsOnUtc: z.iso.datetime(), endsOnUtc: z.iso.datetime() })
export type PageSlot = z.infer<typeof PageSlot>

/** The payment or card on file that a booking requires. */
export const PagePayment = z.object({
  kind: z.enum(BOOKING_PAYMENT_KINDS),
  state: z
    .enum([...BOOKING_PAYMENT_STATES, 'proposed'])
    .describe('`proposed`: the number is not verified yet. `booked`: it was paid, or the card is on file.'),
  amount: z.int().describe('0: nothing is charged now.'),
  currency: z.string(),
  noShowFeeAmount: z.int().nullable().describe('The maximum that may be charged to the card for a no-show.'),
  cutOffMinutes: z.int(),
  wording: z.string().nullable().describe('What the contact agreed to.'),
  isRefundable: z.boolean().describe('Whether it is refunded if the contact cancels now.'),
  outcome: z.enum(BOOKING_PAYMENT_OUTCOMES).nullable(),
})
export type PagePayment = z.infer<typeof PagePayment>

/** A visit as its contact sees it. */
export const PageVisit = z.object({
  businessName: z.string(),
  color: z.string(),
  languages: z.array(z.enum(PAGE_LANGUAGES)),
  status: z.enum(BOOKING_STATUSES),
  startsOnUtc: z.iso.datetime(),
  endsOnUtc: z.iso.datetime(),
  timeZone: z.string(),
  serviceNames: z.array(z.string()),
  teammateNames: z.array(z.string()),
  location: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  heldUntilUtc: z.iso.datetime().nullable(),
  canChange: z.boolean().describe('Whether it can still be moved and cancelled online.'),
  payment: PagePayment.nullable().describe('null: no payment is required.'),
  canArrive: z.boolean().describe('Whether its contact can say now that they are on the way, late or here.'),
  onTheWayOnUtc: z.iso.datetime().nullable(),
  lateMinutes: z.int().nullable(),
  delayMinutes: z.int().describe('Roughly how much later than booked it starts, because the business is running late.'),
  arrivedOnUtc: z.iso.datetime().nullable(),
  version: z.int(),
})
export type PageVisit = z.infer<typeof PageVisit>

const tags = ['booking pages']
const open = () => endpoint({ permission: 'public' })
const slug = z.string().min(1).max(BOOKING_SLUG_LENGTH.max)
const token = z.string().min(1).max(200).describe('From the link that its contact was texted.')
const slotTaken = { SlotTaken: { status: ERRORS.SlotTaken, message: ERROR_MESSAGES.SlotTaken, data: SlotTaken } }
const range = {
  from: CalendarDateInput.describe('The first day, in the zone of the location.'),
  days: z.int().min(1).max(SLOT_DAYS_MAX).default(7),
}
const slots = wrapped(z.object({ timeZone: z.string(), slots: z.array(PageSlot) }))
const held = z.object({ slug, clientBookingId: z.uuid().describe('That of the hold.') })

export const bookingPages = {
  get: open()
    .route({ method: 'GET', path: '/bookings/Page/get/{slug}', tags, summary: 'Returns a booking page' })
    .input(z.object({ slug }))
    .output(wrapped(BookingPage))
    .errors(failsWith('BookingPageClosed', 'TooManyAttempts')),

  slots: open()
    .route({ method: 'POST', path: '/bookings/Page/slots', tags, summary: 'Lists free times on a booking page' })
    .input(Visit.extend({ slug, ...range }))
    .output(slots)
    .errors(
      failsWith(
        'BookingPageClosed',
        'ServiceNotFound',
        'ResourceNotFound',
        'LocationNotFound',
        'TooManyAttempts',
        'InvalidInput',
      ),
    ),

  hold: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/hold',
      tags,
      summary: `Holds a time for ${HOLD_MINUTES} minutes. Safe to repeat`,
    })
    .input(Visit.extend({ slug, clientBookingId: z.uuid(), startsOnUtc: InstantInput }))
    .output(wrapped(PageVisit))
    .errors({
      ...failsWith(
        'BookingPageClosed',
        'ServiceNotFound',
        'ResourceNotFound',
        'LocationNotFound',
        'ClientBookingIdReused',
        'TooManyAttempts',
        'InvalidInput',
      ),
      ...slotTaken,
    }),

  sendCode: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/send-code',
      tags,
      summary: 'Keeps who wants the held time, and texts them a code that proves their number',
    })
    .input(
      held.extend({
        phone: z.string().trim().min(1).max(40),
        country: z.string().length(2).describe('Of a number without a country code.'),
        name: personName().min(1).max(120),
        email: z.union([z.literal(''), z.email().max(200)]).default(''),
        note: words().max(BOOKING_NOTE_MAX).default(''),
        answers: z
          .array(z.object({ question: z.string().max(200), answer: words().max(ANSWER_MAX) }))
          .max(QUESTIONS_MAX)
          .default([]),
        agreesToMarketing: z.boolean().default(false),
        language: z.enum(PAGE_LANGUAGES).default('en').describe('The language of the text with the code.'),
      }),
    )
    .output(wrapped(z.object({ phone: z.string() })))
    .errors(
      failsWith(
        'BookingPageClosed',
        'HoldExpired',
        'AnswerMissing',
        'NumberNotTextable',
        'PhoneNumberInexistent',
        'TooManyAttempts',
        'InvalidInput',
      ),
    ),

  book: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/book',
      tags,
      summary: 'Books the held time for who proves their number. Safe to repeat',
    })
    .input(
      held.extend({
        code: z
          .string()
          .trim()
          .regex(new RegExp(`^\\d{${PROOF_CODE_DIGITS}}$`)),
      }),
    )
    .output(
      wrapped(
        z.object({
          token: z.string().nullable().describe('null: not booked yet, because a payment or a card is required first.'),
          visit: PageVisit,
        }),
      ),
    )
    .errors({
      ...failsWith('BookingPageClosed', 'HoldExpired', 'ProofExpired', 'WrongProofCode', 'TooManyAttempts'),
      ...slotTaken,
    }),

  pay: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/pay',
      tags,
      summary:
        'Records that a contact agreed to the terms of a held visit, and returns the address of the page to pay or enter a card. Safe to repeat',
    })
    .input(
      held.extend({
        language: z.enum(PAGE_LANGUAGES).default('en').describe('The language of the wording.'),
        wording: words().max(1000).describe('The words that were shown; they must still be current.'),
      }),
    )
    .output(wrapped(z.object({ url: z.string(), visit: PageVisit })))
    .errors(
      failsWith(
        'BookingPageClosed',
        'HoldExpired',
        'ChangedMeanwhile',
        'PaymentsNotEnabled',
        'PaymentProviderUnavailable',
        'TooManyAttempts',
        'InvalidInput',
      ),
    ),

  release: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/release',
      tags,
      summary: 'Releases a held time before it is booked, and closes its payment page',
    })
    .input(held)
    .output(wrapped(z.object({ isReleased: z.boolean() })))
    .errors(failsWith('BookingPageClosed', 'TooManyAttempts')),

  getVisit: open()
    .route({ method: 'POST', path: '/bookings/Page/get-visit', tags, summary: 'Returns a visit to its contact' })
    .input(z.object({ token }))
    .output(wrapped(PageVisit))
    .errors(failsWith('VisitLinkInvalid', 'TooManyAttempts')),

  visitSlots: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/visit-slots',
      tags,
      summary: 'Lists the free times to which a visit can be moved',
    })
    .input(z.object({ token, ...range }))
    .output(slots)
    .errors(failsWith('VisitLinkInvalid', 'TooManyAttempts', 'ServiceNotFound', 'ResourceNotFound', 'InvalidInput')),

  reschedule: open()
    .route({ method: 'POST', path: '/bookings/Page/reschedule', tags, summary: 'Moves a visit, for its contact' })
    .input(z.object({ token, version: z.int32().min(1), startsOnUtc: InstantInput }))
    .output(wrapped(PageVisit))
    .errors({
      ...failsWith('VisitLinkInvalid', 'TooLateToChange', 'ChangedMeanwhile', 'TooManyAttempts', 'InvalidInput'),
      ...slotTaken,
    }),

  cancel: open()
    .route({ method: 'POST', path: '/bookings/Page/cancel', tags, summary: 'Cancels a visit, for its contact' })
    .input(z.object({ token, version: z.int32().min(1), reason: words().max(300).default('') }))
    .output(wrapped(PageVisit))
    .errors(failsWith('VisitLinkInvalid', 'TooLateToChange', 'ChangedMeanwhile', 'TooManyAttempts')),

  updateArrival: open()
    .route({
      method: 'POST',
      path: '/bookings/Page/update-arrival',
      tags,
      summary: 'Records that the contact of a visit is on the way, late, or here',
    })
    .input(
      z.object({
        token,
        arrival: z.enum(['on-the-way', 'late', 'here']),
        lateMinutes: z.int().min(1).max(LATE_MINUTES_MAX).optional().describe('With `late`.'),
      }),
    )
    .output(wrapped(PageVisit))
    .errors(failsWith('VisitLinkInvalid', 'BookingStatusWrong', 'TooManyAttempts', 'InvalidInput')),
}
