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
      summary: 'Same as get-set/sms, and names a contact that has no name yet',
    })
    .input(StartConversation)
    .output(wrapped(Conversation))
    .errors(startFailures),

  updateFriendlyName: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/update-friendlyname',
      ...service,
      summary: 'Renames a conversation; an empty name restores the contact’s name',
    })
    .input(z.object({ sid: ConversationSid, friendlyName: words().max(FRIENDLY_NAME_MAX) }))
    .output(wrapped(Conversation))
    .errors(notFound),

  fixSms: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/fix/sms',
      ...service,
      summary: 'Repairs a conversation: list entry, block, opt-out, and messages only the carrier has',
    })
    .input(z.object({ sid: ConversationSid }))
    .output(wrapped(Conversation))
    .errors(notFound),

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
