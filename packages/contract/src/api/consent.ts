import { z } from 'zod'
import {
  CONSENT_KINDS,
  CONSENT_PURPOSES,
  CONSENT_REVIEWS_COUNT_MAX,
  CONSENT_SOURCES,
  CONSENT_WORDING_MAX,
  isImpliedConsent,
  RECORDED_CONSENT_SOURCES,
} from '../rules/consent.ts'
import { SEND_GATE_REASONS } from '../rules/delivery.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { CalendarDateInput } from './instants.ts'
import { Message } from './messages.ts'
import { words } from './words.ts'

const State = z
  .enum(['opted-in', 'opted-out', 'none'])
  .describe('none: nothing is recorded, so service texts are allowed and marketing is not.')
export type ConsentState = z.infer<typeof State>

const tenantPhoneNumber = z.string().nullable().describe('One of our numbers; null: all of them.')

export const NumberConsent = z.object({
  phoneNumber: z.string().describe('Of the contact.'),
  tenantPhoneNumber: z.string().nullable().describe('One of our numbers; null: all others.'),
  service: State,
  marketing: State,
  impliedUntilUtc: z.iso
    .datetime()
    .nullable()
    .describe('Until when a recorded purchase or inquiry implies consent to marketing, if they are in Canada.'),
  isOptedOutByText: z
    .boolean()
    .describe('The carrier refuses texts to them (21610) until they text START, whatever is recorded here.'),
})
export type NumberConsent = z.infer<typeof NumberConsent>

export const ConsentEvent = z.object({
  id: z.uuid(),
  phoneNumber: z.string().describe('Of the contact.'),
  tenantPhoneNumber,
  kind: z.enum(CONSENT_KINDS),
  purpose: z.enum(['all', ...CONSENT_PURPOSES]),
  source: z.enum(CONSENT_SOURCES),
  wording: z
    .string()
    .describe('The person’s words, or what they agreed to. Empty if it is a sentence that the caller may not see.'),
  pageUrl: z.string().nullable().describe('Web page with the wording.'),
  ipAddress: z.string().nullable().describe('Of the person, on that page.'),
  agreedOn: z.iso
    .date()
    .nullable()
    .describe('When they agreed, if an import said so; the day of a purchase or inquiry.'),
  isWithdrawn: z
    .boolean()
    .describe('A purchase or an inquiry that no longer counts, because a later record withdrew it.'),
  importFileName: z.string().nullable().describe('File of the import that the record is from.'),
  recordedBy: z.string().nullable().describe('Name of the teammate; null for texts.'),
  message: z
    .object({ conversationSid: ConversationSid, messageSid: MessageSid, text: z.string() })
    .nullable()
    .describe('The text, unless it was deleted or is in a conversation the caller cannot see.'),
  createdOnUtc: z.iso.datetime(),
})
export type ConsentEvent = z.infer<typeof ConsentEvent>

