import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import {
  accessConversation,
  lockConversationsOfNumber,
  refreshConversations,
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
export function fixConversation(deps: ConversationDeps, actor: Actor, sid: string): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    const { phoneNumber, tenantPhoneNumber } = await accessConversation(tx, actor, conversationId)
    await lockConversationsOfNumber(tx, phoneNumber)
    await accessConversation(tx, actor, conversationId, 'change')
    await updateLatestMessage(tx, conversationId)
    await refreshConversations(deps, tx, [conversationId], {
      event: conversationFixed.of(),
      at: deps.now(),
      actorUserId: actor.userId,
    })
    const { rows: open } = await sql<{ id: string }>`
      select id from messages where tenant_id = ${tx.tenantId} and conversation_id = ${conversationId}
        and delivery_status in ('sending', 'unknown', 'sent') and is_outgoing
      order by index desc limit ${MAX_DELIVERIES}`.execute(tx)
    await enqueue(
      tx,
      sendSpec({ tenantId: tx.tenantId, conversationId }),
      missedTextsSpec(tenantPhoneNumber),
      ...open.map(({ id }) => settleSpec({ tenantId: tx.tenantId, messageId: id, asked: 0 })),
    )
    return accessConversation(tx, actor, conversationId)
  })
}
