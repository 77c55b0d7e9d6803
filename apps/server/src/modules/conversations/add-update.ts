import { type Conversation, fromSid, type Message } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation, factsOf } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation, findMessages } from './queries.ts'
import { announce, messageCreated } from './realtime.ts'
import { type MessageData, toMessage } from './rows.ts'

interface UpdateRequest {
  conversationSid: string
  text: string
  clientMessageId: string
}

/** Spec section 7, send-message/updates: a line for the team in the thread. It is no news of the customer. */
export function addUpdate(
  deps: ConversationDeps,
  actor: Actor,
  { conversationSid, text, clientMessageId: id }: UpdateRequest,
): Promise<{ message: Message; conversation: Conversation }> {
  const write = () =>
    deps.inTenant(actor, async (tx) => {
      const conversationId = fromSid(conversationSid)
      const before = await accessConversation(tx, actor, conversationId, 'change')
      const [repeated] = await findMessages(tx, [id])
      if (repeated) {
        const update = repeated.data?.update
        const isSame = repeated.conversationId === conversationId && update?.kind === 'told' && update.value === text
        if (!isSame) throw new AppError('ClientMessageIdReused')
        return { message: toMessage(repeated), conversation: before }
      }
      const at = deps.now()
      const data: MessageData = { update: { kind: 'told', value: text } }
      const { latestIndex } = await tx
        .updateTable('conversations')
        .set({ latestIndex: sql`latest_index + 1`, version: sql`version + 1` })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', conversationId)
        .returning('latestIndex')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('messages')
        .values({
          tenantId: tx.tenantId,
          id,
          conversationId,
          index: latestIndex,
          type: 'update',
          isOutgoing: true,
          authorUserId: actor.userId,
          author: actor.displayName,
          body: '',
          data: JSON.stringify(data),
          createdAt: at,
        })
        .execute()
      const eventId = await recordEvent(tx, {
        type: 'conversation.told',
        at,
        facts: factsOf(before),
        conversationId,
        messageId: id,
        actorUserId: actor.userId,
      })
      const [row] = await findMessages(tx, [id])
      const conversation = await findConversation(tx, sql<boolean>`true`, conversationId, 'read')
      if (!row || !conversation) throw new Error('A line that was just written was not found.')
      const message = toMessage(row)
      tx.afterCommit(() =>
        announce(deps, tx.tenantId, conversation, [messageCreated(eventId, at, conversation, message)]),
      )
      return { message, conversation }
    })
  return write().catch((error) => {
    // The same request twice at once: the other one has written it.
    if (violates(error, 'messages_pkey')) return write()
    throw error
  })
}
