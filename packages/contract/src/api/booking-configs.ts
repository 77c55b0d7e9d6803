import { z } from 'zod'
import { REFUND_CUT_OFF_MINUTES_MAX } from '../rules/booking-payments.ts'
import {
  APPROVAL_AFTER_MAX,
  BOOKING_SLUG,
  BOOKING_SLUG_LENGTH,
  CUT_OFF_MINUTES_MAX,
  EMBEDDING_SITES_MAX,
  PAGE_CONSENT_MAX,
  PAGE_COUNTRIES_MAX,
  PAGE_INTRO_MAX,
  PAGE_LANGUAGES,
  WAITLIST_HOLD_MINUTES,
} from '../rules/bookings.ts'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { Share } from './money.ts'
import { words } from './words.ts'

const text = words().max(MESSAGE_TEXT_MAX)

/** The page on which people book without a login. */
export const BookingPageConfigs = z.object({
  isOnline: z.boolean(),
  slug: z
    .union([z.literal(''), z.string().min(BOOKING_SLUG_LENGTH.min).max(BOOKING_SLUG_LENGTH.max).regex(BOOKING_SLUG)])
    .describe('Last part of its address. Earlier ones still lead there.'),
  intro: words().max(PAGE_INTRO_MAX),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'A hash sign and six hex digits'),
  languages: z
    .array(z.enum(PAGE_LANGUAGES))
    .min(1)
    .max(PAGE_LANGUAGES.length)
    .refine((list) => new Set(list).size === list.length, 'Each language once'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Two letters, such as US'))
    .min(1)
    .max(PAGE_COUNTRIES_MAX)
    .describe('Countries whose numbers can book.'),
  cutOffMinutes: z
    .int()
    .min(0)
    .max(CUT_OFF_MINUTES_MAX)
    .describe('Before a visit, within which its contact can no longer move or cancel it online.'),
  consentText: words()
    .max(PAGE_CONSENT_MAX)
    .describe('What people agree to with the box for marketing texts; empty: there is no box.'),
  offersTeammates: z.boolean().describe('Whether people choose a teammate.'),
  embeddingSites: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/, 'An origin such as https://example.com'),
    )
    .max(EMBEDDING_SITES_MAX),
})
export type BookingPageConfigs = z.infer<typeof BookingPageConfigs>

/** How a business takes bookings. */
export const BookingConfigs = z.object({
  reminders: z
    .array(
      z.object({
        minutesBefore: z
          .int()
          .min(15)
          .max(30 * 24 * 60),
        text: text.min(1),
      }),
    )
    .max(5)
    .refine((list) => new Set(list.map(({ minutesBefore }) => minutesBefore)).size === list.length, 'Each time once'),
  bookedText: text.describe('Sent when a visit is booked and the contact is told; empty: none.'),
  rescheduledText: text,
  cancelledText: text,
  requestedText: text.describe('Sent when someone books a service online that a teammate approves first.'),
  declinedText: text.describe('Sent when a teammate declines such a request.'),
  noShowGraceMinutes: z.int().min(0).max(240).describe('Before a visit that did not begin is shown as missed.'),
  approvalAfterNoShows: z
    .int()
    .min(1)
    .max(APPROVAL_AFTER_MAX)
    .nullable()
    .describe('No-shows in a year after which what a contact books online needs approval; null: never.'),
  answersTexts: z
    .boolean()
    .describe('Whether texts such as C, R, OMW, LATE 10 and HERE change visits, and are answered.'),
  waitlist: z
    .object({
      isEnabled: z.boolean(),
      holdMinutes: z.int().min(WAITLIST_HOLD_MINUTES.min).max(WAITLIST_HOLD_MINUTES.max),
    })
    .describe('Whether times that become free are offered to the waitlist by text, and how long each is held.'),
  mailsVisits: z
    .boolean()
    .describe('Whether contacts with an email address get a mail with a calendar file when they are told of a visit.'),
  payments: z
    .object({
      refundCutOffMinutes: z
        .int()
        .min(0)
        .max(REFUND_CUT_OFF_MINUTES_MAX)
        .describe('How long before a visit a contact must cancel to get back what they paid for it.'),
      noShowFee: Share.nullable().describe(
        'The most that may be charged to a card kept for a visit: a share of its price, or an amount; null: nothing.',
      ),
    })
    .describe('The terms that contacts agree to when they pay for a visit or leave a card on file for it.'),
  page: BookingPageConfigs,
  version: z.int(),
})
export type BookingConfigs = z.infer<typeof BookingConfigs>

const tags = ['bookings']

export const bookingConfigs = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/bookings/Configs/get', tags, summary: 'Returns how the business takes bookings' })
    .output(wrapped(BookingConfigs)),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({ method: 'POST', path: '/bookings/Configs/save', tags, summary: 'Changes how the business takes bookings' })
    .input(
      BookingConfigs.omit({ version: true })
        .partial()
        .extend({ version: z.int32().min(0) }),
    )
    .output(wrapped(BookingConfigs))
    .errors(failsWith('ChangedMeanwhile', 'SlugTaken', 'InvalidInput')),
}
