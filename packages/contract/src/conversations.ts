import { z } from 'zod'
import { isBlank } from './blank.ts'
import { MESSAGE_ATTACHMENTS_MAX, MESSAGE_PAGE_SIZE, MESSAGE_TEXT_MAX } from './constants.ts'
import { ConversationFilter } from './conversation-filter.ts'
import { DELIVERY_REASONS, DELIVERY_STATUSES, SEND_GATE_REASONS } from './delivery.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { ERROR_MESSAGES, ERRORS } from './errors.ts'
import { ConversationSid, MediaSid, MessageSid } from './ids.ts'
import { MESSAGE_KINDS, SeenBy } from './message-kinds.ts'
import { can, type Viewer } from './permissions.ts'

export const CONVERSATION_TYPES = ['sms'] as const
/** What a line of the thread tells that nobody wrote: what was done to the conversation. */
export const UPDATE_KINDS = [
  'opened',
  'closed',
  'assigned',
  'unassigned',
  'foldered',
  'moved',
  'status-changed',
  'snoozed',
  'woken',
  'handled',
  'merged',
  'unmerged',
  'reassigned',
  'message-deleted',
  'note-deleted',
  'renamed',
  // Words of whoever put the line there.
  'told',
] as const
export const LogUpdate = z.object({
  kind: z.enum(UPDATE_KINDS),
  value: z
    .string()
    .nullable()
    .describe(
      'The person, folder, location, status or name as it was called then, or the hour; null where there is none.',
    ),
  note: z.string().optional().describe('What was said to whom it was handed to.'),
  mergedSid: ConversationSid.optional().describe('The conversation that was merged or taken out again.'),
})
export type LogUpdate = z.infer<typeof LogUpdate>

const ofAnyKind = { isOutgoingMessage: z.boolean(), seenBy: z.array(SeenBy) }
const ofKind = <Kind extends keyof typeof MESSAGE_KINDS>(kind: Kind) =>
  z.object({ type: z.literal(kind), ...ofAnyKind, ...MESSAGE_KINDS[kind] })

export const MessageAttributes = z.discriminatedUnion('type', [
  ofKind('text'),
  ofKind('media'),
  ofKind('voice'),
  ofKind('voicemail'),
  ofKind('note'),
  ofKind('booking-update'),
  ofKind('ai-update'),
  ofKind('ai-voice-call-update'),
  ofKind('review'),
  ofKind('payment'),
  z.object({ type: z.literal('update'), ...ofAnyKind, update: LogUpdate }),
])
export type MessageAttributes = z.infer<typeof MessageAttributes>
export type MessageType = MessageAttributes['type']

export const ContactCard = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  countryCode: z.string(),
  birthDate: z.string().nullable(),
  tags: z.array(z.string()),
  labels: z.array(z.string()),
  locationID: z.uuid(),
  source: z.string(),
  lineType: z.string().nullable().describe('As the carrier’s lookup names it: mobile, landline, fixedVoip, …'),
  isOptedOut: z.boolean(),
  isBlocked: z.boolean(),
  createdOnUtc: z.iso.datetime(),
})
export type ContactCard = z.infer<typeof ContactCard>

/** A conversation that goes on in another one: the pair of numbers whose texts stand in it as well. */
export const MergedPair = z.object({
  sid: ConversationSid,
  contactID: z.uuid(),
  name: z.string(),
  phoneNumber: z.string(),
  tenantPhoneNumber: z.string(),
  isOptedOut: z.boolean(),
  isBlocked: z.boolean(),
})
export type MergedPair = z.infer<typeof MergedPair>

export const Draft = z.object({ userID: z.uuid(), messageDraft: z.string() })

