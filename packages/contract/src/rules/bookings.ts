import { SEND_GATE_REASONS } from './delivery.ts'
import { isSameLanguage } from './language.ts'
import type { Share } from './payment-amounts.ts'

/** Statuses in which a booking holds its resources. */
export const HOLDING_STATUSES = ['held', 'requested', 'booked', 'confirmed', 'arrived'] as const
/** Statuses of bookings that have ended. */
const ENDED_STATUSES = ['completed', 'cancelled', 'declined', 'no-show', 'expired'] as const
export const BOOKING_STATUSES = [...HOLDING_STATUSES, ...ENDED_STATUSES] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

export const isHolding = (status: BookingStatus): status is (typeof HOLDING_STATUSES)[number] =>
  (HOLDING_STATUSES as readonly BookingStatus[]).includes(status)

/** Statuses in which a visit can be moved. A hold can’t: it reserves one chosen time. */
export const MOVABLE_STATUSES = ['requested', 'booked', 'confirmed', 'arrived'] as const
export const isMovableStatus = (status: BookingStatus): status is (typeof MOVABLE_STATUSES)[number] =>
  (MOVABLE_STATUSES as readonly BookingStatus[]).includes(status)

/** Statuses that a teammate sets, by present status. Cancelling and moving are endpoints of their own. */
export const NEXT_STATUSES: Record<BookingStatus, readonly BookingStatus[]> = {
  held: [],
  requested: ['booked', 'declined'],
  booked: ['confirmed', 'arrived', 'completed', 'no-show'],
  confirmed: ['booked', 'arrived', 'completed', 'no-show'],
  arrived: ['booked', 'completed'],
  // Undoing the end of a visit takes resources that are still free.
  completed: ['arrived', 'booked'],
  cancelled: ['booked'],
  declined: ['requested'],
  'no-show': ['booked', 'arrived'],
  expired: [],
}

/** State of a visit at the desk, from its status and the contact’s reports. */
export const DESK_STATES = ['expected', 'on-the-way', 'late', 'here', 'done', 'no-show'] as const
export type DeskState = (typeof DESK_STATES)[number]

/** The state of a visit at the desk; null for one that is not expected. */
export function deskStateOf(booking: {
  status: BookingStatus
  onTheWayOnUtc: string | null
  lateMinutes: number | null
}): DeskState | null {
  switch (booking.status) {
    case 'booked':
    case 'confirmed':
      if (booking.lateMinutes !== null) return 'late'
      return booking.onTheWayOnUtc === null ? 'expected' : 'on-the-way'
    case 'arrived':
      return 'here'
    case 'completed':
      return 'done'
    case 'no-show':
      return 'no-show'
    default:
      return null
  }
}

export const BOOKING_SOURCES = ['teammate', 'page', 'text', 'automation', 'ai', 'calendar'] as const
export type BookingSource = (typeof BOOKING_SOURCES)[number]

