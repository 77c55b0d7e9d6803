import { z } from 'zod'
import { NOTE_MAX, NOTE_MENTIONS_MAX } from '../rules/message-kinds.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { SeenBy } from './message-kinds.ts'
import { Message } from './messages.ts'
import { words } from './words.ts'

/** A note in a conversation has the id of its message. */
export const Note = z.object({
  id: z.uuid(),
  contactId: z.uuid(),
  note: z.string(),
  addedOnUtc: z.iso.datetime(),
  editedOnUtc: z.iso.datetime().nullable(),
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  conversationSid: ConversationSid.nullable().describe(
    'Conversation it belongs to; null for a note about the contact.',
  ),
})
export type Note = z.infer<typeof Note>

const CONTACT_NOTES_MAX = 500

const NoteText = words().min(1, 'A note needs words').max(NOTE_MAX)
const Mentions = z.array(z.uuid()).max(NOTE_MENTIONS_MAX).default([])
const unnotified = z
  .array(SeenBy)
  .describe('Mentioned teammates who were not notified because they cannot see the conversation.')

const inThreads = { tags: ['conversations'] }
const ofContacts = { tags: ['contacts'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

/** Notes are internal and never sent. */
export const notes = {
  addToConversation: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/add',
      ...inThreads,
      summary: 'Adds an internal note to a conversation. Safe to repeat with the same clientMessageId',
    })
    .input(
      z.object({ conversationSid: ConversationSid, note: NoteText, mentions: Mentions, clientMessageId: z.uuid() }),
    )
    .output(wrapped(z.object({ message: Message, conversation: Conversation, unnotified })))
    .errors(failsWith('ConversationNotFound', 'MemberNotFound', 'ClientMessageIdReused')),

  edit: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/edit',
      summary: 'Edits one of the caller’s notes and notifies newly mentioned teammates',
      ...inThreads,
    })
    .input(z.object({ sid: MessageSid, note: NoteText, mentions: Mentions }))
    .output(wrapped(z.object({ message: Message, unnotified })))
    .errors(failsWith('MessageNotFound', 'NoteNotYours', 'MemberNotFound')),

  removeFromConversation: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/delete',
      summary:
        'Deletes one of the caller’s notes, or any note with convos_delete_message; the conversation shows that a note was deleted',
      ...inThreads,
    })
    .input(z.object({ sid: MessageSid }))
    .output(wrapped(Message))
    .errors(failsWith('MessageNotFound', 'NoteNotYours')),

  add: endpoint({ permission: 'contacts_edit' })
    .route({ method: 'POST', path: '/main/Note/add', summary: 'Adds a note about a contact', ...ofContacts })
    .input(z.object({ contactId: z.uuid(), note: NoteText }))
    .output(wrapped(Note))
    .errors(failsWith('ContactNotFound')),

  getList: signedIn()
    .route({
      method: 'GET',
      path: '/main/Note/list',
      ...ofContacts,
      summary: `Lists notes about a contact and in its conversations that the caller can see, newest first, up to ${CONTACT_NOTES_MAX}`,
    })
    .input(z.object({ contactId: z.uuid() }))
    .output(wrapped(z.object({ notes: z.array(Note) })))
    .errors(failsWith('ContactNotFound')),

  remove: signedIn()
    .route({
      method: 'DELETE',
      path: '/main/Note',
      ...ofContacts,
      summary: 'Deletes one of the caller’s notes, or any note with convos_delete_message',
    })
    .input(z.object({ contactId: z.uuid(), noteId: z.uuid() }))
    .output(wrapped(z.null()))
    .errors(failsWith('ContactNotFound', 'NoteNotFound', 'NoteNotYours')),
}
