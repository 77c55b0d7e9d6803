import { z } from 'zod'
import { AI_UPDATE_KINDS, BOOKING_STATES, CALL_STATES, PAYMENT_STATES, REVIEW_SOURCES } from '../rules/message-kinds.ts'
import { DOCUMENT_KINDS } from '../rules/payments.ts'
import { MessageSid } from './ids.ts'
import { LanguageCode } from './language.ts'

export const SeenBy = z.object({ userId: z.uuid(), displayName: z.string() })

const Transcription = z.string().nullable().describe('Transcript; null until there is one.')
const Call = z.object({ state: z.enum(CALL_STATES), durationSeconds: z.int().nullable() })

export const NoteDetails = z.object({
  mentions: z.array(SeenBy).describe('Mentioned teammates.'),
  editedOnUtc: z.iso.datetime().nullable(),
})

export type NoteDetails = z.infer<typeof NoteDetails>

export const BookingDetails = z.object({
  state: z.enum(BOOKING_STATES),
  serviceName: z.string(),
  startsAt: z.iso.datetime(),
  previousStartsAt: z.iso.datetime().nullable(),
  bookingID: z.uuid().optional(),
})
export type BookingDetails = z.infer<typeof BookingDetails>

export const ReviewDetails = z.object({
  source: z.enum(REVIEW_SOURCES),
  stars: z.int().min(1).max(5),
  reviewerName: z.string().nullable().describe('Null if the contact stays unnamed.'),
  reply: z.string().nullable(),
  url: z.url().nullable(),
})

export const PaymentDetails = z.object({
  state: z.enum(PAYMENT_STATES),
  amount: z.int().describe('In the smallest unit of the currency.'),
  currency: z.string().length(3),
  invoiceNumber: z.string(),
  url: z.url().nullable(),
  paymentID: z.uuid().optional(),
  kind: z.enum(DOCUMENT_KINDS).optional().describe('Absent: a payment request.'),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

export const Reaction = z.object({ emoji: z.string(), author: z.string().describe('The contact’s number.') })
export type Reaction = z.infer<typeof Reaction>

export const Quote = z.object({
  sid: MessageSid,
  index: z.int(),
  author: z.string(),
  isOutgoingMessage: z.boolean(),
  text: z.string().describe('Start of its text; empty for a file without text or a deleted message.'),
  isDeleted: z.boolean(),
})
export type Quote = z.infer<typeof Quote>

export const LinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  siteName: z.string(),
  picture: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
})
export type LinkPreview = z.infer<typeof LinkPreview>

/** Translation of a message, whose body is what the contact wrote or received. */
export const Translation = z.object({
  language: LanguageCode.describe('Language of the body.'),
  text: z.string().describe('The text in the team’s language: translated, or as the teammate wrote it.'),
  textLanguage: LanguageCode,
})
export type Translation = z.infer<typeof Translation>

const said = {
  translation: Translation.optional().describe('For messages from the contact, the translation follows shortly after.'),
  linkPreview: LinkPreview.optional().describe('Preview of the first linked page; added shortly after the message.'),
  quote: Quote.optional().describe('Quoted message, for the team only: texts carry no quotes.'),
  reactions: z.array(Reaction).optional().describe('Reaction of the contact.'),
  reaction: z
    .object({ emoji: z.string(), isRemoved: z.boolean(), messageSid: MessageSid })
    .optional()
    .describe('Set for texts that report a reaction to another message, or its removal.'),
}

/** Attributes of each kind of message besides its text. Recordings, pictures and files are attached media. */
export const MESSAGE_KINDS = {
  text: said,
  media: said,
  voice: { call: Call, transcription: Transcription },
  voicemail: { call: Call, transcription: Transcription },
  note: { note: NoteDetails },
  'booking-update': { booking: BookingDetails },
  'ai-update': { ai: z.object({ kind: z.enum(AI_UPDATE_KINDS) }) },
  'ai-voice-call-update': { call: Call, transcription: Transcription },
  review: { review: ReviewDetails },
  payment: { payment: PaymentDetails },
} as const