export const ConversationAttributes = z.object({
  toUserID: z.uuid().nullable(),
  toUserName: z.string().nullable(),
  locationID: z.uuid(),
  latestMessage: z.string(),
  latestMessageDateUTC: z.iso.datetime().nullable(),
  isClosed: z.boolean(),
  folder: z.string(),
  folderName: z.string(),
  statusKey: z.string().nullable(),
  statusName: z.string().nullable(),
  unreadMessages: z.int(),
  isSnoozed: z.boolean(),
  snoozedUntil: z.iso.datetime().nullable().describe('Null while snoozed: until they reply.'),
  needsAnswerSince: z.iso.datetime().nullable().describe('When they first wrote what nobody has answered yet.'),
  isMarkedUnread: z.boolean().optional().describe('By the caller, for themselves; absent in events.'),
  type: z.enum(CONVERSATION_TYPES),
  deliveryStatus: z.enum(DELIVERY_STATUSES).nullable().describe('Of the latest message, when it is one of ours.'),
  nextScheduledMessageDate: z.iso.datetime().nullable(),
  channelWindowEndsUTC: z.iso
    .datetime()
    .nullable()
    .describe('Until when the channel takes an answer to what the contact wrote last; null where it always does.'),
  drafts: z
    .array(Draft)
    .optional()
    .describe('The caller’s own draft; absent in events, which look the same to everyone.'),
})

export const Conversation = z.object({
  sid: ConversationSid,
  uniqueName: z.string().describe('tenant|own number|contact’s number'),
  phoneNumber: z.string(),
  tenantPhoneNumber: z.string(),
  friendlyName: z.string(),
  contact: ContactCard,
  attributes: ConversationAttributes,
  lastMessage: z
    .object({
      date: z.iso.datetime(),
      unix: z.int(),
      message: z.string(),
      index: z.int(),
      isOutgoingMessage: z.boolean(),
    })
    .nullable(),
  merged: z.array(MergedPair).optional().describe('Absent where nothing was merged into it.'),
  version: z.int().describe('Rises with every change; of two copies the higher one is right.'),
})
export type Conversation = z.infer<typeof Conversation>

export const Media = z.object({
  sid: MediaSid,
  filename: z.string(),
  contentType: z.string(),
  byteSize: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  state: z.enum(['fetching', 'stored', 'failed']),
  url: z.string().nullable().describe('Null until it is stored with us.'),
})
export type Media = z.infer<typeof Media>

export const Message = z.object({
  sid: MessageSid,
  conversationSid: ConversationSid,
  index: z.int().describe('Position in the conversation, from 1, without gaps.'),
  viaSid: ConversationSid.optional().describe('The merged conversation whose pair of numbers it came or went by.'),
  author: z.string().describe('The teammate’s name, or the contact’s number.'),
  authorUserID: z.uuid().nullable(),
  body: z.string(),
  dateCreated: z.iso.datetime(),
  attachedMedia: z.array(Media),
  deliveryStatus: z.enum(DELIVERY_STATUSES).nullable(),
  deliveryError: z
    .object({
      code: z.int().nullable(),
      reason: z.enum(DELIVERY_REASONS),
      canRetry: z.boolean(),
      isHandled: z.boolean().describe('Somebody dealt with it in another way.'),
    })
    .nullable(),
  segments: z.int().nullable(),
  attributes: MessageAttributes,
  version: z.int(),
})
export type Message = z.infer<typeof Message>

/** What decides who may see a conversation, and everything about it. */
export interface ConversationFacts {
  locationID: string
  toUserID: string | null
}

export const conversationRules = {
  /** Spec section 6. The database asks the same question in `apps/server/src/modules/conversations/visibility.ts`. */
  see: (me: Viewer, { locationID, toUserID }: ConversationFacts): boolean => {
    if (me.locationIds !== null && !me.locationIds.includes(locationID)) return false
    if (toUserID === me.userId) return true
    return can(me, toUserID === null ? 'convos_view_unassigned_conversations' : 'convos_view_assigned_to_others')
  },
}

const notFound = failsWith('ConversationNotFound')
const oneConversation = z.object({ sid: ConversationSid })

