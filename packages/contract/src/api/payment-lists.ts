import { z } from 'zod'
import { DOCUMENT_KINDS, DOCUMENT_ORDERS, PAYMENT_STATUSES } from '../rules/payments.ts'
import { wrapped, wrappedPage } from './endpoint.ts'
import { InstantInput } from './instants.ts'
import { DocumentTotal, PaymentDocument } from './payment-documents.ts'

/** Filters of documents; all of them must match. */
export const DocumentCriteria = z.strictObject({
  searchTerm: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('A phone number, words of the contact’s name, or a number of a document.'),
  statuses: z.array(z.enum(PAYMENT_STATUSES)).max(PAYMENT_STATUSES.length).optional(),
  kinds: z.array(z.enum(DOCUMENT_KINDS)).max(2).optional(),
  locationIDs: z.array(z.uuid()).max(100).optional(),
  contactID: z.uuid().optional(),
  startDateTimeUTC: InstantInput.optional().describe('Created from then on.'),
  endDateTimeUTC: InstantInput.optional().describe('Created before.'),
})
export type DocumentCriteria = z.output<typeof DocumentCriteria>

const text = (pattern: RegExp) => z.string().regex(pattern)
const list = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z.union([z.array(item).max(max), item]).optional()

/** The same in a URL, where lists arrive as text. */
export const ListFilters = z.object({
  searchTerm: z.string().trim().max(200).optional(),
  statuses: list(z.enum(PAYMENT_STATUSES), PAYMENT_STATUSES.length),
  kinds: list(z.enum(DOCUMENT_KINDS), 2),
  locationIDs: list(z.uuid(), 100),
  contactID: z.uuid().optional(),
  startDateTimeUTC: InstantInput.optional(),
  endDateTimeUTC: InstantInput.optional(),
})

export const ListQuery = ListFilters.extend({
  orderBy: z.enum(DOCUMENT_ORDERS).default('createdDateUTC'),
  orderByDesc: z.enum(['true', 'false']).default('true'),
  pageNumber: text(/^\d{1,5}$/).optional(),
  pageSize: text(/^\d{1,3}$/)
    .optional()
    .describe('10, 25, 50 or 100; default 50.'),
  cursor: z.string().max(300).optional(),
})

export const DocumentPage = wrappedPage(z.object({ payments: z.array(PaymentDocument) }))

export const DocumentTotals = wrapped(z.object({ totals: z.array(DocumentTotal) }))
