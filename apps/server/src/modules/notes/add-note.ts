import type { Actor } from '../../platform/actor.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { accessTargetConversation, runIdempotently } from '../messages/index.ts'
import { addInternalMessage, type MessageRow } from '../threads/index.ts'
import { noteAdded } from './events.ts'
import { findMentions, type Mention } from './mentions.ts'

interface NoteRequest {
  conversationId: string
  note: string
  mentions: string[]
  clientMessageId: string
}

interface Added {
  message: MessageRow
  conversation: ConversationRow
  notTold: Mention[]
}

/** Puts a note for the team into a thread. */
export const addNote = (
  deps: ConversationDeps,
  actor: Actor,
  { conversationId, note, mentions: userIds, clientMessageId }: NoteRequest,
): Promise<Added> =>
  runIdempotently('messages_pkey', () =>
    deps.inTenant(actor, async (tx) => {
      const { conversation } = await accessTargetConversation(tx, actor, { conversationId })
      const { mentions, notTold } = await findMentions(tx, userIds, conversation)
      const added = await addInternalMessage(deps, tx, {
        conversation,
        id: clientMessageId,
        type: 'note',
        body: note,
        data: { note: { mentions, editedOnUtc: null } },
        event: noteAdded.of(),
        author: actor,
        isSame: ({ body }) => body === note,
      })
      return { ...added, notTold }
    }),
  )
