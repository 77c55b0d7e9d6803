import type { Conversation, Message, Reaction } from '@frontdesk/contract/api'
import { fromSid, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findMessages, type MessageData, type MessageRow, toMessage } from '../conversations/index.ts'
import { factsOf } from '../visibility/index.ts'
import { messageReacted } from './events.ts'
import { isMeant, type Tapback } from './inbound/tapback.ts'

/** What people react to was said lately. */
const LOOK_BACK = 200

interface Reacted {
  /** What the text that brought the reaction has beside its words. */
  data: MessageData
  eventId: string
  message: Message
}

/** Puts a reaction that came as a text on the message it means, in a locked conversation; null when there is none. */
export async function react(
  tx: TenantTx,
  tapback: Tapback,
  where: { messageId: string; conversationId: string; from: string; locationID: string; toUserID: string | null },
  at: string,
): Promise<Reacted | null> {
  const { messageId, conversationId, from } = where
  const { rows: said } = await sql<{ id: string; body: string; hasMedia: boolean; data: MessageData | null }>`
    select m.id, m.body, m.type = 'media' as has_media, m.data from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.is_outgoing and m.type in ('text', 'media')
    order by m.index desc limit ${LOOK_BACK}`.execute(tx)
  const meant = said.find((message) => isMeant(tapback, message))
  if (!meant) return null

  const others = (meant.data?.reactions ?? []).filter((reaction) => reaction.author !== from)
  const reactions: Reaction[] = tapback.isRemoved ? others : [...others, { emoji: tapback.emoji, author: from }]
  const data: MessageData = {
    reaction: { emoji: tapback.emoji, isRemoved: tapback.isRemoved, messageSid: toSid('IM', meant.id) },
  }
  const write = (id: string, value: MessageData) =>
    tx
      .updateTable('messages')
      .set({ data: JSON.stringify(value), version: sql`version + ${id === meant.id ? 1 : 0}` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  await write(meant.id, { ...meant.data, reactions })
  await write(messageId, data)
  const eventId = await messageReacted.record(tx, {
    at,
    scope: { locationID: where.locationID, toUserID: where.toUserID },
    conversationId,
    messageId: meant.id,
  })
  const [row] = await findMessages(tx, [meant.id])
  if (!row) throw new Error('A message that was just read is gone.')
  return { data, eventId, message: toMessage(row) }
}

/** With the text that brought a reaction goes the reaction, unless its author has put another one in its place. */
export async function takeBackReaction(
  tx: TenantTx,
  { author, data }: Pick<MessageRow, 'author' | 'data'>,
  conversation: Conversation,
  at: string,
): Promise<Omit<Reacted, 'data'> | null> {
  if (!data?.reaction || data.reaction.isRemoved) return null
  const { emoji, messageSid } = data.reaction
  const id = fromSid(messageSid)
  const [meant] = await findMessages(tx, [id])
  const reactions = meant?.data?.reactions ?? []
  const left = reactions.filter((reaction) => reaction.author !== author || reaction.emoji !== emoji)
  if (!meant || left.length === reactions.length) return null
  await tx
    .updateTable('messages')
    .set({ data: JSON.stringify({ ...meant.data, reactions: left }), version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const eventId = await messageReacted.record(tx, {
    at,
    scope: factsOf(conversation),
    conversationId: meant.conversationId,
    messageId: id,
  })
  const [row] = await findMessages(tx, [id])
  if (!row) throw new Error('A message that was just read is gone.')
  return { eventId, message: toMessage(row) }
}
