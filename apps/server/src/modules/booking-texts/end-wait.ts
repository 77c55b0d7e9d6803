import type { StoredMessageOrigin } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { waiting } from '../attention/index.ts'
import { hasHandedOver } from '../booking-offers/index.ts'
import { BOOKINGS_AUTHOR } from '../bookings/index.ts'
import { startChange } from '../changes/index.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { replyId } from '../messages/index.ts'
import { PAYMENTS_AUTHOR } from '../payment-documents/index.ts'

/** With more unanswered texts than this, a teammate should have a look. */
const TEXTS_MAX = 20

/**
 * Ends the wait for a reply in a locked conversation after a text about a visit or an estimate was dealt with: the
 * contact waits from their first text on that got no such reply, or one that left something open which no later reply
 * has settled. A conversation that was left to the team keeps waiting. `settled` is what they settled without a text,
 * such as on the page of their visit.
 */
export async function endWait(
  deps: ConversationDeps,
  tx: TenantTx,
  { id, needsAnswerSince }: ConversationRow,
  settled?: Settled,
): Promise<void> {
  if (needsAnswerSince === null || (await hasHandedOver(tx, id, needsAnswerSince))) return
  const texts = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', id)
    .where('isOutgoing', '=', false)
    .where('type', 'in', ['text', 'media'])
    .where('createdAt', '>=', needsAnswerSince)
    .orderBy('index')
    .select(['id', 'createdAt'])
    .limit(TEXTS_MAX + 1)
    .execute()
  if (texts.length > TEXTS_MAX) return
  const replies = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      texts.map((text) => replyId(text.id)),
    )
    .where('author', 'in', [BOOKINGS_AUTHOR, PAYMENTS_AUTHOR])
    .where('authorUserId', 'is', null)
    .select(['id', 'origin'])
    .execute()
  const outcomes = texts.map((text) => replies.find((reply) => reply.id === replyId(text.id)))
  const next = texts.find((_, index) => isOpen(outcomes[index], outcomes.slice(index + 1), settled))
  const since = next?.createdAt ?? null
  if (since === needsAnswerSince) return
  await startChange(deps, tx, { by: null }).step([id], {
    ...waiting(since),
    only: sql`c.needs_answer_since = ${needsAnswerSince}::timestamptz`,
  })
}

type Settled = StoredMessageOrigin['settles']
type Replied = { origin: StoredMessageOrigin | null } | undefined

/** Whether a contact still waits after the reply to a text, given the replies to their later ones. */
function isOpen(reply: Replied, later: readonly Replied[], settled: Settled): boolean {
  if (!reply) return true
  const { leavesOpen } = reply.origin ?? {}
  return (
    leavesOpen !== undefined && leavesOpen !== settled && !later.some((each) => each?.origin?.settles === leavesOpen)
  )
}
