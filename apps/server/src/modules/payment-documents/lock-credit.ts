import { sumOf, type Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Credit, findCredits } from '../payments-ledger/index.ts'
import { contactIdsOf } from './access.ts'
import type { DocumentRow } from './rows.ts'

/**
 * Finds credit of the contact of a document to use, and locks it: it may be at several of their numbers, and was earned at
 * one of the actor’s locations. That of the document’s location is used first.
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

/** The same, or less of it if there is less. */
export async function findCreditUpTo(
  tx: TenantTx,
  actor: Pick<Viewer, 'locationIds'>,
  document: DocumentRow,
  amount: number,
): Promise<Credit[]> {
  const { currency, locationId } = document
  const credits = await findCredits(tx, actor, await contactIdsOf(tx, document), { currency, lock: 'change' })
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
 * What is left of the credit that payments for a document became: neither paid out from it, nor used for something else since
 * at the viewer’s locations.
 */
export async function leftOfCredit(
  tx: TenantTx,
  viewer: Pick<Viewer, 'locationIds'>,
  document: DocumentRow,
): Promise<number> {
  const credited = Number(document.creditedAmount)
  if (credited === 0) return 0
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', document.id)
    .where('source', '=', 'credit')
    .where('state', 'not in', ['failed', 'cancelled'])
    .select('amount')
    .execute()
  const credits = await findCredits(tx, viewer, await contactIdsOf(tx, document), { currency: document.currency })
  const unrefunded = credited - sumOf(refunds.map(({ amount }) => Number(amount)))
  return Math.max(0, Math.min(unrefunded, sumOf(credits.map(({ amount }) => amount))))
}

/** What a posting that uses a credit says about it. */
export const ofCredit = (source: string, { contactId, locationId }: Credit) => ({
  source: `${source}:${contactId}:${locationId}`,
  contactId,
  creditLocationId: locationId,
})
