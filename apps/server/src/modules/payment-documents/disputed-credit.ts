import { type DisputeState, sumOf, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Credit } from '../payments-ledger/index.ts'
import { isInScope } from '../visibility/index.ts'
import { type DocumentRow, moneyOf } from './rows.ts'

const OPEN: readonly DisputeState[] = ['needs-response', 'under-review']

interface Disputed {
  document: DocumentRow
  disputes: readonly { providerDisputeId: string; state: DisputeState; amount: string }[]
  /** Credit of the contact: paid above the due amount, or refunded as credit, and not returned to the card. */
  creditAmount: number
}

async function readDisputed(tx: TenantTx, document: DocumentRow): Promise<Disputed> {
  const disputes = await tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', document.id)
    .select(['providerDisputeId', 'state', 'amount'])
    .execute()
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', document.id)
    .where('state', 'not in', ['failed', 'cancelled'])
    .select(['source', 'target', 'amount'])
    .execute()
  const refunded = (...[source, target]: [source: 'payment' | 'credit', target: 'credit' | 'card']) =>
    sumOf(
      refunds.filter((each) => each.source === source && each.target === target).map(({ amount }) => Number(amount)),
    )
  const { creditedAmount } = moneyOf(document)
  return {
    document,
    disputes,
    creditAmount: creditedAmount + refunded('payment', 'credit') - refunded('credit', 'card'),
  }
}

/** The credit that some disputes of a document take: they first take payments for it that were not refunded. */
function creditTaken(
  { document, disputes, creditAmount }: Disputed,
  isTaken: (dispute: Disputed['disputes'][number]) => boolean,
): number {
  const { paidAmount, tipAmount, refundedAmount } = moneyOf(document)
  const taken = sumOf(disputes.filter(isTaken).map(({ amount }) => Number(amount)))
  return Math.max(0, Math.min(taken - Math.max(0, paidAmount + tipAmount - refundedAmount), creditAmount))
}

/** The credit that a dispute takes for good, in addition to those that were lost before. */
export async function creditLostBy(tx: TenantTx, document: DocumentRow, providerDisputeId: string): Promise<number> {
  const disputed = await readDisputed(tx, document)
  const all = creditTaken(disputed, ({ state }) => state === 'lost')
  return all - creditTaken(disputed, (each) => each.state === 'lost' && each.providerDisputeId !== providerDisputeId)
}

/** Credit without what a bank is deciding about: a contact may get it from the bank. */
export async function withoutDisputed(
  tx: TenantTx,
  viewer: Pick<Viewer, 'locationIds'>,
  contactIds: readonly string[],
  credits: readonly Credit[],
): Promise<Credit[]> {
  if (credits.length === 0) return []
  const documents = await tx
    .selectFrom('paymentDocuments as d')
    .where('d.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`d.contact_id = any(${[...contactIds]}::uuid[])`)
    .where('d.disputedAmount', '>', '0')
    .where(isInScope(viewer, 'd.location_id'))
    .orderBy('d.id')
    .selectAll('d')
    .execute()
  const held: { document: DocumentRow; amount: number }[] = []
  for (const document of documents) {
    const disputed = await readDisputed(tx, document)
    const all = creditTaken(disputed, ({ state }) => state === 'lost' || OPEN.includes(state))
    held.push({ document, amount: all - creditTaken(disputed, ({ state }) => state === 'lost') })
  }
  return credits.flatMap((credit) => {
    let { amount } = credit
    for (const each of held) {
      const { currency, locationId } = each.document
      if (currency !== credit.currency || locationId !== credit.locationId) continue
      const part = Math.min(amount, each.amount)
      amount -= part
      each.amount -= part
    }
    return amount > 0 ? [{ ...credit, amount }] : []
  })
}
