import type { BookingQuestion, BookingService } from '@frontdesk/contract/api'
import {
  currencyDecimals,
  DURATION_MINUTES,
  NOTICE_MINUTES_MAX,
  type ServicePayment,
  type Share,
  type STEP_MINUTES,
} from '@frontdesk/contract/rules'

export const NOTICE_UNITS = ['minutes', 'hours', 'days'] as const
export type NoticeUnit = (typeof NOTICE_UNITS)[number]

const MINUTES: Record<NoticeUnit, number> = { minutes: 1, hours: 60, days: 24 * 60 }

/** A service that follows, as the form edits it. */
export interface FollowOnValue {
  /** null until it is chosen. */
  serviceID: string | null
  gapMinutes: number | null
}

/** Values of the form of a service. Numbers are null while their field is empty. */
export interface ServiceValues {
  name: string
  description: string
  pictureURL: string | null
  color: string
  durations: (number | null)[]
  /** As typed: a text while it is incomplete. */
  price: number | string
  paymentKind: ServicePayment
  deposit: Share | null
  locationIDs: string[]
  resourceIDs: string[]
  bufferBeforeMinutes: number | null
  bufferAfterMinutes: number | null
  notice: number | null
  noticeUnit: NoticeUnit
  horizonDays: number | null
  stepMinutes: (typeof STEP_MINUTES)[number]
  dayMax: number | null
  personMax: number | null
  isGroup: boolean
  seats: number | null
  isOnline: boolean
  requiresApproval: boolean
  questions: BookingQuestion[]
  followOns: FollowOnValue[]
  /** null for a new one. */
  version: number | null
}

export const newServiceValues = (color: string, locationIDs: string[]): ServiceValues => ({
  name: '',
  description: '',
  pictureURL: null,
  color,
  durations: [30],
  price: '',
  paymentKind: 'none',
  deposit: null,
  locationIDs,
  resourceIDs: [],
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  notice: 1,
  noticeUnit: 'hours',
  horizonDays: 90,
  stepMinutes: 30,
  dayMax: null,
  personMax: null,
  isGroup: false,
  seats: 8,
  isOnline: true,
  requiresApproval: false,
  questions: [],
  followOns: [],
  version: null,
})

/** The notice in the largest unit that divides it; none is 0 hours. */
export function noticeOf(minutes: number): { notice: number; noticeUnit: NoticeUnit } {
  if (minutes === 0) return { notice: 0, noticeUnit: 'hours' }
  const noticeUnit = NOTICE_UNITS.findLast((unit) => minutes % MINUTES[unit] === 0) ?? 'minutes'
  return { notice: minutes / MINUTES[noticeUnit], noticeUnit }
}

export function serviceValues(service: BookingService): ServiceValues {
  const { name, description, pictureURL, color, durations, priceAmount, currency, locationIDs, resourceIDs, seats } =
    service
  const { bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes, horizonDays, stepMinutes } = service
  const { dayMax, personMax, isOnline, requiresApproval, questions, followOns, version, paymentKind, deposit } = service
  return {
    name,
    description,
    pictureURL,
    color,
    durations,
    paymentKind,
    deposit,
    price: priceAmount === null ? '' : priceAmount / 10 ** currencyDecimals(currency),
    locationIDs,
    resourceIDs,
    bufferBeforeMinutes,
    bufferAfterMinutes,
    ...noticeOf(noticeMinutes),
    horizonDays,
    stepMinutes,
    dayMax,
    personMax,
    isGroup: seats > 1,
    seats: seats > 1 ? seats : 8,
    isOnline,
    requiresApproval,
    questions,
    followOns,
    version,
  }
}

/** The notice in minutes; null if it is none that can be saved. */
export function noticeMinutes({ notice, noticeUnit }: Pick<ServiceValues, 'notice' | 'noticeUnit'>): number | null {
  const minutes = (notice ?? -1) * MINUTES[noticeUnit]
  return minutes >= 0 && minutes <= NOTICE_MINUTES_MAX ? minutes : null
}

/** In the smallest unit of the currency; null without a price. */
export function priceAmount({ price }: Pick<ServiceValues, 'price'>, currency: string): number | null {
  const typed = Number(price)
  return price === '' || Number.isNaN(typed) ? null : Math.round(typed * 10 ** currencyDecimals(currency))
}

export const isLength = (minutes: number | null): minutes is number =>
  minutes !== null && minutes >= DURATION_MINUTES.min && minutes <= DURATION_MINUTES.max

/** Input for saving valid form values. */
export function toServiceInput(values: ServiceValues, currency: string) {
  const { name, description, color, locationIDs, resourceIDs, stepMinutes, dayMax, personMax, questions } = values
  const { isOnline, requiresApproval, pictureURL, paymentKind, deposit } = values
  return {
    name: name.trim(),
    description: description.trim(),
    pictureURL,
    color,
    durations: values.durations.filter(isLength),
    priceAmount: priceAmount(values, currency),
    paymentKind: isOnline ? paymentKind : 'none',
    deposit: isOnline && paymentKind === 'deposit' ? deposit : null,
    locationIDs,
    resourceIDs,
    bufferBeforeMinutes: values.bufferBeforeMinutes ?? 0,
    bufferAfterMinutes: values.bufferAfterMinutes ?? 0,
    noticeMinutes: noticeMinutes(values) ?? 0,
    horizonDays: values.horizonDays ?? 90,
    stepMinutes,
    dayMax,
    personMax,
    seats: values.isGroup ? (values.seats ?? 1) : 1,
    isOnline,
    requiresApproval: isOnline && requiresApproval,
    questions: questions.map(({ text, isRequired }) => ({ text: text.trim(), isRequired })),
    followOns: values.followOns.flatMap(({ serviceID, gapMinutes }) =>
      serviceID === null ? [] : [{ serviceID, gapMinutes: gapMinutes ?? 0 }],
    ),
  }
}
