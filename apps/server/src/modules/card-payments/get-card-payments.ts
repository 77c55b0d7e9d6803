import type { CardPayments } from '@frontdesk/contract/api'
import { isChargeable, isOpenStage, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findEnabledAccount } from '../payment-accounts/index.ts'
import {
  accessDocument,
  type DocumentRow,
  dueAmountOf,
  leftOfCredit,
  listCardPayments,
} from '../payment-documents/index.ts'
import { listCards } from './card-rows.ts'
import type { CardDeps } from './deps.ts'

/** Card payments, disputes and saved cards of a payment request. */
export async function getCardPayments(
  { paymentProvider }: Pick<CardDeps, 'paymentProvider'>,
  tx: TenantTx,
  viewer: Viewer,
  id: string,
): Promise<CardPayments> {
  const document = await accessDocument(tx, viewer, { id, kind: 'request' })
  const account = await findEnabledAccount(tx, paymentProvider)
  const dueAmount = dueAmountOf(document)
  const isPayable = isOpenStage(document.stage) && dueAmount > 0 && isChargeable(dueAmount, document.currency)
  const payments = await listPayments(tx, document)
  const cards = await listCards(tx, document)
  return {
    isOnlineEnabled: isPayable && account !== null && account.currency === document.currency,
    payments,
    disputes: await listDisputes(tx, document),
    cards: cards.map(({ id: cardId, brand, last4, expiresOn, consentText, consentAt }) => ({
      ...{ id: cardId, brand, last4, expiresOn, consentText, consentAt },
    })),
    proposedRefundAmount: await proposeRefund(tx, document, payments),
  }
}

async function listPayments(tx: TenantTx, document: DocumentRow): Promise<CardPayments['payments']> {
  const payments = await listCardPayments(tx, document)
  const charges = await tx
    .selectFrom('paymentCharges')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`payment_id = any(${payments.map(({ id }) => id)}::uuid[])`)
    .select(['paymentId', 'feeAmount', 'brand', 'last4', 'failureCode', 'failureReason'])
    .execute()
  return payments.map(({ id, method, state, amount, tipAmount, refundableAmount, by, createdAt }) => {
    const charge = charges.find(({ paymentId }) => paymentId === id)
    return {
      ...{ id, state, amount, tipAmount, refundableAmount, by, at: createdAt },
      method: method === 'bank-debit' ? method : 'card',
      feeAmount: charge?.feeAmount == null ? null : Number(charge.feeAmount),
      brand: charge?.brand ?? null,
      last4: charge?.last4 ?? null,
      failureCode: charge?.failureCode ?? null,
      failureReason: charge?.failureReason ?? null,
    }
  })
}

async function listDisputes(tx: TenantTx, { id }: DocumentRow): Promise<CardPayments['disputes']> {
  const rows = await tx
    .selectFrom('paymentDisputes as d')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'd.submittedByUserId'))
    .where('d.tenantId', '=', tx.tenantId)
    .where('d.documentId', '=', id)
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .selectAll('d')
    .select('u.displayName')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    amount: Number(row.amount),
    feeAmount: Number(row.feeAmount),
    reason: row.reason,
    evidenceDueAt: row.evidenceDueAt,
    submittedAt: row.submittedAt,
    submittedBy: row.displayName,
    isSubmitting: row.submittingAt !== null,
    failureReason: row.failureReason,
    at: row.createdAt,
  }))
}

/** Overpayment by card that was neither refunded nor used yet. */
async function proposeRefund(tx: TenantTx, document: DocumentRow, payments: CardPayments['payments']): Promise<number> {
  if (Number(document.disputedAmount) > 0) return 0
  const toCard = Math.max(0, ...payments.map(({ refundableAmount }) => refundableAmount))
  return Math.min(await leftOfCredit(tx, document), toCard)
}
