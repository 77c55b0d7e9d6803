import { z } from 'zod'
import { CASH_FIGURE_KEYS, PAYOUT_FIGURE_KEYS } from '../rules/cash-sheet.ts'
import { PAYOUT_STATES } from '../rules/payment-accounts.ts'
import { POSTING_KINDS } from '../rules/payment-ledger.ts'
import { DOCUMENT_KINDS } from '../rules/payments.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput } from './instants.ts'

/** Payouts of the account may have a currency that documents cannot have. */
const Currency = z.string().regex(/^[A-Z]{3}$/)

/** Figures of one day at one location in one currency. */
export const CashSheetRow = z.object({
  day: z.iso.date(),
  locationID: z.uuid(),
  currency: Currency,
  sentAmount: z.int().describe('Requested.'),
  cancelledAmount: z.int(),
  paidCashAmount: z.int().describe('Paid for documents and recorded by teammates.'),
  paidOnlineAmount: z.int().describe('Paid through the provider.'),
  paidCreditAmount: z.int().describe('Paid from credit.'),
  tipAmount: z.int(),
  overpaidAmount: z.int().describe('Paid above what was due.'),
  refundedCashAmount: z.int(),
  refundedOnlineAmount: z.int(),
  refundedCreditAmount: z.int().describe('Kept as credit.'),
  feeAmount: z.int().describe('Of the provider.'),
  disputedAmount: z.int().describe('Taken back by banks, less what was won.'),
  payoutAmount: z.int().describe('Sent to the bank on this day, less what came back.'),
  payoutExpectedAmount: z.int().describe('Expected at the bank on this day, without payouts that failed.'),
  payoutArrivedAmount: z.int().describe('The part of it that arrived.'),
  payoutMissingAmount: z.int().describe('The part of it that did not arrive yet.'),
  onlineAmount: z.int().describe('What was added to the balance at the provider.'),
  cashAmount: z
    .int()
    .describe(
      'What teammates received by any method outside of Frontdesk (cash, checks, cards, transfers), less what they handed back.',
    ),
})
export type CashSheetRow = z.infer<typeof CashSheetRow>

export const CashSheetEntry = z.object({
  postingID: z.uuid(),
  kind: z.enum(POSTING_KINDS),
  amount: z.int().describe('Of all its entries, or what it adds to the figure.'),
  cashAmount: z.int().describe('What it adds to that: below zero for what was handed back.'),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  document: z
    .object({
      id: z.uuid(),
      kind: z.enum(DOCUMENT_KINDS),
      invoiceNumber: z.string(),
      contactName: z.string().describe('Empty: deleted.'),
    })
    .nullable()
    .describe('null: of no document, such as a payout, or hidden.'),
  isHidden: z.boolean().describe('Of a document that the caller does not see.'),
  payout: z
    .object({ id: z.uuid(), state: z.enum(PAYOUT_STATES) })
    .nullable()
    .describe('A payout that is expected at the bank on this day; `at` is when it was sent.'),
})
export type CashSheetEntry = z.infer<typeof CashSheetEntry>

const tags = ['payments']

export const cashSheet = {
  get: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'GET',
      path: '/payments/CashSheet/get',
      tags,
      summary: 'Returns what was requested, paid, refunded and paid out by day, location and currency',
    })
    .input(
      z.object({
        startDate: CalendarDateInput,
        endDate: CalendarDateInput.describe('The last day, at most a year later.'),
        locationID: z.uuid().optional(),
      }),
    )
    .output(wrapped(z.object({ rows: z.array(CashSheetRow) })))
    .errors(failsWith('InvalidInput')),

  getEntries: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'GET',
      path: '/payments/CashSheet/get-entries',
      tags,
      summary: 'Returns what a day of the cash sheet, or one of its figures, consists of',
    })
    .input(
      z.object({
        day: CalendarDateInput,
        locationID: z.uuid(),
        currency: Currency,
        figure: z.enum([...CASH_FIGURE_KEYS, ...PAYOUT_FIGURE_KEYS]).optional(),
      }),
    )
    .output(wrapped(z.object({ entries: z.array(CashSheetEntry), isTruncated: z.boolean() })))
    .errors(failsWith('LocationNotFound')),
}
