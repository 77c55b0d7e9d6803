import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { NOTE_MAX, NOTE_MENTIONS_MAX, SeenBy } from './message-kinds.ts'
import { Message } from './messages.ts'
import { words } from './words.ts'

/** Spec section 3. One that stands in a thread has the id of its message. */
export const Note = z.object({
  id: z.uuid(),
  contactId: z.uuid(),
  note: z.string(),
  addedOnUtc: z.iso.datetime(),
  editedOnUtc: z.iso.datetime().nullable(),
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  conversationSid: ConversationSid.nullable().describe('The thread it stands in; null for one about the contact only.'),
})
export type Note = z.infer<typeof Note>

const CONTACT_NOTES_MAX = 500

const NoteText = words().min(1, 'A note needs words').max(NOTE_MAX)
const Mentions = z.array(z.uuid()).max(NOTE_MENTIONS_MAX).default([])
const notTold = z.array(SeenBy).describe('Mentioned teammates who cannot see the conversation, and so were not told.')

const inThreads = { tags: ['conversations'] }
const ofContacts = { tags: ['contacts'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

/** Notes are for the team: nothing sends them. */
export const notes = {
  addToConversation: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/add',
      ...inThreads,
      summary: 'Adds a note for the team to a thread. Safe to repeat with the same clientMessageId',
    })
    .input(
      z.object({ conversationSid: ConversationSid, note: NoteText, mentions: Mentions, clientMessageId: z.uuid() }),
    )
    .output(wrapped(z.object({ message: Message, conversation: Conversation, notTold })))
    .errors(failsWith('ConversationNotFound', 'MemberNotFound', 'ClientMessageIdReused')),

  edit: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/edit',
      summary: 'Changes a note of one’s own; teammates newly mentioned are told',
      ...inThreads,
    })
    .input(z.object({ sid: MessageSid, note: NoteText, mentions: Mentions }))
    .output(wrapped(z.object({ message: Message, notTold })))
    .errors(failsWith('MessageNotFound', 'NoteNotYours', 'MemberNotFound')),

  removeFromConversation: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Note/delete',
      summary: 'Deletes a note of one’s own, or any with the permission to delete messages; a line stays',
      ...inThreads,
    })
    .input(z.object({ sid: MessageSid }))
    .output(wrapped(Message))
    .errors(failsWith('MessageNotFound', 'NoteNotYours')),

  add: endpoint({ permission: 'contacts_edit' })
    .route({ method: 'POST', path: '/main/Note/add', summary: 'Notes something about a contact', ...ofContacts })
    .input(z.object({ contactId: z.uuid(), note: NoteText }))
    .output(wrapped(Note))
    .errors(failsWith('ContactNotFound')),

  getList: signedIn()
    .route({
      method: 'GET',
      path: '/main/Note/list',
      ...ofContacts,
      summary: `Notes about a contact and in its threads that the caller may see, newest first, up to ${CONTACT_NOTES_MAX}`,
    })
    .input(z.object({ contactId: z.uuid() }))
    .output(wrapped(z.object({ notes: z.array(Note) })))
    .errors(failsWith('ContactNotFound')),

  remove: signedIn()
    .route({
      method: 'DELETE',
      path: '/main/Note',
      ...ofContacts,
      summary: 'Deletes a note of one’s own, or any with the permission to delete messages',
    })
    .input(z.object({ contactId: z.uuid(), noteId: z.uuid() }))
    .output(wrapped(z.null()))
    .errors(failsWith('ContactNotFound', 'NoteNotFound', 'NoteNotYours')),
}
