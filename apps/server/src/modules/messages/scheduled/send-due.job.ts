import type { ScheduledMessage } from '@frontdesk/contract/api'
import { z } from 'zod'
import { isAfter } from '../../../platform/clock.ts'
import { isUnavailable } from '../../../platform/database/unavailable.ts'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob, type JobSpec } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { CarryDeps } from '../deps.ts'
import { scheduledMessageChanged } from '../events.ts'
import { findScheduled } from './scheduled-queries.ts'
import { type Due, findDue, sendDueBatch } from './send-due-batch.ts'

const SEND_SCHEDULED_MESSAGES = 'send-scheduled-messages'
const SEND_REMINDERS = 'send-reminders'

/** Messages per transaction, so that a teammate's text in one of their conversations waits only briefly. */
const BATCH = 25
/** After this time the job queues again, behind the texts it has written and the jobs of other businesses. */
const TURN_MS = 2000
/** So many that cannot be sent have a common cause, and are tried again later. */
const FAILED_MAX = 500

interface Moment {
  tenantId: string
  dueAt: string
}

const sendDueSpec = ({ tenantId, dueAt }: Moment, kind: ScheduledMessage['kind']) =>
  ({
    ...(kind === 'automatic'
      ? { identifier: SEND_REMINDERS, jobKey: `reminders:${dueAt}` }
      : { identifier: SEND_SCHEDULED_MESSAGES, jobKey: `scheduled:${dueAt}` }),
    payload: { tenantId, dueAt },
    runAt: dueAt,
  }) satisfies JobSpec

/**
 * One job for all messages of a business that are due at the same time. Enqueued by the dispatcher: two transactions
 * that enqueue jobs with the same keys would wait for each other.
 */
export const dueSubscription = subscribe(scheduledMessageChanged, ({ tenantId, data: { kind, dueAt } }) =>
  dueAt === undefined ? [] : [sendDueSpec({ tenantId, dueAt }, kind)],
)

/**
 * Sends all messages of a business that are due, in batches. Safe to run twice, concurrently or too early: the states
 * of a batch share a transaction with the messages it writes, so a run that is killed continues after the last
 * committed one.
 */
async function sendDue(deps: CarryDeps, { tenantId, dueAt }: Moment, kind: ScheduledMessage['kind']): Promise<void> {
  const startedAt = performance.now()
  const { runAt, ...spec } = sendDueSpec({ tenantId, dueAt }, kind)
  const failed: string[] = []
  let failure: unknown
  for (;;) {
    let due: Due[] = []
    try {
      const isOver = await deps.inTenant({ tenantId }, async (tx) => {
        due = await findDue(tx, { isAutomatic: kind === 'automatic', limit: BATCH, except: failed })
        if (due.length === 0) {
          if (isAfter(dueAt, tx.now())) await enqueue(tx, { ...spec, runAt })
          return true
        }
        if (failure === undefined && performance.now() - startedAt > TURN_MS) {
          await enqueue(tx, spec)
          return true
        }
        await sendDueBatch(deps, tx, due)
        return false
      })
      if (isOver) break
    } catch (error) {
      // One message that cannot be sent must not hold up the others.
      if (due.length === 0 || isUnavailable(error) || failed.length > FAILED_MAX) throw error
      for (const each of due)
        await deps
          .inTenant({ tenantId }, (tx) => sendDueBatch(deps, tx, [each]))
          .catch((cause: unknown) => {
            failed.push(each.id)
            failure = cause
          })
    }
  }
  if (failure !== undefined) throw failure
}

const Payload = z.object({ tenantId: z.uuid(), dueAt: z.string() })

/** Messages that teammates scheduled, or can still undo. */
export const sendScheduledMessages = defineJob({
  name: SEND_SCHEDULED_MESSAGES,
  lane: 'sending',
  payload: Payload,
  run: (deps: CarryDeps, moment) => sendDue(deps, moment, 'scheduled'),
})

/** Reminders of bookings and payments. In the lane of bulk texts, as many are due together. */
export const sendReminders = defineJob({
  name: SEND_REMINDERS,
  lane: 'bulk',
  payload: Payload,
  run: (deps: CarryDeps, moment) => sendDue(deps, moment, 'automatic'),
})

/** Jobs that an earlier version enqueued, for one message each. */
export const sendScheduledMessage = defineJob({
  name: 'send-scheduled-message',
  lane: 'sending',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: CarryDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const [row] = await findScheduled(tx, [id])
      if (row?.state === 'waiting' || row?.state === 'held')
        await enqueue(tx, sendDueSpec({ tenantId, dueAt: row.dueAt }, row.kind))
    }),
})