export const Consent = z.object({
  numbers: z.array(NumberConsent).describe('Present state for each pair of numbers with a conversation or a record.'),
  texts: z
    .object({ service: z.array(z.enum(SEND_GATE_REASONS)), marketing: z.array(z.enum(SEND_GATE_REASONS)) })
    .describe('Why a text of a teammate, and a group message, would be refused or held now; empty: it would be sent.'),
  events: z.array(ConsentEvent).describe('Newest first.'),
  nextCursor: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

export const ConsentReview = z.object({ message: Message, conversation: Conversation })
export type ConsentReview = z.infer<typeof ConsentReview>

const contactId = z.uuid().meta({ names: 'contact' })
const service = { tags: ['main'] }

export const consent = {
  get: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Consent/get',
      summary: 'Returns whether a contact may be texted, and every record of their consent',
      ...service,
    })
    .input(
      z.object({
        contactId,
        pageSize: z.int().min(1).max(100).default(50),
        cursor: z.string().max(100).optional(),
      }),
    )
    .output(Consent)
    .errors(failsWith('ContactNotFound', 'InvalidInput')),

  getReviews: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Consent/get-list/reviews',
      summary: 'Lists texts that may ask for no more texts and await a decision, oldest first',
      ...service,
    })
    .input(z.object({ pageSize: z.int().min(1).max(200).default(100), cursor: z.string().max(100).optional() }))
    .output(
      z.object({
        items: z.array(ConsentReview),
        count: z.int().describe(`All that the caller can see, up to ${CONSENT_REVIEWS_COUNT_MAX + 1}.`),
        nextCursor: z.string().nullable(),
      }),
    )
    .errors(failsWith('InvalidInput')),

  decideReview: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Consent/review/decide',
      summary: 'Decides whether a text was a request for no more texts; until then its number gets no marketing',
      ...service,
    })
    .input(z.object({ sid: MessageSid, decision: z.enum(['opt-out', 'dismiss']) }))
    .output(z.object({}))
    .errors(failsWith('MessageNotFound', 'ConsentReviewDecided')),

  undoReview: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Consent/review/undo',
      summary: 'Undoes a decision, unless consent was recorded since; the ledger keeps both',
      ...service,
    })
    .input(z.object({ sid: MessageSid }))
    .output(z.object({}))
    .errors(failsWith('MessageNotFound', 'ConsentReviewDecided')),

  withdraw: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Consent/withdraw',
      summary: 'Withdraws a purchase or an inquiry that was recorded by mistake; the ledger keeps both records',
      ...service,
    })
    .input(z.object({ contactId, eventId: z.uuid().meta({ names: 'consentEvent' }) }))
    .output(Consent)
    .errors(failsWith('ConsentRecordNotFound', 'ContactNotFound', 'ContactRestricted', 'PhoneNumberNotFound')),

  record: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Consent/record',
      summary: 'Records a contact’s opt-out or opt-in that a teammate received. Records cannot be changed or deleted',
      ...service,
    })
    .input(
      z
        .object({
          contactId,
          phoneNumber: z.string().trim().min(3).max(40).optional().describe('Default: all of the contact.'),
          tenantPhoneNumber: z
            .string()
            .trim()
            .min(3)
            .max(40)
            .nullable()
            .default(null)
            .describe('Null: all our numbers.'),
          kind: z
            .enum(['opt-out', 'opt-in', 'purchase', 'inquiry'])
            .describe('A purchase or an inquiry implies consent to marketing in Canada, for 24 or 6 months.'),
          happenedOn: CalendarDateInput.optional().describe('The day of a purchase or inquiry, not in the future.'),
          purpose: z.enum(['all', ...CONSENT_PURPOSES]),
          source: z.enum(RECORDED_CONSENT_SOURCES),
          wording: words()
            .max(CONSENT_WORDING_MAX)
            .default('')
            .describe('What the person was shown, said, bought or asked for. Required unless they opt out.'),
          pageUrl: z
            .url({ protocol: /^https?$/ })
            .max(500)
            .optional(),
          ipAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
        })
        .refine(({ kind, wording }) => kind === 'opt-out' || wording.trim() !== '', {
          path: ['wording'],
          message: 'Consent needs the wording',
        })
        .refine(({ kind, happenedOn }) => isImpliedConsent(kind) === (happenedOn !== undefined), {
          path: ['happenedOn'],
          message: 'A purchase or an inquiry needs its day, and nothing else has one',
        })
        .refine(({ kind, purpose }) => !isImpliedConsent(kind) || purpose === 'marketing', {
          path: ['purpose'],
          message: 'A purchase or an inquiry implies consent to marketing only',
        })
        .refine(({ kind, purpose }) => kind !== 'opt-out' || purpose !== 'service', {
          path: ['purpose'],
          message: 'An opt-out of service texts is one of all texts',
        }),
    )
    .output(Consent)
    .errors(failsWith('ContactNotFound', 'ContactRestricted', 'InvalidInput', 'OptedOutByText', 'PhoneNumberNotFound')),
}
