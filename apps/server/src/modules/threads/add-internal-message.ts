import { sql } from 'kysely'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type EventContent, recordEvents } from '../../platform/events/define-event.ts'
import {
  announce,
  type ConversationDeps,
  type ConversationRow,
  findConversationsByIds,
} from '../conversations/index.ts'
import { findMessages } from './queries.ts'
import { messageCreated } from './realtime.ts'
import type { MessageData, MessageRow } from './rows.ts'

interface InternalMessage {
  conversation: ConversationRow
  id: string
  type: 'note' | 'update' | 'booking-update' | 'payment'
  body: string
  data: MessageData
  event: EventContent
  /** `userId` is null if no teammate added it. */
  author: { userId: string | null; displayName: string }
  /** Whether a stored message with the same id is the same message, sent again. */
  isSame: (row: MessageRow) => boolean
}

interface AddedMessage {
  message: MessageRow
  conversation: ConversationRow
}

/**
 * Adds a note, an update or a card about a booking or a payment to a locked conversation. The preview, the unread count
 * and the closed state stay as they are. The id comes from the client, so a repeated request returns the message that
 * it added the first time.
 */
export async function addInternalMessage(
  deps: ConversationDeps,
  tx: TenantTx,
  message: InternalMessage,
): Promise<AddedMessage> {
  const [added] = await addInternalMessages(deps, tx, [message])
  if (!added) throw new Error('An internal message was not found after its insert.')
  return added
}

/** Adds many in the statements of one, to the same or different conversations. Returns them in the same order. */
export async function addInternalMessages(
  deps: ConversationDeps,
  tx: TenantTx,
  messages: readonly InternalMessage[],
): Promise<AddedMessage[]> {
  const ids = messages.map(({ id }) => id)
  const repeated = new Map((await findMessages(tx, ids)).map((row) => [row.id, row]))
  for (const { id, type, conversation, isSame } of messages) {
    const row = repeated.get(id)
    if (row && (row.type !== type || row.conversationId !== conversation.id || !isSame(row)))
      throw new AppError('ClientMessageIdReused')
  }
  const added = messages.filter(({ id }) => !repeated.has(id))
  const at = deps.now()
  if (added.length > 0) await insertMessages(tx, added, at)
  const eventIds = await recordEvents(
    tx,
    added.map(({ id, conversation, author, event }) => ({
      ...{ ...event, at, scope: conversation, conversationId: conversation.id, messageId: id },
      actorUserId: author.userId ?? undefined,
    })),
  )
  const rows = new Map((added.length > 0 ? await findMessages(tx, ids) : []).map((row) => [row.id, row]))
  const conversations = new Map(
    (await findConversationsByIds(tx, null, [...new Set(added.map(({ conversation }) => conversation.id))])).map(
      (conversation) => [conversation.id, conversation],
    ),
  )
  const events = new Map(added.map(({ id }, index) => [id, eventIds[index]]))
  return messages.map(({ id, conversation: before }) => {
    const message = repeated.get(id) ?? rows.get(id)
    const conversation = repeated.has(id) ? before : conversations.get(before.id)
    if (!message || !conversation) throw new Error('An internal message was not found after its insert.')
    const eventId = events.get(id)
    if (eventId !== undefined)
      tx.afterCommit(() =>
        announce(deps, tx.tenantId, conversation, [messageCreated(eventId, at, conversation, message)]),
      )
    return { message, conversation }
  })
}

/** Gives messages the next indexes of their conversations, in order, and inserts them. */
async function insertMessages(tx: TenantTx, messages: readonly InternalMessage[], at: string): Promise<void> {
  const values = messages.map(({ id, conversation, type, body, data, author }, position) => ({
    ...{ id, position, conversation_id: conversation.id, type, body, data },
    ...{ author_user_id: author.userId, author: author.displayName },
  }))
  await sql`
    with added as (
      select v.*, row_number() over (partition by v.conversation_id order by v.position) as n
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (
        id uuid, position int, conversation_id uuid, type text, body text, data jsonb, author_user_id uuid, author text
      )
    ), counted as (
      update conversations c set latest_index = c.latest_index + a.n, version = c.version + a.n
      from (select conversation_id, count(*)::int as n from added group by 1) a
      where c.tenant_id = ${tx.tenantId} and c.id = any(${idsOf(messages.map(({ conversation }) => conversation.id))})
        and c.id = a.conversation_id
      returning c.id, c.latest_index - a.n as before
    )
    insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author_user_id, author, body, data, created_at)
    select ${tx.tenantId}::uuid, a.id, a.conversation_id, c.before + a.n, a.type, true, a.author_user_id, a.author, a.body, a.data, ${at}::timestamptz
    from added a join counted c on c.id = a.conversation_id`.execute(tx)
}
