import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

const text = words().max(MESSAGE_TEXT_MAX)

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
  noShowGraceMinutes: z.int().min(0).max(240).describe('Before a visit that did not begin is shown as missed.'),
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
    .errors(failsWith('ChangedMeanwhile')),
}
