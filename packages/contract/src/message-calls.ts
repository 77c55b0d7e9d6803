import { z } from 'zod'
import { MESSAGE_PAGE_SIZE } from './constants.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { Message } from './messages.ts'
import { holdsSomething, SendRequest, sendFailures, sendRefused } from './send-request.ts'

const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })

export const messages = {
  getListByConversationIds: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/by-conversation-ids',
      ...service,
      summary: 'Messages of conversations, oldest first in each; the newest page unless before/after say otherwise',
    })
    .input(
      z
        .object({
          conversationIds: z.array(ConversationSid).min(1).max(50),
          pageSize: z.int().min(1).max(100).default(MESSAGE_PAGE_SIZE),
          beforeIndex: z.int32().min(1).optional().describe('Only messages with a smaller index.'),
          afterIndex: z.int32().min(0).optional().describe('Only messages with a larger index, oldest of them first.'),
        })
        .refine(
          (input) => input.beforeIndex === undefined || input.afterIndex === undefined,
          'Give beforeIndex or afterIndex, not both',
        ),
    )
    .output(
      wrapped(
        z.object({
          conversations: z.array(
            z.object({
              conversationSid: ConversationSid,
              items: z.array(Message),
              hasNextPage: z.boolean().describe('There are newer ones.'),
              hasPrevPage: z.boolean().describe('There are older ones.'),
            }),
          ),
        }),
      ),
    )
    .errors(failsWith('ConversationNotFound')),

  send: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Message/send',
      ...service,
      summary: 'Sends a text. Safe to repeat with the same clientMessageId: it is sent once',
    })
    .input(SendRequest.refine(...holdsSomething))
    .output(wrapped(z.object({ message: Message, conversation: Conversation })))
    .errors(sendFailures),

  retry: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Message/retry',
      summary: 'Sends a message again that did not arrive',
      ...service,
    })
    .input(z.object({ sid: MessageSid }))
    .output(wrapped(Message))
    .errors({ ...failsWith('MessageNotFound', 'MessageNotRetryable'), ...sendRefused }),

  remove: endpoint({ permission: 'convos_delete_message' })
    .route({
      method: 'POST',
      path: '/conversations/Message/delete',
      ...service,
      summary: 'Deletes a message; a line stays. One that waits is not sent; one on its way cannot be called back',
    })
    .input(z.object({ sid: MessageSid }))
    .output(
      wrapped(
        z.object({
          message: Message,
          conversation: Conversation,
          wasSent: z.boolean().describe('The carrier had it already, so the contact has it or may get it.'),
        }),
      ),
    )
    .errors(failsWith('MessageNotFound')),
}
