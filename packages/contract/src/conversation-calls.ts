import { z } from 'zod'
import { Conversation, StartConversation, startFailures } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { Message } from './messages.ts'
import { words } from './words.ts'

export const FRIENDLY_NAME_MAX = 120

const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const notFound = failsWith('ConversationNotFound')

/** The calls of spec section 7 about one conversation that no screen of the inbox needs each day. */
export const conversationCalls = {
  getSetContact: endpoint({ permission: 'convos_create_new_conversations' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-set/contact',
      ...service,
      summary: 'As get-set/sms, and a contact who has no name yet gets the given one',
    })
    .input(StartConversation)
    .output(wrapped(Conversation))
    .errors(startFailures),

  updateFriendlyName: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/update-friendlyname',
      ...service,
      summary: 'What the team calls a conversation; an empty name gives the contact’s back',
    })
    .input(z.object({ sid: ConversationSid, friendlyName: words().max(FRIENDLY_NAME_MAX) }))
    .output(wrapped(Conversation))
    .errors(notFound),

  fixSms: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/fix/sms',
      ...service,
      summary:
        'Puts a conversation right: its line in the list, block and opt-out, and what the carrier knows and we do not',
    })
    .input(z.object({ sid: ConversationSid }))
    .output(wrapped(Conversation))
    .errors(notFound),

  sendUpdates: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/send-message/updates',
      ...service,
      summary: 'Puts a line into the thread that only the team sees. Safe to repeat with the same clientMessageId',
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
