import { z } from 'zod'
import { DRAFT_MAX } from '../rules/constants.ts'
import { CONVERSATION_TYPES, FRIENDLY_NAME_MAX } from '../rules/conversations.ts'
import { DELIVERY_STATUSES } from '../rules/delivery.ts'
import { ConversationFilter } from './conversation-filter.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { LanguageCode } from './language.ts'
import { Message } from './messages.ts'
import { freeText, personName, words } from './words.ts'

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
  language: LanguageCode.nullable().describe('Language the contact writes in, if known.'),
  lineType: z.string().nullable().describe('Line type from the carrier’s lookup: mobile, landline, fixedVoip, …'),
  isOptedOut: z.boolean(),
  isBlocked: z.boolean(),
  createdOnUtc: z.iso.datetime(),
})
export type ContactCard = z.infer<typeof ContactCard>

/** A conversation that was merged into another, with its number pair. */
export const MergedPair = z.object({
  sid: ConversationSid,
  contactID: z.uuid(),
  name: z.string().describe('Name given by the team, or the contact’s name.'),
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
  needsAnswerSince: z.iso.datetime().nullable().describe('Time of the first unanswered text.'),
  isMarkedUnread: z.boolean().optional().describe('Marked unread by the caller, for themselves; absent in events.'),
  type: z.enum(CONVERSATION_TYPES),
  deliveryStatus: z
    .enum(DELIVERY_STATUSES)
    .nullable()
    .describe('Delivery status of the latest message, when it is outgoing.'),
  nextScheduledMessageDate: z.iso.datetime().nullable(),
  channelWindowEndsUTC: z.iso
    .datetime()
    .nullable()
    .describe('When the channel’s reply window for the latest message closes; null if it has none.'),
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
      author: z.string().describe('Name of the teammate who wrote it; empty for messages from the contact.'),
      authorUserID: z.uuid().nullable().describe('Null for messages from the contact and automatic messages.'),
    })
    .nullable(),
  merged: z.array(MergedPair).optional().describe('Absent when nothing was merged into it.'),
  contactAccess: z
    .enum(['hidden', 'shown'])
    .optional()
    .describe(
      'Only set for restricted conversations, which were started by someone who could not see the contact. “hidden”: only the contact’s number is included. “shown”: the caller may see the contact through another conversation. Events always say “hidden”, and responses to changes may.',
    ),
  version: z.int().describe('Increases with every change; the higher of two copies is newer.'),
})
export type Conversation = z.infer<typeof Conversation>

const notFound = failsWith('ConversationNotFound')
const oneConversation = z.object({ sid: ConversationSid })
const ListOfConversations = z.object({ conversations: z.array(Conversation) })
const numbersOfThread = oneConversation.extend({
  phoneNumbers: z
    .array(z.string().max(40))
    .min(1)
    .max(50)
    .optional()
    .describe('Which numbers of the conversation; default: all of them.'),
})

const CountBy = z.record(z.string(), z.int())
const Totals = z.object({ byUser: CountBy, byFolder: CountBy, byStatus: CountBy, byLocation: CountBy })

/** Counts of conversations. `unread` counts among the requested open or closed ones. */
export const ConversationStats = z.object({
  totalOpen: z.int(),
  totalClosed: z.int(),
  totalUnread: z.int(),
  totalSnoozed: z.int(),
  totalNeedsAnswer: z.int().describe('Open conversations waiting for a reply, excluding snoozed ones.'),
  totals: Totals,
  unreadTotals: Totals,
})
export type ConversationStats = z.infer<typeof ConversationStats>

/** Contact and own number of a conversation to get or start. */
const StartConversation = z.object({
  contactName: personName().max(120).default(''),
  contactPhoneNumber: z
    .string()
    .trim()
    .min(3)
    .max(40)
    .describe('Without + it is parsed as a national number of the sending number’s country.'),
  tenantPhoneNumber: z.string().trim().min(3).max(40),
  toUserID: z.uuid().nullable().default(null),
  locationID: z.uuid().optional().describe('Default: the location of the sending number.'),
})
const startFailures = failsWith(
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
      summary: 'Returns a conversation; for a merged one, the conversation it was merged into',
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
      summary: 'Lists the conversations with a contact’s number, one for each of the business’s numbers',
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
    .route({ method: 'POST', path: '/conversations/Conversation/get-list', summary: 'Lists conversations', ...service })
    .input(
      ConversationFilter.extend({
        isLean: z.boolean().default(false).describe('Omits `result`, which halves the response.'),
      }),
    )
    .output(
      wrappedPage(ListOfConversations).extend({
        result: ListOfConversations.optional().describe('Same as `data`, under its other specified name.'),
      }),
    )
    .errors(failsWith('InvalidInput')),

  getStats: reading()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-stats',
      summary: 'Returns totals of the conversations the caller can see',
      ...service,
    })
    .input(z.object({ locationIDs: z.array(z.uuid()).max(500).optional(), isClosed: z.boolean().default(false) }))
    .output(wrapped(ConversationStats)),

  getSetSms: endpoint({ permission: 'convos_create_new_conversations' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/get-set/sms',
      ...service,
      summary: 'Returns the conversation with a number, and starts it if there is none',
    })
    .input(StartConversation)
    .output(wrapped(Conversation))
    .errors(startFailures),

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
    .errors(failsWith('ConversationNotFound')),

  typing: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/typing',
      summary: 'Shows teammates that the caller is typing',
      ...service,
    })
    .input(oneConversation.extend({ isTyping: z.boolean() }))
    .output(wrapped(z.null()))
    .errors(notFound),

  saveDraft: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/Conversation/save-draft',
      summary: 'Saves the caller’s draft; an empty draft is deleted',
      ...service,
    })
    .input(oneConversation.extend({ messageDraft: freeText().max(DRAFT_MAX) }))
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
      summary: 'Lists the update messages of a conversation, newest first',
    })
    .input(oneConversation.extend({ beforeIndex: z.int32().min(1).optional() }))
    .output(wrapped(z.object({ items: z.array(Message), hasMore: z.boolean() })))
    .errors(notFound),

  remove: endpoint({ permission: 'convos_delete_contact_conversation' })
    .route({
      method: 'DELETE',
      path: '/conversations/Conversation',
      ...service,
      summary:
        'Deletes a conversation with its messages and files. Opt-outs, consent, and blocks are kept for the number',
    })
    .input(oneConversation)
    .output(wrapped(z.null()))
    .errors({ ...notFound, ...failsWith('ContactRestricted') }),

  block: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/block',
      ...service,
      summary: 'Blocks the contact’s numbers: nothing is sent to them, and their texts arrive silently',
    })
    .input(numbersOfThread)
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'NotMerged', 'ContactRestricted')),

  unblock: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/unblock',
      summary: 'Unblocks a number',
      ...service,
    })
    .input(numbersOfThread)
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'NotMerged', 'ContactRestricted')),
}
