import type { DeliveryReason, StopReason, TextProblem } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findForText } from '../bookings/index.ts'
import { messageDeliveryChanged, scheduledMessageChanged } from '../messages/events.ts'
import { findScheduled, type ScheduledRow } from '../messages/index.ts'
import { findMessages } from '../threads/index.ts'
import { addCallTask } from './add-call-task.ts'
import type { BookingMailDeps } from './deps.ts'
import { sendBookingMail } from './send-booking-mail.ts'

const NAME = 'replace-reminder'

const jobFor = (tenantId: string, id: string) => ({
  identifier: NAME,
  payload: { tenantId, id },
  jobKey: `${NAME}:${id}`,
})

/** The send gate stopped a reminder, or it was dropped. */
export const stoppedReminderSubscription = subscribe(scheduledMessageChanged, ({ tenantId, data }) =>
  data.isUnsentReminder ? [jobFor(tenantId, data.scheduledMessageID)] : [],
)

/** The carrier did not deliver a text, which may be a reminder: it keeps its id when it is sent. */
export const undeliveredReminderSubscription = subscribe(messageDeliveryChanged, ({ tenantId, messageId, data }) =>
  messageId && (data.status === 'failed' || data.status === 'undelivered') ? [jobFor(tenantId, messageId)] : [],
)

/**
 * Mails a reminder that did not arrive by text; if the contact has no email address, someone at the desk has to call
 * them. Safe to run twice: a reminder is replaced once, and one call is enough for a visit at its present time.
 */
export const replaceReminder = defineJob({
  name: NAME,
  lane: 'mail',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: BookingMailDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const [reminder] = await findScheduled(tx, [id])
      if (!reminder?.bookingId) return
      const reason = await findProblem(tx, reminder)
      const visit = reason && (await findForText(deps, tx, reminder.bookingId))
      if (!visit || !isAfter(visit.startsAt, tx.now())) return
      if (visit.status !== 'booked' && visit.status !== 'confirmed') return
      // The visit was moved since, and has other reminders.
      if (reminder.expiresAt !== visit.startsAt) return
      const { email } = visit
      if (email) return sendBookingMail(deps, tx, { visit: { ...visit, email }, kind: 'reminder', cause: id, reason })
      await addCallTask(tx, visit, reason)
    }),
})

/** Why a reminder did not arrive; null if it did, or is still on its way. */
async function findProblem(tx: TenantTx, { id, state, reasons }: ScheduledRow): Promise<TextProblem | null> {
  if (state === 'stopped' || state === 'cancelled') return reasons.length > 0 ? problemOf(reasons) : null
  if (state !== 'sent') return null
  const [message] = await findMessages(tx, [id])
  const isUndelivered = message?.deliveryStatus === 'failed' || message?.deliveryStatus === 'undelivered'
  if (!isUndelivered) return null
  return message.errorReason === null ? 'undelivered' : problemOf([message.errorReason], 'undelivered')
}

const PROBLEMS: Partial<Record<StopReason | DeliveryReason, TextProblem>> = {
  'opted-out': 'opted-out',
  landline: 'landline',
  blocked: 'blocked',
  unreachable: 'unreachable',
  'invalid-number': 'unreachable',
  'quiet-hours': 'too-late',
  'daily-limit': 'too-late',
  'too-late': 'too-late',
}

function problemOf(
  reasons: readonly (StopReason | DeliveryReason)[],
  otherwise: TextProblem = 'not-sent',
): TextProblem {
  for (const reason of reasons) {
    const problem = PROBLEMS[reason]
    if (problem) return problem
  }
  return otherwise
}