export const RESOURCE_KINDS = ['teammate', 'room', 'equipment'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** Rules that close a time. */
export const SLOT_RULES = [
  'past',
  'notice',
  'horizon',
  'hours',
  'business-hours',
  'holiday',
  'time-off',
  'block',
  'calendar',
  'buffer',
  'booking',
  'day-limit',
  'person-limit',
  'no-resource',
  'archived',
] as const
export type SlotRule = (typeof SLOT_RULES)[number]

/** Rules that a teammate may ignore, by name. Overlaps never are. */
export const OVERRIDABLE_RULES = [
  'past',
  'notice',
  'horizon',
  'hours',
  'business-hours',
  'holiday',
  'time-off',
  'block',
  'calendar',
  'buffer',
  'day-limit',
  'person-limit',
] as const satisfies readonly SlotRule[]
export type OverridableRule = (typeof OVERRIDABLE_RULES)[number]

export const BOOKING_ORDERS = ['startsOnUtc', 'createdOnUtc'] as const
export type BookingOrder = (typeof BOOKING_ORDERS)[number]

export const STEP_MINUTES = [15, 30] as const
export const SERVICE_NAME_MAX = 80
export const SERVICE_TEXT_MAX = 1000
/** URL of the picture of a service, which requires the session's files cookie. */
export const SERVICE_PICTURE_URL = /^\/files\/services\/[0-9a-f]{32}$/
export const SERVICES_MAX = 300
export const RESOURCES_MAX = 300
export const RESOURCE_NAME_MAX = 60
export const DURATIONS_MAX = 8
/** Limits of a length, a buffer, and a processing gap, in minutes. */
export const DURATION_MINUTES = { min: 5, max: 12 * 60 } as const
/** A teammate may give a service in a visit another length, up to a day. */
export const ITEM_MINUTES_MAX = 24 * 60
export const BUFFER_MINUTES_MAX = 240
export const GAP_MINUTES_MAX = 480
export const NOTICE_MINUTES_MAX = 60 * 24 * 60
export const HORIZON_DAYS_MAX = 730
export const SEATS_MAX = 200
export const QUESTIONS_MAX = 10
export const QUESTION_MAX = 200
export const ANSWER_MAX = 500
/** Services in one visit. */
export const VISIT_ITEMS_MAX = 8
/** From the start of the first service of a visit to the end of its last one. */
export const VISIT_MINUTES_MAX = VISIT_ITEMS_MAX * ITEM_MINUTES_MAX + (VISIT_ITEMS_MAX - 1) * GAP_MINUTES_MAX
export const BOOKING_NOTE_MAX = 2000
export const SERIES_MAX = 52
/** Why a moved booking cannot go back: something is at its previous time, or it was changed or ended since. */
export const MOVE_KEPT_REASONS = ['taken', 'changed'] as const
export const SERIES_WEEKS_MAX = 26
/** How long a slot is held for someone who is deciding. */
export const HOLD_MINUTES = 10
/** Times that one text offers, and the days from which they are chosen. */
export const OFFERED_TIMES = 3
export const OFFER_DAYS = 28
/** People who wait for a time at once. */
export const WAITLIST_MAX = 500
/** How long a time can be held for someone on the waitlist. */
export const WAITLIST_HOLD_MINUTES = { min: 5, max: 120 } as const
/** Why someone on the waitlist is not offered a time. */
export const WAITLIST_SKIP_REASONS = [...SEND_GATE_REASONS, 'no-number'] as const
export type WaitlistSkipReason = (typeof WAITLIST_SKIP_REASONS)[number]
/** Slots that a refused booking suggests instead. */
export const NEAREST_SLOTS = 3
/** Days of slots in one request. */
export const SLOT_DAYS_MAX = 42
/** Days of open times in one request. */
export const OPEN_DAYS_MAX = 7
/** Days of a calendar in one request. */
export const CALENDAR_DAYS_MAX = 42
/** Bookings that a calendar shows at once. */
export const CALENDAR_BOOKINGS_MAX = 5000
/** Totals are counted up to this many bookings. */
export const STATS_BOOKINGS_MAX = 50_000
export const LATE_MINUTES_MAX = 240
/** No-shows and late cancellations of this many months are counted. */
export const NO_SHOW_MONTHS = 12
/** A contact who cancels less than this before a visit cancels late. */
export const LATE_CANCEL_HOURS = 24
export const APPROVAL_AFTER_MAX = 20

/** The languages that booking pages have. */
export const PAGE_LANGUAGES = ['en', 'es', 'fr'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]
/** The language of our own texts to a contact; English if there are none in theirs. */
export const pageLanguageOf = (language: string | null | undefined): PageLanguage =>
  PAGE_LANGUAGES.find((each) => language && isSameLanguage(each, language)) ?? 'en'

const LOCALES: Record<PageLanguage, string> = { en: 'en-US', es: 'es-US', fr: 'fr-CA' }
/** The locale for amounts and times in a language: in our own, that of the United States and Canada. */
export function localeOf(language: string): string {
  const ours = PAGE_LANGUAGES.find((each) => each === language)
  return ours ? LOCALES[ours] : language
}
export const BOOKING_PAGE_PATH = '/book/'
/** The page of one visit, for its contact. */
export const VISIT_PAGE_PATH = '/visit/'
/** The name of a business in the address of its booking page: lower-case words joined by single hyphens. */
export const BOOKING_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const BOOKING_SLUG_LENGTH = { min: 3, max: 60 } as const
export const PAGE_INTRO_MAX = 500
export const PAGE_CONSENT_MAX = 500
export const PAGE_COUNTRIES_MAX = 20
export const EMBEDDING_SITES_MAX = 10
export const CUT_OFF_MINUTES_MAX = 14 * 24 * 60
/** How long a page shows slots for at a time. */
export const PAGE_DAYS = 7
/** Digits of the code that proves a number, how long it is valid, and how often it can be wrong. */
export const PROOF_CODE_DIGITS = 6
export const PROOF_CODES_WRONG_MAX = 5
/** Times that people choose from when they run late. */
export const LATE_CHOICES = [5, 10, 15, 30] as const

/** A service has at least one length, and no length twice. */
export const areDurationsValid = (durations: readonly number[]): boolean =>
  durations.length > 0 && new Set(durations).size === durations.length

/** What visitors of a booking page agree to, unless the business has a wording of its own. */
const CONSENT_TEXTS: Record<PageLanguage, string> = {
  en: 'Text me news and offers. Message frequency varies, message and data rates may apply. Reply STOP to opt out.',
  es: 'Envíenme novedades y ofertas por mensaje de texto. La frecuencia varía y pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más.',
  fr: 'Envoyez-moi des nouvelles et des offres par texto. La fréquence varie et des frais de messages et de données peuvent s’appliquer. Répondez STOP pour ne plus en recevoir.',
}

/** The wording as a page in a language shows it: the default is translated, a wording of the business stays as it is. */
export const consentTextIn = (consentText: string, language: PageLanguage): string =>
  consentText === CONSENT_TEXTS.en ? CONSENT_TEXTS[language] : consentText

/** Until a business saves its own. Without words that carriers take for opt-outs or opt-ins. */
export const DEFAULT_BOOKING_CONFIGS = {
  reminders: [
    {
      minutesBefore: 24 * 60,
      text: 'Hi :contact_first_name:, :business_name: expects you for :booking_service: on :booking_time:. Reply C to confirm or R for another time.',
    },
    {
      minutesBefore: 120,
      text: 'Hi :contact_first_name:, see you at :business_name: on :booking_time: for :booking_service:. Text OMW when you leave, or LATE 10 if you are late.',
    },
  ],
  bookedText:
    'Hi :contact_first_name:, you are booked at :business_name: for :booking_service: on :booking_time:. Change it here: :booking_link:',
  rescheduledText:
    'Hi :contact_first_name:, your visit at :business_name: for :booking_service: is now on :booking_time:.',
  cancelledText:
    'Hi :contact_first_name:, your visit at :business_name: on :booking_time: has been canceled. Text us if you would like a new time.',
  requestedText:
    'Hi :contact_first_name:, thank you for requesting :booking_service: at :business_name: on :booking_time:. We will text you once it is booked.',
  declinedText:
    'Hi :contact_first_name:, sorry, :business_name: is not available for :booking_service: on :booking_time:. Text us if you would like another time.',
  noShowGraceMinutes: 15,
  approvalAfterNoShows: null as number | null,
  answersTexts: true,
  waitlist: { isEnabled: false, holdMinutes: HOLD_MINUTES },
  mailsVisits: true,
  payments: { refundCutOffMinutes: 24 * 60, noShowFee: null as Share | null },
  page: {
    isOnline: false,
    slug: '',
    intro: '',
    color: '#0b7285',
    languages: ['en', 'es', 'fr'] as PageLanguage[],
    countries: ['US', 'CA'],
    cutOffMinutes: 120,
    consentText: CONSENT_TEXTS.en,
    offersTeammates: true,
    embeddingSites: [] as string[],
  },
}
