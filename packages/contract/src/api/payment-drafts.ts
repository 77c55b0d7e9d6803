import { z } from 'zod'
import { MESSAGE_ATTACHMENTS_MAX } from '../rules/constants.ts'
import {
  DOCUMENT_LINES_MAX,
  DOCUMENT_NOTE_MAX,
  DOCUMENT_TERMS_MAX,
  LINE_TAXES_MAX,
  LINE_TEXT_MAX,
  MANUAL_STATUSES,
  QUANTITY_MAX,
  QUANTITY_ONE,
} from '../rules/payments.ts'
import { failsWith } from './endpoint.ts'
import { MediaSid } from './ids.ts'
import { Amount, CurrencyCode, Share } from './money.ts'
import { personName, words } from './words.ts'

export const PaymentID = z.uuid().meta({ names: 'payment' })
export const EstimateID = z.uuid().meta({ names: 'estimate' })

/** A line as it is entered. */
export const LineInput = z.object({
  description: words().min(1).max(LINE_TEXT_MAX),
  quantity: z.int().min(1).max(QUANTITY_MAX).default(QUANTITY_ONE).describe('In thousandths.'),
  unitAmount: Amount,
  discount: Share.nullable().default(null),
  taxIDs: z.array(z.uuid()).max(LINE_TAXES_MAX).default([]).describe('Taxes of the settings.'),
})

/** Content of a document, as entered. */
export const DocumentContent = z.object({
  discount: Share.nullable().default(null),
  isTaxExempt: z.boolean().default(false),
  note: words().max(DOCUMENT_NOTE_MAX).default(''),
  terms: words().max(DOCUMENT_TERMS_MAX).optional().describe('Default: those of the settings.'),
  attachments: z
    .array(MediaSid)
    .max(MESSAGE_ATTACHMENTS_MAX)
    .optional()
    .describe('Uploads of the caller, and files already attached. Default: no change.'),
})

export const DocumentDraft = DocumentContent.extend({
  clientDocumentId: z.uuid().describe('Chosen by the caller: a repeated request returns the document it made.'),
  locationID: z.uuid(),
  contactID: z.uuid().optional(),
  contact: z
    .object({ name: personName().max(120).default(''), phone: z.string().trim().min(3).max(40) })
    .optional()
    .describe('Instead of `contactID`: a new contact, or the one with that number.'),
  currency: CurrencyCode.optional().describe('Default: that of the settings.'),
  isTaxExempt: z.boolean().optional().describe('Default: whether the contact is.'),
})

export const linesOf = <Line extends z.ZodType>(line: Line) => z.array(line).min(1).max(DOCUMENT_LINES_MAX)

export const DocumentVersion = z
  .int32()
  .min(1)
  .describe(
    'The version that the caller edited. If someone else has changed it since, the request fails with ChangedMeanwhile.',
  )

export const DocumentLink = z.object({
  url: z.url().describe('It works for 90 days, and asks for the last digits of the number.'),
})

export const createErrors = failsWith(
  'LocationNotFound',
  'ContactNotFound',
  'ContactRestricted',
  'PhoneNumberInexistent',
  'TaxNotFound',
  'AttachmentUnknown',
  'ClientPaymentIdReused',
  'InvalidInput',
)
export const updateErrors = failsWith(
  'PaymentNotFound',
  'PaymentStatusWrong',
  'ChangedMeanwhile',
  'TaxNotFound',
  'AttachmentUnknown',
  'InvalidInput',
)

/** Accepts any status: the operation answers 422 to one that teammates cannot set, as to an impossible change. */
export const statusClaim = (id: z.ZodUUID) =>
  z.object({ id, status: z.union([z.enum(MANUAL_STATUSES), z.string().max(40)]) })
