import type { Reaction } from '@frontdesk/contract/api'
import { type ConversationScope, fromSid, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findMessages, type MessageData, type MessageRow } from '../threads/index.ts'
import { messageReacted } from './events.ts'
import { matchesTapback, type Tapback } from './inbound/tapback.ts'

/** Reactions are matched against this many recent messages. */
const SEARCH_LIMIT = 200

interface AppliedReaction {
  /** Data for the inbound text that carried the reaction. */
  data: MessageData
  eventId: string
  message: MessageRow
}

/** Applies a tapback to the message it quotes, in a locked conversation; null when none matches. */
export async function applyReaction(
  tx: TenantTx,
  tapback: Tapback,
  inbound: { messageId: string; conversationId: string; from: string; scope: ConversationScope },
  at: string,
): Promise<AppliedReaction | null> {
  const { messageId, conversationId, from, scope } = inbound
  const candidates = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('isOutgoing', '=', true)
    .where('type', 'in', ['text', 'media'])
    .orderBy('index', 'desc')
    .limit(SEARCH_LIMIT)
    .select(['id', 'body', 'type', sql<MessageData | null>`data`.as('data')])
    .execute()
  const target = candidates.find(({ body, type }) => matchesTapback(tapback, { body, hasMedia: type === 'media' }))
  if (!target) return null

  const others = (target.data?.reactions ?? []).filter((reaction) => reaction.author !== from)
  const reactions: Reaction[] = tapback.isRemoved ? others : [...others, { emoji: tapback.emoji, author: from }]
  const data: MessageData = {
    reaction: { emoji: tapback.emoji, isRemoved: tapback.isRemoved, messageSid: toSid('IM', target.id) },
  }
  const write = (id: string, value: MessageData) =>
    tx
      .updateTable('messages')
      .set({ data: JSON.stringify(value), version: sql`version + ${id === target.id ? 1 : 0}` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  await write(target.id, { ...target.data, reactions })
  await write(messageId, data)
  const eventId = await messageReacted.record(tx, {
    at,
    scope,
    conversationId,
    messageId: target.id,
  })
  const [row] = await findMessages(tx, [target.id])
  if (!row) throw new Error('Message not found in the transaction that read it.')
  return { data, eventId, message: row }
}

/** Removes the reaction of a deleted inbound text, unless its author has replaced it with another. */
export async function removeReaction(
  tx: TenantTx,
  { author, data }: Pick<MessageRow, 'author' | 'data'>,
  scope: ConversationScope,
  at: string,
): Promise<Omit<AppliedReaction, 'data'> | null> {
  if (!data?.reaction || data.reaction.isRemoved) return null
  const { emoji, messageSid } = data.reaction
  const id = fromSid(messageSid)
  const [target] = await findMessages(tx, [id])
  const reactions = target?.data?.reactions ?? []
  const remaining = reactions.filter((reaction) => reaction.author !== author || reaction.emoji !== emoji)
  if (!target || remaining.length === reactions.length) return null
  await tx
    .updateTable('messages')
    .set({ data: JSON.stringify({ ...target.data, reactions: remaining }), version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const eventId = await messageReacted.record(tx, {
    at,
    scope,
    conversationId: target.conversationId,
    messageId: id,
  })
  const [row] = await findMessages(tx, [id])
  if (!row) throw new Error('Message not found in the transaction that read it.')
  return { eventId, message: row }
}
