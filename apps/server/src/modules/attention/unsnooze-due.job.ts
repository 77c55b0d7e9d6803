import { isAfter } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { startChange } from '../changes/index.ts'
import { type ConversationDeps, findConversation } from '../conversations/index.ts'
import { unsnoozeChange } from './attention-changes.ts'
import { setUnreadMarks } from './unread-marks.ts'
import { UNSNOOZE_DUE, UnsnoozePayload, unsnoozeSpec } from './unsnooze-spec.ts'

/**
 * Unsnoozes a conversation at its time and marks it unread for the teammate who snoozed it. Safe to run twice or early:
 * a conversation that is no longer snoozed, or snoozed until later, stays as it is.
 */
export const unsnoozeDue = defineJob({
  name: UNSNOOZE_DUE,
  lane: 'default',
  payload: UnsnoozePayload,
  run: (deps: ConversationDeps, payload) =>
    deps.inTenant(payload, async (tx) => {
      const { conversationId, userId } = payload
      const conversation = await findConversation(tx, null, conversationId, 'change')
      const { isSnoozed, snoozedUntil = null } = conversation ?? {}
      if (!isSnoozed || snoozedUntil === null) return
      if (isAfter(snoozedUntil, deps.now())) {
        await enqueue(tx, unsnoozeSpec(payload, snoozedUntil))
        return
      }
      await unsnoozeChange.apply(startChange(deps, tx, { by: null }), [conversationId], {})
      // A rule of the business has no list in which it could be unread.
      if (userId !== null)
        await setUnreadMarks(deps, tx, { userId, conversationIds: [conversationId], isMarkedUnread: true })
    }),
})
