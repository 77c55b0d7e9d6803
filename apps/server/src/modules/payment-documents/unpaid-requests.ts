import { allocate, cancelEntries, isOpenStage, issueEntries, paymentEntries, sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { leftOfPaid } from './booking-requests.ts'
import { cancelPostings, changeDocument, type PaymentAuthor } from './change-document.ts'
import { findCreditUpTo, ofCredit } from './lock-credit.ts'
import { findRefundable } from './refund-lines.ts'
import { type DocumentRow, dueAmountOf, moneyOf } from './rows.ts'

/** Cancels a locked request that nothing was paid for. Returns whether it is cancelled now. */
export async function cancelUnpaid(tx: TenantTx, author: PaymentAuthor, document: DocumentRow): Promise<boolean> {
  if (document.stage === 'cancelled') return true
  const { paidAmount, tipAmount } = moneyOf(document)
  if (paidAmount + tipAmount > 0 || !(document.stage === 'draft' || isOpenStage(document.stage))) return false
  await changeDocument(tx, author, document, {
    stage: 'cancelled',
    postings: cancelPostings(document),
    activity: { kind: 'cancelled' },
  })
  return true
}

/**
 * Cancels the unpaid rest of a locked request that was paid in part, with the taxes on it. The paid part can still be
 * refunded. Returns null if the request is not paid in part.
 */
export async function cancelRest(
  tx: TenantTx,
  author: PaymentAuthor,
  document: DocumentRow,
): Promise<DocumentRow | null> {
  const { paidAmount, tipAmount } = moneyOf(document)
  const dueAmount = dueAmountOf(document)
  if (paidAmount + tipAmount === 0 || dueAmount === 0 || !isOpenStage(document.stage)) return null
  const { components } = await findRefundable(tx, document)
  const { left: rest } = allocate({ ...components, tipAmount: 0 }, leftOfPaid(document))
  const entries = cancelEntries({ netAmount: rest.netAmount, taxAmount: sumOf(rest.taxAmounts) })
  return changeDocument(tx, author, document, {
    stage: 'cancelled',
    postings: [{ kind: 'cancel', source: `cancel:${document.id}`, entries }],
    activity: { kind: 'cancelled', amount: dueAmount },
  })
}

/**
 * Reinstates a locked, cancelled request and pays it from the credit that its late payment became. Returns null if that
 * credit has been used.
 */
export async function reinstateWithCredit(
  tx: TenantTx,
  author: PaymentAuthor,
  document: DocumentRow,
): Promise<DocumentRow | null> {
  const amount = Number(document.totalAmount)
  const credits = await findCreditUpTo(tx, { locationIds: null }, document, amount)
  if (document.stage !== 'cancelled' || sumOf(credits.map((credit) => credit.amount)) < amount) return null
  const id = newId()
  const { netAmount, taxAmount, currency } = document
  await tx
    .insertInto('payments')
    .values({
      ...{ tenantId: tx.tenantId, id, clientPaymentId: id, documentId: document.id, currency, method: 'credit' },
      ...{ state: 'succeeded', amount, tipAmount: 0, note: '', createdAt: tx.now() },
    })
    .execute()
  return changeDocument(tx, author, document, {
    stage: 'sent',
    postings: [
      ...(document.numberValue === '0'
        ? []
        : [
            {
              ...{ kind: 'issue' as const, source: `reinstate:${document.id}` },
              entries: issueEntries({ netAmount: Number(netAmount), taxAmount: Number(taxAmount) }),
            },
          ]),
      ...credits.map((credit) => ({
        ...{ kind: 'payment' as const, ...ofCredit(`payment:${id}`, credit) },
        entries: paymentEntries({ account: 'credit', amount: credit.amount, tipAmount: 0, dueAmount: credit.amount }),
      })),
    ],
    activity: { kind: 'paid', amount, method: 'credit' },
  })
}
