import { z } from 'zod'
import { MESSAGE_PAGE_SIZE } from '../rules/constants.ts'
import { TIMELINE_CONVERSATIONS_MAX } from '../rules/timeline.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { Message } from './messages.ts'

export const timeline = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/by-contact',
      tags: ['conversations'],
      summary: 'Lists the messages of all conversations with a contact that the caller can see, oldest first',
    })
    .input(
      z.object({
        contactId: z.uuid(),
        pageSize: z.int().min(1).max(100).default(MESSAGE_PAGE_SIZE),
        before: z
          .array(z.object({ conversationSid: ConversationSid, index: z.int32().min(1) }))
          .max(TIMELINE_CONVERSATIONS_MAX)
          .default([])
          .describe('Start of the known page in each conversation; empty for the newest page.'),
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
