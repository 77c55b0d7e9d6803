import { z } from 'zod'
import { SEARCH_CONTACTS_MAX, SEARCH_CONVERSATIONS_MAX, SEARCH_GROUPS_MAX } from '../rules/message-search.ts'
import { ContactSuggestion } from './contacts.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, GroupSid, MessageSid } from './ids.ts'

/** A search hit with its context in fragments, so that clients don't parse markup. */
export const MessageHit = z.object({
  sid: MessageSid,
  conversationSid: ConversationSid,
  index: z.int(),
  type: z.string(),
  author: z.string(),
  isOutgoingMessage: z.boolean(),
  dateCreated: z.iso.datetime(),
  fragments: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
})
export type MessageHit = z.infer<typeof MessageHit>

const MessageHits = z.object({
  hits: z.array(MessageHit),
  conversations: z.array(Conversation).describe('Conversations that contain the hits, without duplicates.'),
  nextCursor: z
    .string()
    .nullable()
    .describe('Pass it to get older messages. Set even for a page that is not full, since there may be more.'),
})

export const messageSearch = {
  searchAll: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Search',
      tags: ['conversations'],
      summary: `Searches open, closed, and snoozed conversations by name or number, at most ${SEARCH_CONVERSATIONS_MAX}, contacts like the list, groups by name, and the newest messages with these words`,
    })
    .input(
      z.object({
        text: z.string().trim().min(1).max(200),
        locationIDs: z.array(z.uuid()).max(500).optional(),
        pageSize: z.int().min(1).max(50).default(20).describe('Of the messages.'),
      }),
    )
    .output(
      wrapped(
        z.object({
          conversations: z.array(Conversation),
          contacts: z.array(ContactSuggestion).describe(`At most ${SEARCH_CONTACTS_MAX}.`),
          groups: z
            .array(z.object({ sid: GroupSid, name: z.string() }))
            .describe(`At most ${SEARCH_GROUPS_MAX}, of these locations and of the whole business.`),
          messages: MessageHits,
        }),
      ),
    )
    .errors(failsWith('InvalidInput')),

  search: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/search',
      tags: ['conversations'],
      summary: 'Searches messages, notes, and transcripts for all of the words (the last one by prefix), newest first',
    })
    .input(
      z.object({
        text: z.string().trim().min(1).max(200),
        locationIDs: z.array(z.uuid()).max(500).optional(),
        pageSize: z.int().min(1).max(50).default(20),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(wrapped(MessageHits))
    .errors(failsWith('InvalidInput')),
}
