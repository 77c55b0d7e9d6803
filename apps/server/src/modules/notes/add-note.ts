import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { accessTargetConversation } from '../messages/index.ts'
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
  unnotified: Mention[]
}

/**
 * Adds a note for the team to a conversation. Safe to repeat: the client's id becomes the id of the message. Of two
 * repeated requests at once one violates the key: callers use `runIdempotently`.
 */
export async function addNote(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { conversationId, note, mentions: userIds, clientMessageId }: NoteRequest,
): Promise<Added> {
  const { conversation } = await accessTargetConversation(tx, actor, { conversationId })
  const { mentions, unnotified } = await findMentions(tx, userIds, conversation)
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
  return { ...added, unnotified }
}
