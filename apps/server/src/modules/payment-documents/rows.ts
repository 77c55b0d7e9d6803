import type { PaymentDocument } from '@frontdesk/contract/api'
import { type DocumentMoney, formatPhone, isOpenStage, refundableAmount, toSid } from '@frontdesk/contract/rules'
import type { Row } from '../../platform/database/row.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../platform/database/select-list.ts'

export type DocumentRow = Row<'paymentDocuments'>

/**
 * What a page of the list selects of documents `d`, the rows `t` of their contacts, which may belong to further
 * numbers, and their authors `u`.
 */
export const LISTED_COLUMNS = selectList<{
  d: DB['paymentDocuments']
  t: DB['contacts'] | null
  u: DB['users'] | null
}>()({
  id: 'd.id',
  kind: 'd.kind',
  status: 'd.status',
  stage: 'd.stage',
  invoiceNumber: 'd.invoiceNumber',
  numberValue: 'd.numberValue',
  locationId: 'd.locationId',
  contactPhone: 'd.contactPhone',
  currency: 'd.currency',
  totalAmount: 'd.totalAmount',
  paidAmount: 'd.paidAmount',
  handPaidAmount: 'd.handPaidAmount',
  tipAmount: 'd.tipAmount',
  refundedAmount: 'd.refundedAmount',
  refundedTaxAmount: 'd.refundedTaxAmount',
  refundedTipAmount: 'd.refundedTipAmount',
  creditedAmount: 'd.creditedAmount',
  disputedAmount: 'd.disputedAmount',
  dueOn: 'd.dueOn',
  validUntil: 'd.validUntil',
  createdAt: 'd.createdAt',
  sentAt: 'd.sentAt',
  version: 'd.version',
  mainContactId: computed<string | null>(() => 'case when t.main_id is null then t.id else t.main_id end'),
  contactName: 't.name',
  createdBy: 'u.displayName',
})

/** A document as the list shows it. */
export type ListedRow = RowOf<typeof LISTED_COLUMNS> &
  Pick<ViewedRow, 'contactPhoneNow' | 'isUndelivered' | 'conversationId'>

/** A document as a viewer gets it. */
export interface ViewedRow extends DocumentRow {
  contactName: string | null
  contactPhoneNow: string | null
  /** Null if the contact was deleted. */
  mainContactId: string | null
  conversationId: string | null
  createdBy: string | null
  isUndelivered: boolean
}

type MoneyColumns = Pick<
  DocumentRow,
  | 'paidAmount'
  | 'handPaidAmount'
  | 'tipAmount'
  | 'refundedAmount'
  | 'refundedTaxAmount'
  | 'refundedTipAmount'
  | 'creditedAmount'
  | 'disputedAmount'
>

export const moneyOf = (row: MoneyColumns): DocumentMoney => ({
  paidAmount: Number(row.paidAmount),
  handPaidAmount: Number(row.handPaidAmount),
  tipAmount: Number(row.tipAmount),
  refundedAmount: Number(row.refundedAmount),
  refundedTaxAmount: Number(row.refundedTaxAmount),
  refundedTipAmount: Number(row.refundedTipAmount),
  creditedAmount: Number(row.creditedAmount),
  disputedAmount: Number(row.disputedAmount),
})

/** Unpaid amount of a draft or open document; otherwise 0. */
export const dueAmountOf = (row: Pick<DocumentRow, 'stage' | 'totalAmount' | 'paidAmount'>): number =>
  row.stage === 'draft' || isOpenStage(row.stage) ? Number(row.totalAmount) - Number(row.paidAmount) : 0

export const currencyOf = ({ currency }: Pick<DocumentRow, 'currency'>) => currency as PaymentDocument['currency']

export function toDocument(row: ListedRow): PaymentDocument {
  const money = moneyOf(row)
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    invoiceNumber: row.invoiceNumber,
    locationID: row.locationId,
    contact: row.mainContactId === null ? null : toContactOf(row, row.mainContactId),
    currency: currencyOf(row),
    totalAmount: Number(row.totalAmount),
    paidAmount: money.paidAmount,
    tipAmount: money.tipAmount,
    refundedAmount: money.refundedAmount,
    creditedAmount: money.creditedAmount,
    dueAmount: dueAmountOf(row),
    refundableAmount: refundableAmount(money),
    dueOn: row.dueOn,
    validUntil: row.validUntil,
    createdDateUTC: row.createdAt,
    createdBy: row.createdBy,
    sentOnUtc: row.sentAt,
    isUndelivered: row.isUndelivered,
    version: row.version,
  }
}

const toContactOf = (
  { contactName, contactPhoneNow, conversationId }: ListedRow,
  id: string,
): PaymentDocument['contact'] => ({
  id,
  name: contactName || formatPhone(contactPhoneNow ?? ''),
  phone: contactPhoneNow ?? '',
  conversationSid: conversationId && toSid('CH', conversationId),
})
