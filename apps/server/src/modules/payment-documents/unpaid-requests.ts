import { isOpenStage, issueEntries, paymentEntries, sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { cancelPostings, changeDocument, type PaymentAuthor } from './change-document.ts'
import { findCreditUpTo, ofCredit } from './lock-credit.ts'
import { type DocumentRow, moneyOf } from './rows.ts'

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
