import { SCHEDULE_LATE_MS } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps } from '../deps.ts'
import { evaluateSendGate } from '../outbound/evaluate-send-gate.ts'
import { lockCarried, postponeScheduled, sendScheduled } from './change-scheduled.ts'
import { SEND_SCHEDULED_MESSAGE, scheduledSpec } from './publish-scheduled.ts'
import { lockScheduled } from './scheduled-queries.ts'

/**
 * Sends a scheduled message when it is due: under the conversation's lock it becomes a message, is held, or stops with a
 * reason. Safe to run twice or too early.
 */
export const sendScheduledMessage = defineJob({
  name: SEND_SCHEDULED_MESSAGE,
  lane: 'sending',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: CarryDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      await lockCarried(deps, tx, id)
      const locked = await lockScheduled(tx, null, id)
      if (!locked || (locked.row.state !== 'waiting' && locked.row.state !== 'held')) return
      const { row, conversation } = locked
      const now = deps.now()
      if (isAfter(row.dueAt, now)) return enqueue(tx, scheduledSpec({ tenantId, id }, row.dueAt))
      if (row.kind === 'scheduled' && isAfter(now, shift(row.dueAt, SCHEDULE_LATE_MS)))
        return postponeScheduled(deps, tx, { row, conversation, set: { state: 'stopped', reasons: ['too-late'] } })

      const { expiresAt } = row
      const isUseless = (at: string) => expiresAt !== null && isAfter(at, expiresAt)
      if (isUseless(now))
        return postponeScheduled(deps, tx, { row, conversation, set: { state: 'cancelled', reasons: ['too-late'] } })

      const { contactPhone, tenantPhone } = pairBy(conversation, row.viaId)
      const { decision } = await evaluateSendGate(deps, tx, {
        contactPhone,
        tenantPhone,
        purpose: row.kind === 'undo' ? 'conversation' : 'automatic',
        isAutomated: row.authorUserId === null,
      })
      const { verdict } = decision
      if (verdict === 'hold' && isUseless(decision.until))
        return postponeScheduled(deps, tx, {
          row,
          conversation,
          set: { state: 'cancelled', reasons: decision.reasons },
        })
      if (verdict === 'send') {
        const isTimed = row.kind === 'scheduled'
        await sendScheduled(deps, tx, { row, conversation, ...(isTimed && { gate: decision.basis }) })
      } else
        await postponeScheduled(deps, tx, {
          row,
          conversation,
          set:
            verdict === 'hold'
              ? { state: 'held', reasons: decision.reasons, dueAt: decision.until }
              : { state: 'stopped', reasons: decision.reasons },
        })
    }),
})
