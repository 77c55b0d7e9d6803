import { z } from 'zod'
import { MESSAGE_PAGE_SIZE } from '../rules/constants.ts'
import { TIMELINE_CONVERSATIONS_MAX } from '../rules/timeline.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { Message } from './messages.ts'

const contactId = z.uuid().meta({ names: 'contact' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const before = z
  .array(z.object({ conversationSid: ConversationSid, index: z.int32().min(1) }))
  .max(TIMELINE_CONVERSATIONS_MAX)
  .default([])
  .describe('Start of the known page in each conversation; empty for the newest page.')

/** All conversations with a contact in a few figures. */
export const ContactSummary = z.object({
  conversations: z.int(),
  openConversations: z.int(),
  received: z.int().describe('Messages from the contact.'),
  sent: z.int().describe('Messages to the contact.'),
  firstMessageOnUtc: z.iso.datetime().nullable(),
  lastMessage: z
    .object({
      conversationSid: ConversationSid,
      text: z.string(),
      isOutgoingMessage: z.boolean(),
      dateCreated: z.iso.datetime(),
    })
    .nullable(),
  scheduledMessages: z.int().describe('Not sent yet; canceled if the contact is deleted.'),
})
export type ContactSummary = z.infer<typeof ContactSummary>

export const timeline = {
  getByKind: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/by-contact/kind',
      tags: ['conversations'],
      summary: 'Lists media, or updates, of all conversations with a contact that the caller can see, newest first',
    })
    .input(
      z.object({
        contactId,
        kind: z.enum(['media', 'update']),
        pageSize: z.int().min(1).max(100).default(30),
        before,
      }),
    )
    .output(wrapped(z.object({ items: z.array(Message), hasPrevPage: z.boolean().describe('Older ones exist.') })))
    .errors(failsWith('ContactNotFound')),

  getSummary: reading()
    .route({
      method: 'POST',
      path: '/main/Contact/get-summary',
      tags: ['main'],
      summary: 'Sums up the conversations with a contact that the caller can see',
    })
    .input(z.object({ contactId }))
    .output(ContactSummary)
    .errors(failsWith('ContactNotFound')),

  getList: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/by-contact',
      tags: ['conversations'],
      summary: 'Lists the messages of all conversations with a contact that the caller can see, oldest first',
    })
    .input(
      z.object({
        contactId,
        pageSize: z.int().min(1).max(100).default(MESSAGE_PAGE_SIZE),
        before,
      }),
    )
    .output(
      wrapped(
        z.object({
          conversations: z.array(Conversation),
          items: z.array(Message),
          hasPrevPage: z.boolean().describe('Older ones exist.'),
        }),
      ),
    )
    .errors(failsWith('ContactNotFound')),
}
