import type { Viewer } from '@frontdesk/contract/rules'
import { type NotNull, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { recordActivity, recordContactUpdated } from '../contact-rows/index.ts'
import { conversationBlocked, conversationHandled, conversationUnblocked } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { assertSeesAllOfNumbers, locationsOfNumbers } from '../visibility/index.ts'
import { lockConversationsOfNumbers, refreshConversations } from './conversations-of-number.ts'
import { startChange } from './define-change.ts'

/**
 * Blocks a number for the whole business, or unblocks it, and records it for every conversation with the number. A
 * block silences all of them, so the actor must see all of them. Returns those that were waiting for a reply and since
 * when, or null if nothing changed.
 */
export async function blockNumber(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Viewer & { displayName: string },
  { phone, isBlocked }: { phone: string; isBlocked: boolean },
): Promise<Map<string, string> | null> {
  const threads = await lockConversationsOfNumbers(tx, [phone])
  await assertSeesAllOfNumbers(tx, actor, [phone])
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
  if (!changed) return null
  const waiting = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${threads}::uuid[])`)
    .where('needsAnswerSince', 'is not', null)
    .select(['id', 'needsAnswerSince'])
    .$narrowType<{ needsAnswerSince: NotNull }>()
    .execute()
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
    locationIDs: await locationsOfNumbers(tx, [phone]),
    at,
  })
  // For lists and pages of the contact, also when it has no conversation.
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(({ fn }) => fn.coalesce('mainId', 'id').as('id'))
    .executeTakeFirst()
  if (contact) {
    const kind = isBlocked ? 'blocked' : 'unblocked'
    await recordActivity(tx, { userId: actor.userId, at }, { kind, contactId: contact.id, phone })
    await recordContactUpdated(tx, actor, contact.id)
  }
  // Open lists of blocked numbers refetch after every block, including those from conversations and bulk actions.
  await recordSettingChanged(tx, { subject: 'blocked-numbers', actorUserId: actor.userId, at })
  return new Map(waiting.map(({ id, needsAnswerSince }) => [id, needsAnswerSince]))
}
