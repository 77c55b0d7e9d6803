import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { conversationBlocked, conversationHandled, conversationUnblocked } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { locationsOfNumber, mustSeeAllOfNumber } from '../visibility/index.ts'
import { lockConversationsOfNumber, refreshConversations } from './conversations-of-number.ts'
import { startChange } from './define-change.ts'

/**
 * Blocks a number for the whole business, or unblocks it, and adds an update to every conversation with it. Returns
 * whether anything changed. A block silences every conversation with the number, so the actor must see all of them.
 */
export async function blockNumber(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Viewer & { displayName: string },
  { phone, isBlocked }: { phone: string; isBlocked: boolean },
): Promise<boolean> {
  const threads = await lockConversationsOfNumber(tx, phone)
  await mustSeeAllOfNumber(tx, actor, phone)
  const at = deps.now()
  const changed = isBlocked
    ? await tx
        .insertInto('blockedNumbers')
        .values({ tenantId: tx.tenantId, phone, blockedBy: actor.userId, createdAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('phone')
        .executeTakeFirst()
    : await tx
        .deleteFrom('blockedNumbers')
        .where('tenantId', '=', tx.tenantId)
        .where('phone', '=', phone)
        .returning('phone')
        .executeTakeFirst()
  if (!changed) return false
  const event = isBlocked ? conversationBlocked.of() : conversationUnblocked.of()
  await refreshConversations(deps, tx, threads, { event, at, actorUserId: actor.userId })
  // A blocked contact no longer waits for a reply; other contacts of a merged conversation still do.
  const othersSince = sql`(
    select min(m.created_at) from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and not m.is_outgoing
      and m.created_at >= c.needs_answer_since
      and not exists (select from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = m.author)
  )`
  if (isBlocked)
    await startChange(deps, tx, { by: actor }).step(threads, {
      set: { needsAnswerSince: othersSince },
      event: conversationHandled.of(),
      update: null,
    })
  await recordAudit(tx, {
    action: isBlocked ? 'number.blocked' : 'number.unblocked',
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${phone.slice(-4)}`,
    locationIDs: await locationsOfNumber(tx, phone),
    at,
  })
  // Open lists of blocked numbers refetch after every block, including those from conversations and bulk actions.
  await recordSettingChanged(tx, { subject: 'blocked-numbers', actorUserId: actor.userId, at })
  return true
}