const CountBy = z.record(z.string(), z.int())
const Totals = z.object({ byUser: CountBy, byFolder: CountBy, byStatus: CountBy, byLocation: CountBy })

/** Counts of conversations. `unread` ones are counted among the open or closed ones that were asked for. */
export const ConversationStats = z.object({
  totalOpen: z.int(),
  totalClosed: z.int(),
  totalUnread: z.int(),
  totalSnoozed: z.int(),
  totalNeedsAnswer: z.int().describe('Open ones whose contact waits for an answer; not the snoozed ones.'),
  totals: Totals,
  unreadTotals: Totals,
})
export type ConversationStats = z.infer<typeof ConversationStats>

/** With whom a conversation is, from which of our numbers (spec section 7, get-set). */
export const StartConversation = z.object({
  contactName: z.string().trim().max(120).default(''),
  contactPhoneNumber: z
    .string()
    .trim()
    .min(3)
    .max(40)
    .describe('Without + it is read as a national number of the country of our own.'),
  tenantPhoneNumber: z.string().trim().min(3).max(40),
  toUserID: z.uuid().nullable().default(null),
  locationID: z.uuid().optional().describe('Default: the location of our number.'),
})
export const startFailures = failsWith(
  'PhoneNumberInvalid',
  'PhoneNumberInexistent',
  'PhoneNumberLandline',
  'PhoneNumberNotFound',
  'LocationNotFound',
  'AssigneeUnknown',
  'ConversationNotFound',
  'ConversationsUnassignable',
)

const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })

export const conversations = {
  getBySid: reading()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-by-sid',
      summary: 'One conversation; of a merged one the survivor',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(notFound),

  getByPhoneNumber: reading()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-by-phonenumber',
      ...service,
      summary: 'The conversations with a contact’s number, one for each of our numbers',
    })
    .input(
      z.object({
        phoneNumber: z.string().trim().min(3).max(40),
        tenantPhoneNumber: z.string().trim().max(40).optional(),
      }),
    )
    .output(wrapped(z.object({ conversations: z.array(Conversation) })))
    .errors(failsWith('PhoneNumberInvalid')),

  getList: reading()
    .route({ method: 'POST', path: '/conversations/Conversation/get-list', summary: 'The inbox', ...service })
    .input(ConversationFilter)
    .output(wrappedPage(z.object({ conversations: z.array(Conversation) })))
    .errors(failsWith('InvalidInput')),

  getStats: reading()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-stats',
      summary: 'Totals of what the caller may see',
      ...service,
    })
    .input(z.object({ locationIDs: z.array(z.uuid()).max(500).optional(), isClosed: z.boolean().default(false) }))
    .output(wrapped(ConversationStats)),

  getSetSms: endpoint({ permission: 'convos_create_new_conversations' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-set/sms',
      ...service,
      summary: 'The conversation with a number, started if there is none',
    })
    .input(StartConversation)
    .output(wrapped(Conversation))
    .errors(startFailures),

  markRead: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/mark-read',
      ...service,
      summary: 'Sets unread to 0 and records the caller among those who saw the last message',
    })
    .input(
      oneConversation.extend({
        upToIndex: z.int().min(0).describe('The newest message on the reader’s screen; later ones stay unread.'),
      }),
    )
    .output(wrapped(Conversation))
    .errors(notFound),

  typing: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/typing',
      summary: 'Tells teammates that the caller is typing',
      ...service,
    })
    .input(oneConversation.extend({ isTyping: z.boolean() }))
    .output(wrapped(z.null()))
    .errors(notFound),

  saveDraft: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/save-draft',
      summary: 'Keeps the caller’s draft; an empty one is forgotten',
      ...service,
    })
    .input(oneConversation.extend({ messageDraft: z.string().max(10_000) }))
    .output(wrapped(Draft))
    .errors(notFound),

  open: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/open',
      summary: 'Reopens a conversation',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(notFound),

  close: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/close',
      summary: 'Closes a conversation',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(notFound),

  getActivities: reading()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-activities',
      ...service,
      summary: 'What was done with a conversation, newest first: its messages of type update',
    })
    .input(oneConversation.extend({ beforeIndex: z.int().min(1).optional() }))
    .output(wrapped(z.object({ items: z.array(Message), hasMore: z.boolean() })))
    .errors(notFound),

  remove: endpoint({ permission: 'convos_delete_contact_conversation' })
    .route({
      method: 'DELETE',
      path: '/conversations/Conversation',
      ...service,
      summary: 'Deletes a conversation with its messages and files. Opt-outs, consent and blocks stay with the number',
    })
    .input(oneConversation)
    .output(wrapped(z.null()))
    .errors(notFound),

  block: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/block',
      ...service,
      summary: 'Blocks the contact’s number: nothing is sent to it, and its texts are kept without unread or noise',
    })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(notFound),

  unblock: signedIn()
    .route({ method: 'POST', path: '/conversations/ConversationStates/unblock', summary: 'Lifts a block', ...service })
    .input(oneConversation)
    .output(wrapped(Conversation))
    .errors(notFound),
}

