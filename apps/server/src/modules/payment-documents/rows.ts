import type { PaymentDocument } from '@frontdesk/contract/api'
import { type DocumentMoney, formatPhone, isOpenStage, refundableAmount, toSid } from '@frontdesk/contract/rules'
import type { Row } from '../../platform/database/row.ts'

export type DocumentRow = Row<'paymentDocuments'>

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

export const moneyOf = (row: DocumentRow): DocumentMoney => ({
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

export function toDocument(row: ViewedRow): PaymentDocument {
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
  { contactName, contactPhoneNow, conversationId }: ViewedRow,
  id: string,
): PaymentDocument['contact'] => ({
  id,
  name: contactName || formatPhone(contactPhoneNow ?? ''),
  phone: contactPhoneNow ?? '',
  conversationSid: conversationId && toSid('CH', conversationId),
})
