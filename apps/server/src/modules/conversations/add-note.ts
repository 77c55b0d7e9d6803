import { type Conversation, fromSid, type Message } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation, factsOf } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { findMentions, type Mention } from './mentions.ts'
import { findConversation, findMessages } from './queries.ts'
import { announce, messageCreated } from './realtime.ts'
import { type MessageData, toMessage } from './rows.ts'

interface NoteRequest {
  conversationSid: string
  note: string
  mentions: string[]
  clientMessageId: string
}

interface Added {
  message: Message
  conversation: Conversation
  notTold: Mention[]
}

/**
 * Puts a note for the team into a thread. It is no news of the customer: the inbox line, the unread count and the closed
 * state stay as they are. The client's id is the note's, so a repeated request answers with the note it already made.
 */
export function addNote(deps: ConversationDeps, actor: Actor, request: NoteRequest): Promise<Added> {
  const write = () =>
    deps.inTenant(actor, async (tx) => {
      const id = request.clientMessageId
      const conversationId = fromSid(request.conversationSid)
      const before = await accessConversation(tx, actor, conversationId, 'change')
      const { mentions, notTold } = await findMentions(tx, request.mentions, before)
      const [repeated] = await findMessages(tx, [id])
      if (repeated) {
        const isSame =
          repeated.type === 'note' && repeated.conversationId === conversationId && repeated.body === request.note
        if (!isSame) throw new AppError('ClientMessageIdReused')
        return { message: toMessage(repeated), conversation: before, notTold }
      }

      const at = deps.now()
      const data: MessageData = { note: { mentions, editedOnUtc: null } }
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
          type: 'note',
          isOutgoing: true,
          authorUserId: actor.userId,
          author: actor.displayName,
          body: request.note,
          data: JSON.stringify(data),
          createdAt: at,
        })
        .execute()
      const eventId = await recordEvent(tx, {
        type: 'note.added',
        at,
        facts: factsOf(before),
        conversationId,
        messageId: id,
        actorUserId: actor.userId,
      })
      const [row] = await findMessages(tx, [id])
      const conversation = await findConversation(tx, sql<boolean>`true`, conversationId, 'read')
      if (!row || !conversation) throw new Error('A note that was just written was not found.')
      const message = toMessage(row)
      tx.afterCommit(() =>
        announce(deps, tx.tenantId, conversation, [messageCreated(eventId, at, conversation, message)]),
      )
      return { message, conversation, notTold }
    })
  return write().catch((error) => {
    // The same request twice at once: the other one has written it.
    if (violates(error, 'messages_pkey')) return write()
    throw error
  })
}
