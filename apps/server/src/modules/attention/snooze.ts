import type { Conversation } from '@frontdesk/contract/api'
import { fromSid, SNOOZE_MAX_DAYS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { notAsExpected, readInstant } from '../../platform/paging.ts'
import { conversationSnoozed } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, changeConversations } from '../conversations/index.ts'
import { wakeSpec } from './wake-snoozed.job.ts'

const DAY_MS = 24 * 60 * 60_000

/** When a conversation that is snoozed now is to wake; null: when its contact writes. */
export function wakeTime(until: string | null, now: string): string | null {
  if (until === null) return null
  const wakesAt = readInstant(until, 'until')
  if (!isAfter(wakesAt, now)) throw notAsExpected('until', 'This time is over already')
  if (isAfter(wakesAt, shift(now, SNOOZE_MAX_DAYS * DAY_MS))) throw notAsExpected('until', 'A year at most')
  return wakesAt
}

/** Puts an open conversation out of the list until a time, or, when that is null, until the contact writes. */
export function snoozeConversation(
  deps: ConversationDeps,
  actor: Actor,
  { sid, until }: { sid: string; until: string | null },
): Promise<Conversation> {
  const at = deps.now()
  const wakesAt = wakeTime(until, at)
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    if (before.attributes.isClosed) throw new AppError('ConversationClosed')
    const [after] = await changeConversations(deps, tx, {
      ids: [id],
      set: { isSnoozed: true, snoozedUntil: wakesAt, snoozedBy: actor.userId },
      event: conversationSnoozed.of(),
      update: { kind: 'snoozed', value: wakesAt },
      by: actor,
      at,
    })
    if (after && wakesAt)
      await enqueue(tx, wakeSpec({ tenantId: tx.tenantId, conversationId: id, userId: actor.userId }, wakesAt))
    return after ?? before
  })
}
