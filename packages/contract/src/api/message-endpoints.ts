import { z } from 'zod'
import { MESSAGE_PAGE_SIZE } from '../rules/constants.ts'
import { hasTextOrAttachment } from '../rules/send-request.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { Message } from './messages.ts'
import { SendRequest, sendFailures, sendRefused } from './send-request.ts'
import { words } from './words.ts'

const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })

export const messages = {
  getListByConversationIds: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/by-conversation-ids',
      ...service,
      summary: 'Lists messages of conversations, oldest first; the newest page unless before or after is given',
    })
    .input(
      z
        .object({
          conversationIds: z.array(ConversationSid).min(1).max(50),
          pageSize: z.int().min(1).max(100).default(MESSAGE_PAGE_SIZE),
          beforeIndex: z.int32().min(1).optional().describe('Only messages with a smaller index.'),
          afterIndex: z.int32().min(0).optional().describe('Only messages with a larger index, oldest first.'),
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
              hasNextPage: z.boolean().describe('Newer ones exist.'),
              hasPrevPage: z.boolean().describe('Older ones exist.'),
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
      summary: 'Sends a message. Safe to repeat with the same clientMessageId: it is sent once',
    })
    .input(
      SendRequest.extend({
        paymentID: z
          .uuid()
          .meta({ names: 'payment' })
          .optional()
          .describe('The payment request or estimate it carries: that is sent with it, or reminded of.'),
      }).refine(...hasTextOrAttachment),
    )
    .output(wrapped(z.object({ message: Message, conversation: Conversation })))
    .errors({ ...sendFailures, ...failsWith('PaymentNotFound', 'PaymentStatusWrong', 'NumbersUsedUp') }),

  retry: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Message/retry',
      summary: 'Retries an undelivered message',
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
      summary: 'Deletes a message; a queued one is not sent, and one already sent cannot be recalled',
    })
    .input(z.object({ sid: MessageSid }))
    .output(
      wrapped(
        z.object({
          message: Message,
          conversation: Conversation,
          wasSent: z.boolean().describe('The carrier already had it, so the contact may have received it.'),
        }),
      ),
    )
    .errors(failsWith('MessageNotFound')),

  fixSms: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/fix/sms',
      ...service,
      summary: 'Repairs a conversation: list entry, block, opt-out, and messages only the carrier has',
    })
    .input(z.object({ sid: ConversationSid }))
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound')),

  sendUpdates: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/send-message/updates',
      ...service,
      summary: 'Adds an internal update to a conversation. Safe to repeat with the same clientMessageId',
    })
    .input(
      z.object({
        conversationSid: ConversationSid,
        text: words().min(1, 'An update needs words').max(500),
        clientMessageId: z.uuid(),
      }),
    )
    .output(wrapped(z.object({ message: Message, conversation: Conversation })))
    .errors(failsWith('ConversationNotFound', 'ClientMessageIdReused')),
}
