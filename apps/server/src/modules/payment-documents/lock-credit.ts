import { sumOf, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Credit, findCredits } from '../payments-ledger/index.ts'
import { contactIdsOf } from './access.ts'
import { withoutDisputed } from './disputed-credit.ts'
import type { DocumentRow } from './rows.ts'

/** Credit of contacts that can be used. */
export async function findUsableCredits(
  tx: TenantTx,
  viewer: Pick<Viewer, 'locationIds'>,
  contactIds: readonly string[],
  options: Parameters<typeof findCredits>[3] = {},
): Promise<Credit[]> {
  return withoutDisputed(tx, viewer, contactIds, await findCredits(tx, viewer, contactIds, options))
}

/**
 * Finds credit of the contact of a document to use, and locks it: it may be at several of their numbers, and was earned
 * at one of the actor’s locations. That of the document’s location is used first.
 */
export async function findCreditToUse(
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  amount: number,
): Promise<Credit[]> {
  const used = await findCreditUpTo(tx, actor, document, amount)
  if (sumOf(used.map((credit) => credit.amount)) < amount) throw new AppError('CreditTooLow')
  return used
}

/** The same, or all of the credit if there is less. */
export async function findCreditUpTo(
  tx: TenantTx,
  actor: Pick<Viewer, 'locationIds'>,
  document: DocumentRow,
  amount: number,
): Promise<Credit[]> {
  const { currency, locationId } = document
  const credits = await findUsableCredits(tx, actor, await contactIdsOf(tx, document), { currency, lock: 'change' })
  const isOfDocument = (credit: Credit) => Number(credit.locationId === locationId)
  let left = amount
  return credits
    .toSorted((a, b) => isOfDocument(b) - isOfDocument(a))
    .flatMap((credit) => {
      const part = Math.min(left, credit.amount)
      left -= part
      return part > 0 ? [{ ...credit, amount: part }] : []
    })
}

/**
 * The remaining credit from payments for a document: not paid out, not used for something else since, and not waiting
 * for a second approval. If several documents at the location have credit, the oldest counts as used first, so that the
 * same credit is never counted twice.
 */
export async function leftOfCredit(tx: TenantTx, document: DocumentRow): Promise<number> {
  if (Number(document.creditedAmount) === 0) return 0
  const { currency, locationId } = document
  const contactIds = await contactIdsOf(tx, document)
  const credits = await findUsableCredits(tx, { locationIds: [locationId] }, contactIds, { currency })
  const documents = await listCreditedDocuments(tx, document, contactIds)
  let free = sumOf(credits.map(({ amount }) => amount)) - sumOf(documents.map(({ waitingAmount }) => waitingAmount))
  for (const { id, creditedAmount, refundedAmount, waitingAmount } of documents) {
    const left = Math.max(0, Math.min(free, creditedAmount - refundedAmount - waitingAmount))
    if (id === document.id) return left
    free -= left
  }
  return 0
}

/**
 * Documents of the contact at the same location, newest first, with their credit and its refunds, made or requested.
 */
async function listCreditedDocuments(
  tx: TenantTx,
  { currency, locationId }: DocumentRow,
  contactIds: readonly string[],
): Promise<{ id: string; creditedAmount: number; refundedAmount: number; waitingAmount: number }[]> {
  const rows = await tx
    .selectFrom('paymentDocuments as d')
    .where('d.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`d.contact_id = any(${[...contactIds]}::uuid[])`)
    .where('d.locationId', '=', locationId)
    .where('d.currency', '=', currency)
    .orderBy('d.createdAt', 'desc')
    .orderBy('d.id', 'desc')
    .select(['d.id', 'd.creditedAmount'])
    .select(({ selectFrom }) => [
      selectFrom('paymentRefunds as r')
        .where('r.tenantId', '=', tx.tenantId)
        .whereRef('r.documentId', '=', 'd.id')
        .where('r.source', '=', 'credit')
        .where('r.state', 'not in', ['failed', 'cancelled'])
        .select(({ fn }) => fn.sum<string>('r.amount').as('amount'))
        .as('refundedAmount'),
      selectFrom('paymentRefundRequests as q')
        .where('q.tenantId', '=', tx.tenantId)
        .whereRef('q.documentId', '=', 'd.id')
        .where('q.source', '=', 'credit')
        .where('q.state', '=', 'waiting')
        .select(({ fn }) => fn.sum<string>('q.amount').as('amount'))
        .as('waitingAmount'),
    ])
    .execute()
  return rows.map(({ id, creditedAmount, refundedAmount, waitingAmount }) => ({
    id,
    creditedAmount: Number(creditedAmount),
    refundedAmount: Number(refundedAmount),
    waitingAmount: Number(waitingAmount),
  }))
}

/** Fields of a posting that uses a credit. */
export const ofCredit = (source: string, { contactId, locationId }: Credit) => ({
  source: `${source}:${contactId}:${locationId}`,
  contactId,
  creditLocationId: locationId,
})
