import type { StoredMessageOrigin } from '@frontdesk/contract/api'
import type { AutoReplyCause } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { rowIdsOfContact } from '../../contact-rows/index.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { isExpectedReply, type SendDecision } from '../../messaging/index.ts'
import { choosePair } from '../../number-pairs/index.ts'
import { findMessages, lockMessage, type MessageRow } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { evaluateSendGate, resolveSender } from './evaluate-send-gate.ts'
import { writeMessage } from './write-message.ts'

/** Loads an inbound message and locks its conversation. */
export async function lockInboundMessage(
  tx: TenantTx,
  messageId: string,
): Promise<{ message: MessageRow; conversation: ConversationRow } | undefined> {
  const locked = await lockMessage(tx, null, messageId)
  return locked && { message: locked.row, conversation: locked.conversation }
}

/** Whether no earlier message exists between the business and this contact, on any number. */
export async function isFirstOfContact(tx: TenantTx, contactId: string, message: MessageRow): Promise<boolean> {
  const { rows } = await sql`
    select from messages m join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
    where m.tenant_id = ${tx.tenantId} and c.contact_id = any(${rowIdsOfContact(tx, contactId)}) and m.id <> ${message.id}
      and m.created_at <= ${message.createdAt}::timestamptz limit 1`.execute(tx)
  return rows.length === 0
}

export async function hasEverWritten(tx: TenantTx, conversation: ConversationRow): Promise<boolean> {
  const { rows } = await sql`
    select from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversation.id} and not m.is_outgoing limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** A teammate who wrote within this time counts as active, regardless of business hours. */
const ACTIVE_MS = 30 * 60_000

export async function isTeammateActive(deps: SendDeps, tx: TenantTx, conversation: ConversationRow): Promise<boolean> {
  const locked = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversation.id)
    .where('authorUserId', 'is not', null)
    .where('purpose', '<>', 'automatic')
    .where('createdAt', '>', shift(deps.now(), -ACTIVE_MS))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return locked !== undefined
}

const AUTHOR = 'Auto-reply'

interface AutomaticMessage {
  conversation: ConversationRow
  id: string
  body: string
  cause: AutoReplyCause
  /** The message of the contact that it replies to. */
  repliesTo?: string
  /** Whether the contact still waits after it. */
  outcome?: Pick<StoredMessageOrigin, 'leavesOpen' | 'settles'>
  authorName?: string
}

/**
 * Sends an automatic message, once per id, in a locked conversation. Dropped silently when the send gate refuses,
 * because no teammate is waiting for it.
 */
export async function sendAutomaticMessage(
  deps: SendDeps,
  tx: TenantTx,
  { conversation, id, body, cause, repliesTo, outcome, authorName = AUTHOR }: AutomaticMessage,
): Promise<void> {
  if (body.trim() === '' || (await findMessages(tx, [id])).length > 0) return
  const { viaId, contactPhone, tenantPhone } = await choosePair(tx, conversation)
  const reason = { cause, ...(repliesTo !== undefined && { repliesTo }) }
  const sender = await resolveSender(deps, tx, {
    contactPhone,
    tenantPhone,
    purpose: 'conversation',
    isAutomated: !isExpectedReply(reason),
  })
  if (sender.account === null) return
  const origin = { gate: sender.basis, ...reason, ...outcome }
  await writeMessage(deps, tx, { conversation, viaId, id, body, files: [], author: null, authorName, origin })
}

/** Whether a text that the business owes a contact, such as a receipt, can be sent now. */
export async function canReply(deps: SendDeps, tx: TenantTx, conversation: ConversationRow): Promise<boolean> {
  const { contactPhone, tenantPhone } = await choosePair(tx, conversation)
  const request = { contactPhone, tenantPhone, purpose: 'conversation', isAutomated: false } as const
  return (await resolveSender(deps, tx, request)).account !== null
}

/** Decision of the send gate, at this moment, about a text of an automation or of another rule of the business. */
export async function checkAutomationText(
  deps: SendDeps,
  tx: TenantTx,
  conversation: ConversationRow,
): Promise<SendDecision> {
  const { contactPhone, tenantPhone } = await choosePair(tx, conversation)
  const request = { contactPhone, tenantPhone, purpose: 'automatic', isAutomated: true } as const
  return (await evaluateSendGate(deps, tx, request)).decision
}

/**
 * Sends the text of an automation in a locked conversation, unless the send gate holds or refuses it. It counts
 * towards the contact's daily limit and respects their quiet hours. Returns what the gate decided.
 */
export async function sendAutomationText(
  deps: SendDeps,
  tx: TenantTx,
  {
    held,
    cause,
    ...text
  }: {
    conversation: ConversationRow
    id: string
    body: string
    authorName: string
    /** If it is not an automation of the business. */
    cause?: AutoReplyCause
    /** Its previous reason for waiting. */
    held: StoredMessageOrigin['held'] | null
  },
): Promise<SendDecision> {
  const { viaId } = await choosePair(tx, text.conversation)
  const decision = await checkAutomationText(deps, tx, text.conversation)
  if (decision.verdict === 'send')
    await writeMessage(deps, tx, {
      ...text,
      viaId,
      files: [],
      author: null,
      purpose: 'automatic',
      origin: { gate: decision.basis, ...(cause && { cause }), ...(held && { held }) },
    })
  return decision
}
