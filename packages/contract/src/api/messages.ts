import { z } from 'zod'
import { DELIVERY_REASONS, DELIVERY_STATUSES } from '../rules/delivery.ts'
import { UPDATE_KINDS } from '../rules/messages.ts'
import { ConversationSid, MediaSid, MessageSid } from './ids.ts'
import { MESSAGE_KINDS, SeenBy } from './message-kinds.ts'

export const LogUpdate = z.object({
  kind: z.enum(UPDATE_KINDS),
  value: z
    .string()
    .nullable()
    .describe('Name of the person, folder, location, or status at that time, or a time; null if there is none.'),
  note: z.string().optional().describe('Note to the assignee.'),
  automation: z.string().optional().describe('Name of the automation that did it.'),
  mergedSid: ConversationSid.optional().describe('The conversation that was merged or unmerged.'),
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

export const Media = z.object({
  sid: MediaSid,
  filename: z.string(),
  contentType: z.string(),
  byteSize: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  state: z.enum(['fetching', 'stored', 'failed']),
  url: z.string().nullable().describe('Null until it is stored.'),
})
export type Media = z.infer<typeof Media>

export const Message = z.object({
  sid: MessageSid,
  conversationSid: ConversationSid,
  index: z.int().describe('Position in the conversation, from 1, without gaps.'),
  viaSid: ConversationSid.optional().describe('The merged conversation whose number pair it was sent or received by.'),
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
      isHandled: z.boolean().describe('Dismissed by a teammate.'),
    })
    .nullable(),
  segments: z.int().nullable(),
  attributes: MessageAttributes,
  version: z.int(),
})
export type Message = z.infer<typeof Message>
