import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from './constants.ts'
import { SEND_GATE_REASONS } from './delivery.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { InstantInput } from './instants.ts'
import { Translation } from './message-kinds.ts'
import { Media } from './messages.ts'
import { holdsSomething, SendRequest, sendFailures, sendRefused } from './send-request.ts'

/** So long a text of somebody who wants to can be taken back. */
export const UNDO_SEND_SECONDS = 5
/** What could not go out at its time and is this late asks first: the answer may be wrong by now. */
export const SCHEDULE_LATE_MS = 60 * 60_000
export const SCHEDULE_AHEAD_MAX_DAYS = 366
export const SCHEDULED_PER_CONVERSATION_MAX = 50

/** `undo`: sent, and still to be taken back. `automatic`: by a rule of the business, waiting for the morning. */
export const SCHEDULED_KINDS = ['scheduled', 'undo', 'automatic'] as const
/** `held` and `stopped` say why in `reasons`; a stopped one waits for a person. */
export const SCHEDULED_STATES = ['waiting', 'held', 'stopped', 'sent', 'cancelled'] as const
export const STOP_REASONS = [...SEND_GATE_REASONS, 'too-late'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const ScheduledMessage = z.object({
  sid: MessageSid.describe('Of the message that it becomes.'),
  conversationSid: ConversationSid,
  viaSid: ConversationSid.optional().describe('The merged conversation by whose pair of numbers it goes.'),
  kind: z.enum(SCHEDULED_KINDS),
  state: z.enum(SCHEDULED_STATES),
  reasons: z.array(z.enum(STOP_REASONS)),
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  body: z.string(),
  translation: Translation.optional(),
  attachedMedia: z.array(Media),
  sendAt: z.iso.datetime(),
  dueAt: z.iso.datetime().describe('When it is tried: sendAt, or later when it is held.'),
  timeZone: z.string().describe('Of the contact, as far as their number tells.'),
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
      summary: 'What waits to be sent in a conversation, the next one first',
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
      summary: 'Sends a text later. Safe to repeat with the same clientMessageId',
    })
    .input(
      SendRequest.extend({
        sendAt: InstantInput.optional().describe('Default: in a few seconds, so that sending can be undone.'),
      }).refine(...holdsSomething),
    )
    .output(wrapped(ScheduledMessage))
    .errors({ ...failsWith('ScheduleTimeInvalid', 'TooManyScheduled'), ...sendFailures }),

  update: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/update',
      summary: 'Another text or another time; what is left out stays',
      ...service,
    })
    .input(
      oneScheduled.extend({
        text: z.string().max(MESSAGE_TEXT_MAX).optional(),
        sendAt: InstantInput.optional(),
        version: z.int32().optional(),
      }),
    )
    .output(wrapped(ScheduledMessage))
    .errors({
      ...failsWith('ScheduledMessageNotFound', 'ScheduleTimeInvalid', 'MessageEmpty', 'ChangedMeanwhile'),
      ...sendRefused,
    }),

  cancel: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/cancel',
      summary: 'It is not sent; the answer holds what it said',
      ...service,
    })
    .input(oneScheduled)
    .output(wrapped(ScheduledMessage))
    .errors(failsWith('ScheduledMessageNotFound')),

  sendNow: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ScheduledMessage/send-now',
      summary: 'Sends it at once',
      ...service,
    })
    .input(oneScheduled)
    .output(wrapped(ScheduledMessage))
    .errors({ ...failsWith('ScheduledMessageNotFound'), ...sendRefused }),
}
