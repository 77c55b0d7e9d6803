import { z } from 'zod'
import { CONSENT_KINDS, CONSENT_PURPOSES, CONSENT_SOURCES } from '../rules/consent.ts'
import { ACTIVITY_CAUSES, ACTIVITY_FILTERS, ACTIVITY_PAGE_SIZE } from '../rules/contact-activities.ts'
import { GROUP_MESSAGE_KINDS, SKIP_REASONS } from '../rules/groups.ts'
import { CONTACT_PAYMENT_KINDS, DOCUMENT_KINDS } from '../rules/payments.ts'
import { LEGAL_HOLIDAYS } from '../rules/state-hours.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { LogUpdate } from './messages.ts'
import { CurrencyCode } from './money.ts'

const value = z.string().nullable()
const words = z.array(z.string())

export const ContactFieldChange = z.discriminatedUnion('field', [
  z.object({ field: z.enum(['name', 'birthDate', 'language', 'taxExemption']), before: value, after: value }),
  z.object({
    field: z.literal('status'),
    before: value.describe('Name of the status; null for none, or one that no longer exists.'),
    after: value,
  }),
  z.object({ field: z.literal('location'), before: z.uuid(), after: z.uuid() }),
  z.object({ field: z.literal('custom'), fieldID: z.string(), before: value, after: value }),
  z.object({
    field: z.enum(['emails', 'phones', 'tags', 'labels']),
    added: words,
    removed: words,
    main: value.describe('The new main email or number, if the contact had it before; otherwise null.'),
  }),
])
export type ContactFieldChange = z.infer<typeof ContactFieldChange>

const common = {
  id: z.string().describe('Also the cursor of what happened before it.'),
  atUtc: z.iso.datetime(),
  actor: value.describe('Name of the teammate; null for the contact and for rules of the business.'),
}
const importFileName = value.describe('File of the import.')
const conversationSid = ConversationSid

export const ContactActivity = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('added'), source: z.string(), importFileName }),
  z.object({
    ...common,
    kind: z.literal('changed'),
    changes: z.array(ContactFieldChange),
    cause: z.enum(ACTIVITY_CAUSES).nullable(),
    importFileName,
  }),
  z.object({ ...common, kind: z.enum(['blocked', 'unblocked']), phoneNumber: z.string() }),
  z.object({
    ...common,
    kind: z.enum(['merged', 'unmerged']),
    other: z
      .object({ name: z.string(), phoneNumber: z.string() })
      .nullable()
      .describe('The other contact; null if the caller cannot see it.'),
  }),
  z.object({
    ...common,
    kind: z.literal('note-added'),
    note: z.string(),
    conversationSid: conversationSid.nullable().describe('Null for a note about the contact.'),
  }),
  z.object({ ...common, kind: z.literal('note-deleted') }),
  z.object({ ...common, kind: z.literal('conversation-updated'), conversationSid, update: LogUpdate }),
  z.object({
    ...common,
    kind: z.literal('message-sent'),
    conversationSid,
    messageKind: z.enum(GROUP_MESSAGE_KINDS),
    name: value.describe('Of the group or campaign, if the caller can see its messages.'),
    text: z.string(),
  }),
  z.object({
    ...common,
    kind: z.literal('message-withheld'),
    messageKind: z.enum(GROUP_MESSAGE_KINDS),
    name: value.describe('Of the group or campaign.'),
    outcome: z.enum(['skipped', 'held']),
    reason: z.enum(SKIP_REASONS),
    heldUntilUtc: z.iso.datetime().nullable(),
    holiday: z.enum(LEGAL_HOLIDAYS).nullable().describe('The legal holiday at the contact because of which it waits.'),
  }),
  z.object({
    ...common,
    kind: z.literal('consent'),
    consent: z.enum(CONSENT_KINDS).exclude(['help']),
    purpose: z.enum(['all', ...CONSENT_PURPOSES]),
    source: z.enum(CONSENT_SOURCES),
    phoneNumber: z.string().describe('Of the contact.'),
    importFileName,
  }),
  z.object({
    ...common,
    kind: z.literal('payment'),
    paymentID: z.uuid(),
    documentKind: z.enum(DOCUMENT_KINDS),
    invoiceNumber: z.string(),
    activity: z.enum(CONTACT_PAYMENT_KINDS),
    amount: z.int().nullable(),
    currency: CurrencyCode,
  }),
])
export type ContactActivity = z.infer<typeof ContactActivity>

export const contactActivities = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Contact/activities/get-list',
      tags: ['main'],
      summary:
        'Lists what happened to a contact, newest first, with its conversations and documents that the caller can see',
    })
    .input(
      z.object({
        contactId: z.uuid().meta({ names: 'contact' }),
        filter: z.enum(ACTIVITY_FILTERS).default('all'),
        pageSize: z.int().min(1).max(100).default(ACTIVITY_PAGE_SIZE),
        cursor: z.string().max(100).optional(),
      }),
    )
    .output(z.object({ activities: z.array(ContactActivity), nextCursor: z.string().nullable() }))
    .errors(failsWith('ContactNotFound', 'InvalidInput')),
}
