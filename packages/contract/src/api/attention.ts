import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { InstantInput } from './instants.ts'

const oneConversation = z.object({ sid: ConversationSid })
const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

/** Waiting for a reply, snooze and unread marks. */
export const attention = {
  snooze: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/snooze',
      summary: 'Snoozes an open conversation until a time, or until the contact replies',
      ...service,
    })
    .input(
      oneConversation.extend({
        until: InstantInput.nullable().describe('Null: until they reply.'),
      }),
    )
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'ConversationClosed', 'InvalidInput')),

  unsnooze: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/unsnooze',
      summary: 'Unsnoozes a conversation',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound')),

  handled: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/handled',
      summary: 'Marks a conversation as “no reply needed”',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound')),

  waiting: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/waiting',
      summary: 'Undoes “no reply needed” or a close, so the conversation is waiting for a reply again',
      ...service,
    })
    .input(
      oneConversation.extend({
        since: InstantInput.describe('Time of the unanswered text; ignored if it no longer matches.'),
      }),
    )
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'InvalidInput')),

  markUnread: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/mark-unread',
      summary: 'Marks a conversation unread for the caller only, until they open it',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound')),

  markRead: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/mark-read',
      ...service,
      summary: 'Marks a conversation read and adds the caller to seenBy of its last message',
    })
    .input(
      oneConversation.extend({
        upToIndex: z.int32().min(0).describe('Newest message on the caller’s screen; later ones stay unread.'),
      }),
    )
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound')),
}