/** 422: the gate's reasons why nothing was sent. The text stays with its writer. */
export const sendRefused = {
  SendRefused: {
    status: ERRORS.SendRefused,
    message: ERROR_MESSAGES.SendRefused,
    data: z.object({ reasons: z.array(z.enum(SEND_GATE_REASONS)) }),
  },
}

/** 409: teammates have answered since; what they said, so that the writer can decide. */
export const MeanwhileAnswer = z.object({
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  body: z.string(),
  dateCreated: z.iso.datetime(),
  index: z.int().nullable().describe('null while its author can still take it back.'),
})
export type MeanwhileAnswer = z.infer<typeof MeanwhileAnswer>

export const answeredMeanwhile = {
  AnsweredMeanwhile: {
    status: ERRORS.AnsweredMeanwhile,
    message: ERROR_MESSAGES.AnsweredMeanwhile,
    data: z.object({ answers: z.array(MeanwhileAnswer) }),
  },
}
export const LastSeenIndex = z
  .int()
  .min(0)
  .optional()
  .describe(
    'The newest message its writer has seen: if a teammate has answered since, nothing is sent. Absent: send anyway.',
  )

export const ViaSid = ConversationSid.optional().describe(
  'By which pair of numbers of a merged thread: its own sid or one of `merged`. Absent: the pair last written on.',
)

export const QuotedSid = MessageSid.optional().describe(
  'A message of the same thread that it answers, for the team only.',
)

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
          beforeIndex: z.int().min(1).optional().describe('Only messages with a smaller index.'),
          afterIndex: z.int().min(0).optional().describe('Only messages with a larger index, oldest of them first.'),
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
    .errors(notFound),

  send: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Message/send',
      ...service,
      summary: 'Sends a text. Safe to repeat with the same clientMessageId: it is sent once',
    })
    .input(
      z
        .object({
          conversationSid: ConversationSid,
          text: z.string().max(MESSAGE_TEXT_MAX).default(''),
          attachments: z.array(MediaSid).max(MESSAGE_ATTACHMENTS_MAX).default([]),
          clientMessageId: z.uuid(),
          lastSeenIndex: LastSeenIndex,
          viaSid: ViaSid,
          quotedSid: QuotedSid,
        })
        .refine(
          ({ text, attachments }) => !isBlank(text) || attachments.length > 0,
          'A message needs a text or an attachment',
        ),
    )
    .output(wrapped(z.object({ message: Message, conversation: Conversation })))
    .errors({
      ...failsWith(
        'ConversationNotFound',
        'AttachmentUnknown',
        'NotMerged',
        'MessageNotFound',
        'NotInTrial',
        'AttachmentTooLarge',
        'ClientMessageIdReused',
      ),
      ...sendRefused,
      ...answeredMeanwhile,
    }),

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
