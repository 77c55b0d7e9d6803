import { z } from 'zod'
import { expandHexColor, HEX_COLOR } from '../rules/colors.ts'
import {
  DOCUMENT_KINDS,
  DOCUMENT_LOGO_URL,
  DOCUMENT_TERMS_MAX,
  DUE_DAYS_MAX,
  LINE_TAXES_MAX,
  LINE_TEXT_MAX,
  NUMBER_DIGITS,
  NUMBER_MAX,
  NUMBER_PREFIX,
  PAPER_SIZES,
  REMINDER_DAYS_MAX,
  REMINDERS_MAX,
  SAVED_ITEMS_MAX,
  TAX_NAME_MAX,
  TAXES_MAX,
} from '../rules/payments.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { Amount, CurrencyCode, Rate, Share } from './money.ts'
import { words } from './words.ts'

const uniqueIds = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length

export const PaymentTax = z.object({
  id: z.uuid().meta({ names: null, description: 'Chosen by the client.' }),
  name: words().min(1).max(TAX_NAME_MAX),
  rate: Rate,
  isInclusive: z.boolean().describe('Prices contain it.'),
  isDefault: z.boolean().describe('New lines have it.'),
})
export type PaymentTax = z.infer<typeof PaymentTax>

export const SavedItem = z.object({
  id: z.uuid().meta({ names: null, description: 'Chosen by the client.' }),
  description: words().min(1).max(LINE_TEXT_MAX),
  unitAmount: Amount,
  taxIDs: z.array(z.uuid()).max(LINE_TAXES_MAX),
})
export type SavedItem = z.infer<typeof SavedItem>

/** How a business asks for money. */
export const PaymentConfigs = z.object({
  currency: CurrencyCode.describe('Of new documents and of saved items.'),
  color: z.string().regex(HEX_COLOR, 'A hash sign and three or six hex digits').overwrite(expandHexColor),
  logoURL: z
    .string()
    .regex(DOCUMENT_LOGO_URL)
    .nullable()
    .describe('Of a logo that was uploaded by upload-logo; printed on documents.'),
  businessLines: words().max(500).describe('Address and registration, printed on documents.'),
  paperSize: z.enum(PAPER_SIZES).describe('Of documents as PDF.'),
  taxes: z.array(PaymentTax).max(TAXES_MAX).refine(uniqueIds, 'Each tax once'),
  terms: words().max(DOCUMENT_TERMS_MAX),
  dueDays: z.int().min(0).max(DUE_DAYS_MAX).nullable().describe('Days until a new payment request is due.'),
  validDays: z.int().min(1).max(DUE_DAYS_MAX).nullable().describe('Days that a new estimate is valid.'),
  items: z.array(SavedItem).max(SAVED_ITEMS_MAX).refine(uniqueIds, 'Each item once'),
  deposit: Share.nullable().describe('What a new estimate asks for first.'),
  tipRates: z.array(Rate.min(1)).max(4).describe('Tips that are suggested; none: no tips.'),
  refundApprovalAbove: Amount.nullable().describe(
    'Refunds of a document above it need a second person; null: none do.',
  ),
  reminderDays: z
    .array(z.int().min(-REMINDER_DAYS_MAX).max(REMINDER_DAYS_MAX))
    .max(REMINDERS_MAX)
    .describe('Days after a payment request is due, or before it if negative, on which its contact is reminded.'),
  version: z.int(),
})
export type PaymentConfigs = z.infer<typeof PaymentConfigs>

export const NumberSeries = z.object({
  series: z.enum(DOCUMENT_KINDS),
  prefix: z.string(),
  digits: z.int().min(NUMBER_DIGITS.min).max(NUMBER_DIGITS.max),
  nextNumber: z.int().describe('Above the highest number: all were used.'),
  version: z.int(),
  gaps: z
    .array(
      z.object({
        firstNumber: z.int(),
        lastNumber: z.int(),
        reason: z.string(),
        by: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    )
    .describe('Numbers that were skipped on purpose.'),
})
export type NumberSeries = z.infer<typeof NumberSeries>

const tags = ['payments']
const Numbering = wrapped(z.object({ series: z.array(NumberSeries) }))

export const paymentConfigs = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/payments/Configs/get', tags, summary: 'Returns how the business asks for money' })
    .output(wrapped(PaymentConfigs)),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({ method: 'POST', path: '/payments/Configs/save', tags, summary: 'Changes how the business asks for money' })
    .input(
      PaymentConfigs.omit({ version: true })
        .partial()
        .extend({ version: z.int32().min(0) }),
    )
    .output(wrapped(PaymentConfigs))
    .errors(failsWith('ChangedMeanwhile', 'TaxNotFound', 'FileNotFound', 'InvalidInput')),

  uploadLogo: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/payments/Configs/upload-logo',
      tags,
      summary: 'Converts an uploaded logo for documents; save then sets it',
    })
    .input(z.object({ file: z.file() }))
    .output(wrapped(z.object({ logoURL: z.string() })))
    .errors(failsWith('PictureUnreadable', 'PictureTooLarge', 'RequestTooLarge', 'FilesUnavailable')),

  getNumbering: endpoint({ permission: 'admin_manage_settings' })
    .route({ method: 'GET', path: '/payments/Numbering/get', tags, summary: 'Returns how documents are numbered' })
    .output(Numbering),

  saveNumbering: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/payments/Numbering/save',
      tags,
      summary: 'Changes how documents are numbered. Numbers that are skipped are kept as a gap with its reason',
    })
    .input(
      NumberSeries.omit({ gaps: true, version: true }).extend({
        prefix: z.string().regex(NUMBER_PREFIX),
        nextNumber: z.int().min(1).max(NUMBER_MAX),
        reason: words().max(300).default('').describe('Why numbers are skipped.'),
        version: z.int32().min(0),
      }),
    )
    .output(Numbering)
    .errors(failsWith('ChangedMeanwhile', 'InvalidInput')),
}
