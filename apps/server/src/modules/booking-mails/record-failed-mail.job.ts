import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findForText } from '../bookings/index.ts'
import { mailFailed } from '../mail/events.ts'
import { findScheduled } from '../messages/index.ts'
import { addCallTask } from './add-call-task.ts'
import type { BookingMailDeps } from './deps.ts'

const NAME = 'record-failed-mail'

export const failedMailSubscription = subscribe(mailFailed, ({ tenantId, data: { mailID } }) => [
  { identifier: NAME, payload: { tenantId, mailId: mailID }, jobKey: `${NAME}:${mailID}` },
])

/**
 * Records that a mail about a visit did not arrive. If it replaced a reminder, the contact knows nothing yet, and
 * someone at the desk has to call them. Safe to run twice: one call is enough for a visit at its present time.
 */
export const recordFailedMail = defineJob({
  name: NAME,
  lane: 'mail',
  payload: z.object({ tenantId: z.uuid(), mailId: z.uuid() }),
  run: (deps: BookingMailDeps, { tenantId, mailId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const mail = await tx
        .updateTable('bookingMails')
        .set({ failedAt: tx.now() })
        .where('tenantId', '=', tx.tenantId)
        .where('mailId', '=', mailId)
        .returning(['bookingId', 'kind', 'cause'])
        .executeTakeFirst()
      if (mail?.kind !== 'reminder') return
      const visit = await findForText(deps, tx, mail.bookingId)
      if (!visit || !isAfter(visit.startsAt, tx.now())) return
      if (visit.status !== 'booked' && visit.status !== 'confirmed') return
      const [reminder] = await findScheduled(tx, [mail.cause])
      // The visit was moved since, and has other reminders.
      if (reminder && reminder.expiresAt !== visit.startsAt) return
      await addCallTask(tx, visit, 'mail-failed')
    }),
})
