import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { findConversation } from '../conversations/index.ts'
import { setUnreadMark } from './unread-marks.ts'
import { wakeLocked } from './wake-conversation.ts'

const Payload = z.object({ tenantId: z.uuid(), conversationId: z.uuid(), userId: z.uuid() })

const NAME = 'wake-snoozed'

/** Snoozed again, the newer hour takes the place of the older. */
export const wakeSpec = (payload: z.infer<typeof Payload>, runAt: string): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `wake:${payload.conversationId}`,
  runAt,
})

/**
 * Wakes a conversation at its hour, unread for whoever snoozed it. Safe to run twice and too early: what is awake stays so,
 * and what has another hour by now waits for that.
 */
export const wakeSnoozed = defineJob({
  name: NAME,
  lane: 'default',
  payload: Payload,
  run: (deps: ConversationDeps, payload) =>
    deps.inTenant(payload, async (tx) => {
      const { conversationId, userId } = payload
      const conversation = await findConversation(tx, null, conversationId, 'change')
      const { isSnoozed, snoozedUntil = null } = conversation?.attributes ?? {}
      if (!isSnoozed || snoozedUntil === null) return
      if (isAfter(snoozedUntil, deps.now())) {
        await enqueue(tx, wakeSpec(payload, snoozedUntil))
        return
      }
      await wakeLocked(deps, tx, conversationId, { by: null })
      await setUnreadMark(deps, tx, { userId, conversationId, isMarkedUnread: true })
    }),
})
