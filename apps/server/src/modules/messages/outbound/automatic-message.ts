import type { Conversation, Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { findMessages, lockMessage, toMessage } from '../../conversations/index.ts'
import { choosePair } from '../../number-pairs/index.ts'
import { resolveSender, writeMessage } from './send-message.ts'

/** A text that came in, with its conversation, which stays locked until the transaction ends. */
export async function lockInbound(
  tx: TenantTx,
  messageId: string,
): Promise<{ message: Message; conversation: Conversation } | undefined> {
  const found = await lockMessage(tx, null, messageId)
  return found && { message: toMessage(found.row), conversation: found.conversation }
}

/** Whether nothing was ever said between the business and this contact before, on any of its numbers. */
export async function isFirstOfContact(tx: TenantTx, contactId: string, message: Message): Promise<boolean> {
  const { rows } = await sql`
    select from messages m join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
    where m.tenant_id = ${tx.tenantId} and c.contact_id = ${contactId} and m.id <> ${fromSid(message.sid)}
      and m.created_at <= ${message.dateCreated}::timestamptz limit 1`.execute(tx)
  return rows.length === 0
}

export async function hasEverWritten(tx: TenantTx, conversation: Conversation): Promise<boolean> {
  const { rows } = await sql`
    select from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${fromSid(conversation.sid)} and not m.is_outgoing limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Somebody who wrote this lately is at the desk, whatever the clock says. */
const AT_THE_DESK_MS = 30 * 60_000

export async function isTeammateThere(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: Conversation,
): Promise<boolean> {
  const found = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', fromSid(conversation.sid))
    .where('authorUserId', 'is not', null)
    .where('createdAt', '>', shift(deps.now(), -AT_THE_DESK_MS))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const AUTHOR = 'Auto-reply'

/**
 * Sends what a rule of the business says, once for each id, into a locked conversation. What the send gate refuses is not
 * even written: nobody asked for it, so nobody has to be told.
 */
export async function sendAutomatically(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversation, id, body }: { conversation: Conversation; id: string; body: string },
): Promise<void> {
  if (body.trim() === '' || (await findMessages(tx, [id])).length > 0) return
  const { viaId, contactPhone, tenantPhone } = await choosePair(tx, conversation)
  const way = await resolveSender(deps, tx, { contactPhone, tenantPhone, purpose: 'conversation' })
  if (way.account === null) return
  await writeMessage(deps, tx, { conversation, viaId, id, body, files: [], author: null, authorName: AUTHOR })
}
