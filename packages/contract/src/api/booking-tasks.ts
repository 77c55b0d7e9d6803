import { z } from 'zod'
import { BOOKING_TASK_KINDS, BOOKING_TASK_REASONS, BOOKING_TASKS_MAX } from '../rules/booking-tasks.ts'
import { Booking } from './bookings.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

/** A task for the front desk about a visit. */
export const BookingTask = z.object({
  id: z.uuid(),
  kind: z.enum(BOOKING_TASK_KINDS),
  reason: z.enum(BOOKING_TASK_REASONS),
  createdOnUtc: z.iso.datetime(),
  doneOnUtc: z.iso.datetime().nullable(),
  doneBy: z.string().nullable().describe('The teammate who did it.'),
  booking: Booking,
})
export type BookingTask = z.infer<typeof BookingTask>

const tags = ['bookings']
const byId = z.object({ id: z.uuid().meta({ names: 'bookingTask' }) })

export const bookingTasks = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/Task/get-list',
      tags,
      summary: 'Lists what is to be done about visits that are ahead, those of the next visits first',
    })
    .input(
      z.object({
        locationIDs: z.array(z.uuid()).max(100).optional(),
        bookingID: z
          .uuid()
          .meta({ names: 'booking' })
          .optional()
          .describe('All tasks of this visit, also those that are done or no longer matter.'),
      }),
    )
    .output(
      wrapped(
        z.object({
          tasks: z.array(BookingTask),
          isTruncated: z.boolean().describe(`There are more than ${BOOKING_TASKS_MAX}.`),
        }),
      ),
    ),

  done: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/bookings/Task/done', tags, summary: 'Marks a task as done' })
    .input(byId)
    .output(wrapped(BookingTask))
    .errors(failsWith('BookingTaskNotFound')),

  undo: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/bookings/Task/undo', tags, summary: 'Opens a task again that was done' })
    .input(byId)
    .output(wrapped(BookingTask))
    .errors(failsWith('BookingTaskNotFound')),
}
