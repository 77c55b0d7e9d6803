import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { SCHEDULED_KINDS, SCHEDULED_STATES, STOP_REASONS } from '../rules/scheduled-messages.ts'
import { hasTextOrAttachment } from '../rules/send-request.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { InstantInput } from './instants.ts'
import { Translation } from './message-kinds.ts'
import { Media } from './messages.ts'
import { SendRequest, sendFailures, sendRefused } from './send-request.ts'
import { freeText } from './words.ts'

export const ScheduledMessage = z.object({
  sid: MessageSid.describe('SID of the message it becomes.'),
  conversationSid: ConversationSid,
  viaSid: ConversationSid.optional().describe('The merged conversation whose number pair it is sent by.'),
  kind: z.enum(SCHEDULED_KINDS),
  state: z.enum(SCHEDULED_STATES),
  reasons: z.array(z.enum(STOP_REASONS)),
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  body: z.string(),
  translation: Translation.optional(),
  attachedMedia: z.array(Media),
  paymentID: z.uuid().optional().describe('The payment request or estimate it carries.'),
  sendAt: z.iso.datetime(),
  dueAt: z.iso.datetime().describe('When it will be sent: sendAt, or later if held for quiet hours.'),
  timeZone: z.string().describe('The contact’s time zone, derived from their number.'),
  dateCreated: z.iso.datetime(),
  version: z.int(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

const oneScheduled = z.object({ sid: MessageSid })
const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

export const scheduledMessages = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/get-list',
      summary: 'Lists the scheduled messages of a conversation, soonest first',
      ...service,
    })
    .input(z.object({ conversationSid: ConversationSid }))
    .output(wrapped(z.object({ scheduledMessages: z.array(ScheduledMessage) })))
    .errors(failsWith('ConversationNotFound')),

  create: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/create',
      ...service,
      summary: 'Schedules a message. Safe to repeat with the same clientMessageId',
    })
    .input(
      SendRequest.extend({
        paymentID: z
          .uuid()
          .meta({ names: 'payment' })
          .optional()
          .describe('The payment request or estimate it carries: that is sent when the message leaves.'),
        sendAt: InstantInput.optional().describe('Default: in a few seconds, so that sending can be undone.'),
      }).refine(...hasTextOrAttachment),
    )
    .output(wrapped(ScheduledMessage))
    .errors({ ...failsWith('ScheduleTimeInvalid', 'TooManyScheduled', 'PaymentNotFound'), ...sendFailures }),

  update: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/update',
      summary: 'Edits a scheduled message; omitted fields are unchanged',
      ...service,
    })
    .input(
      oneScheduled.extend({
        text: freeText().max(MESSAGE_TEXT_MAX).optional(),
        sendAt: InstantInput.optional(),
        version: z.int32().optional(),
      }),
    )
    .output(wrapped(ScheduledMessage))
    .errors({
      ...failsWith(
        'ScheduledMessageNotFound',
        'ScheduleTimeInvalid',
        'MessageEmpty',
        'ChangedMeanwhile',
        'PaymentNotFound',
      ),
      ...sendRefused,
    }),

  cancel: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/cancel',
      summary: 'Cancels a scheduled message and returns it',
      ...service,
    })
    .input(oneScheduled)
    .output(wrapped(ScheduledMessage))
    .errors(failsWith('ScheduledMessageNotFound')),

  sendNow: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/send-now',
      summary: 'Sends a scheduled message now',
      ...service,
    })
    .input(oneScheduled)
    .output(wrapped(ScheduledMessage))
    .errors({ ...failsWith('ScheduledMessageNotFound', 'PaymentNotFound'), ...sendRefused }),
}
