import { z } from 'zod'
import { UNDELIVERED_COUNT_MAX, UNDELIVERED_DISMISS_MAX } from '../rules/undelivered.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { MessageSid } from './ids.ts'
import { Message } from './messages.ts'

const PAGE_SIZE = 30
const service = { tags: ['conversations'] }

export const UndeliveredMessage = z.object({ message: Message, conversation: Conversation })
export type UndeliveredMessage = z.infer<typeof UndeliveredMessage>

/** Undelivered messages that no teammate has retried or dismissed. */
export const undelivered = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/get-list/undelivered',
      ...service,
      summary: 'Lists undelivered messages in conversations the caller can see, newest first',
    })
    .input(
      z.object({
        pageSize: z.int().min(1).max(100).default(PAGE_SIZE),
        cursor: z.string().max(100).optional(),
        locationIDs: z.array(z.uuid()).max(500).optional(),
      }),
    )
    .output(wrappedPage(z.object({ items: z.array(UndeliveredMessage) })))
    .errors(failsWith('InvalidInput')),

  getCount: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/undelivered/count',
      ...service,
      summary: `Counts undelivered messages, up to ${UNDELIVERED_COUNT_MAX + 1}`,
    })
    .input(z.object({ locationIDs: z.array(z.uuid()).max(500).optional() }))
    .output(wrapped(z.object({ count: z.int() }))),

  dismiss: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/Message/undelivered/handled',
      ...service,
      summary: 'Dismisses undelivered messages; they stay in their conversations',
    })
    .input(z.object({ sids: z.array(MessageSid).min(1).max(UNDELIVERED_DISMISS_MAX) }))
    .output(wrapped(z.object({ messages: z.array(Message) })))
    .errors(failsWith('MessageNotFound')),

  restore: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/Message/undelivered/restore',
      ...service,
      summary: 'Undoes the dismissal of undelivered messages',
    })
    .input(z.object({ sids: z.array(MessageSid).min(1).max(UNDELIVERED_DISMISS_MAX) }))
    .output(wrapped(z.object({ messages: z.array(Message) })))
    .errors(failsWith('MessageNotFound')),
}
