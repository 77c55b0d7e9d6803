import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { lockConversationsOfNumbers, refreshConversations } from '../changes/index.ts'
import {
  accessConversation,
  type ConversationDeps,
  type ConversationRow,
  updateLatestMessage,
} from '../conversations/index.ts'
import { conversationFixed } from './events.ts'
import { missedTextsSpec } from './inbound/find-missed-texts.job.ts'
import { sendSpec, settleSpec } from './outbound/delivery-jobs.ts'

/** Limit of deliveries to check with the carrier per request. */
const MAX_DELIVERIES = 50

/**
 * Repairs a conversation: recomputes its preview, block and opt-out, retries queued messages, and checks with the
 * carrier for delivery reports and inbound texts that were missed.
 */
export async function fixConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  conversationId: string,
): Promise<ConversationRow> {
  const { contactPhone, tenantPhone } = await accessConversation(tx, actor, conversationId)
  await lockConversationsOfNumbers(tx, [contactPhone])
  await accessConversation(tx, actor, conversationId, 'change')
  await updateLatestMessage(tx, conversationId)
  await refreshConversations(deps, tx, [conversationId], {
    event: conversationFixed.of(),
    at: deps.now(),
    actorUserId: actor.userId,
  })
  const open = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('deliveryStatus', 'in', ['sending', 'unknown', 'sent'])
    .where('isOutgoing', '=', true)
    .orderBy('index', 'desc')
    .limit(MAX_DELIVERIES)
    .select('id')
    .execute()
  await enqueue(
    tx,
    sendSpec({ tenantId: tx.tenantId, conversationId }),
    missedTextsSpec(tenantPhone),
    ...open.map(({ id }) => settleSpec({ tenantId: tx.tenantId, messageId: id, attempts: 0 })),
  )
  return accessConversation(tx, actor, conversationId)
}
