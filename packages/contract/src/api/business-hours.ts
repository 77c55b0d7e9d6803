import { z } from 'zod'
import { areSpansApart, type Weekday } from '../rules/business-hours.ts'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { CalendarDateInput } from './instants.ts'
import { words } from './words.ts'

const SPANS_MAX = 6
const EXCEPTIONS_MAX = 200

const Opening = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:00')
const Closing = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time such as 17:30, or 24:00')

/** Opening hours in local time. A span that closes before it opens ends on the next day. */
export const OpenSpan = z.object({ opens: Opening, closes: Closing })
export type OpenSpan = z.infer<typeof OpenSpan>

const DaySpans = z.array(OpenSpan).max(SPANS_MAX).refine(areSpansApart, 'Hours on the same day cannot overlap')

/** A day with different hours; closed if it has none. */
export const HoursException = z.object({
  date: CalendarDateInput,
  name: words().max(60).default(''),
  spans: DaySpans,
})
export type HoursException = z.infer<typeof HoursException>

export const Week = z.object({
  monday: DaySpans,
  tuesday: DaySpans,
  wednesday: DaySpans,
  thursday: DaySpans,
  friday: DaySpans,
  saturday: DaySpans,
  sunday: DaySpans,
})

export type WeekHours = z.infer<typeof Week>

const Exceptions = z
  .array(HoursException)
  .max(EXCEPTIONS_MAX)
  .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, 'Only one exception per day')

/** Opening hours of a location, in its time zone. */
export interface OpeningHours {
  timeZone: string
  week: Record<Weekday, OpenSpan[]>
  exceptions: HoursException[]
}

export const AfterHours = z.object({
  isEnabled: z.boolean(),
  message: words().max(MESSAGE_TEXT_MAX).describe('May contain template variables.'),
})

export const BusinessHours = z.object({
  locationID: z.uuid(),
  timeZone: z.string(),
  /** Hours that were never saved have no effect. */
  isSet: z.boolean(),
  week: Week,
  exceptions: z.array(HoursException),
  afterHours: AfterHours,
  version: z.int(),
})
export type BusinessHours = z.infer<typeof BusinessHours>

const service = { tags: ['main'] }

export const businessHours = {
  getList: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/BusinessHours/get-list',
      summary: 'Lists business hours of the locations the caller can see',
      ...service,
    })
    .output(z.object({ businessHours: z.array(BusinessHours) })),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/BusinessHours/save',
      summary: 'Saves the business hours of a location',
      ...service,
    })
    .input(
      z
        .object({
          locationID: z.uuid(),
          week: Week,
          exceptions: Exceptions,
          afterHours: AfterHours,
          version: z.int32().min(0).describe('0 if none have been saved yet.'),
        })
        .refine(({ afterHours }) => !afterHours.isEnabled || afterHours.message !== '', {
          path: ['afterHours', 'message'],
          message: 'Write a message, or turn it off.',
        }),
    )
    .output(BusinessHours)
    .errors(failsWith('LocationNotFound', 'ChangedMeanwhile')),
}
