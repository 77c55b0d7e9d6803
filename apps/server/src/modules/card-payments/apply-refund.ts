import { allocate, type Components, refundableAmount, refundEntries, reverseEntries } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { locationExists } from '../locations/index.ts'
import type { RemoteRefund } from '../payment-accounts/index.ts'
import {
  announcePayment,
  changeDocument,
  componentsLeft,
  type DocumentRow,
  lockDocumentById,
  moneyOf,
  recordPaymentChanged,
} from '../payment-documents/index.ts'
import { findPostings, linkTransaction, post } from '../payments-ledger/index.ts'
import { findPaymentOfIntent, isUuid } from './charge-rows.ts'
import { type CardDeps, NO_TEAMMATE } from './deps.ts'

export type RefundRow = Row<'paymentRefunds'>

export const findRefundRow = (tx: TenantTx, id: string): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

export async function setRefund(
  tx: TenantTx,
  id: string,
  set: Partial<
    Pick<
      RefundRow,
      | 'state'
      | 'providerRefundId'
      | 'transactionId'
      | 'failureTransactionId'
      | 'failureReason'
      | 'isUnknown'
      | 'requestKey'
      | 'requestedAt'
    >
  >,
): Promise<void> {
  await tx.updateTable('paymentRefunds').set(set).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
}

const isOver = ({ state }: Pick<RefundRow, 'state'>) => state === 'failed' || state === 'cancelled'

/** Applies what the provider says about a refund, also one that was made in the provider’s dashboard. */
export async function applyRefund(deps: CardDeps, tx: TenantTx, remote: RemoteRefund): Promise<void> {
  const found = await findRow(tx, remote)
  const payment = found ? null : remote.intentId && (await findPaymentOfIntent(tx, remote.intentId))
  const documentId = found?.documentId ?? (payment ? payment.documentId : undefined)
  const document = documentId && (await lockDocumentById(tx, documentId))
  if (!document) return
  // Read under the lock of the document.
  const row =
    (await findRow(tx, remote)) ?? (payment ? await insertForeign(deps, tx, document, payment.id, remote) : null)
  if (!row) return
  const { id, requestKey: _ } = row
  const { state, transactionId, failureTransactionId, failureReason } = remote
  if (isOver(row)) {
    // Known to have failed; only the ids can be new.
    if (isOver(remote) && failureTransactionId)
      await linkTransaction(tx, { transactionId: failureTransactionId, source: `refund-failed:${id}` })
    return
  }
  const ids = { providerRefundId: remote.id, transactionId, failureTransactionId, isUnknown: false }
  if (transactionId) await linkTransaction(tx, { transactionId, source: `refund:${id}` })
  if (isOver(remote)) {
    await setRefund(tx, id, ids)
    await putBack(deps, tx, document, row, { state, reason: failureReason ?? '', transactionId: failureTransactionId })
    return
  }
  await setRefund(tx, id, { ...ids, state })
  if (row.state !== state || row.providerRefundId === null)
    await recordPaymentChanged(tx, NO_TEAMMATE, document, 'refunded')
}

const findRow = async (tx: TenantTx, { id, reference }: RemoteRefund): Promise<RefundRow | undefined> => {
  const own =
    reference.tenantId === tx.tenantId && isUuid(reference.rowId) ? await findRefundRow(tx, reference.rowId) : undefined
  return (
    own ??
    tx
      .selectFrom('paymentRefunds')
      .where('tenantId', '=', tx.tenantId)
      .where('providerRefundId', '=', id)
      .selectAll()
      .executeTakeFirst()
  )
}

interface Failure {
  state: 'failed' | 'cancelled' | RefundRow['state']
  reason: string
  /** What the provider booked for it; null if it never took the refund. */
  transactionId: string | null
}

/** Puts back the money of a refund that failed, and says so. The document is locked. */
export async function putBack(
  deps: CardDeps,
  tx: TenantTx,
  document: DocumentRow,
  { id, amount }: RefundRow,
  { state, reason, transactionId }: Failure,
): Promise<void> {
  const postings = await findPostings(tx, `refund:${id}`)
  await setRefund(tx, id, { state, failureReason: reason, isUnknown: false })
  const after = await changeDocument(tx, NO_TEAMMATE, document, {
    postings: await Promise.all(
      postings.map(async ({ source, contactId, entries }) => ({
        kind: 'refund-failed' as const,
        source: source.replace('refund:', 'refund-failed:'),
        entries: reverseEntries(entries),
        ...(contactId && { contactId }),
        creditLocationId: await creditLocationOf(tx, source, document),
      })),
    ),
    activity: { kind: 'refund-failed', amount: Number(amount), method: 'card', note: reason },
  })
  if (transactionId) await linkTransaction(tx, { transactionId, source: `refund-failed:${id}` })
  await announcePayment(deps, tx, NO_TEAMMATE, after, { kind: 'refund-failed', amount: Number(amount) })
}

/** Where credit goes back to: where it was earned, which the source of a posting of credit ends with. */
async function creditLocationOf(tx: TenantTx, source: string, { locationId }: DocumentRow): Promise<string> {
  const [, , , earnedAt] = source.split(':')
  return earnedAt !== undefined && (await locationExists(tx, earnedAt)) ? earnedAt : locationId
}

const NO_COMPONENTS: Components = { netAmount: 0, taxAmounts: [], tipAmount: 0 }

/** Records a refund that was made in the provider’s dashboard. */
async function insertForeign(
  deps: CardDeps,
  tx: TenantTx,
  document: DocumentRow,
  paymentId: string,
  remote: RemoteRefund,
): Promise<RefundRow | null> {
  const { id: documentId, currency, contactId, locationId } = document
  const id = newId()
  const ofDocument = Math.min(remote.amount, refundableAmount(moneyOf(document)))
  const taken = ofDocument > 0 ? allocate(await componentsLeft(tx, document), ofDocument).taken : NO_COMPONENTS
  const { netAmount, taxAmounts, tipAmount } = taken
  const row = await tx
    .insertInto('paymentRefunds')
    .values({
      ...{ tenantId: tx.tenantId, id, clientRefundId: id, documentId, source: 'payment', target: 'card' },
      ...{ amount: remote.amount, paymentId, state: 'pending', netAmount, taxAmounts: [...taxAmounts], tipAmount },
      ...{ currency, reason: '', providerRefundId: remote.id, createdAt: tx.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = await changeDocument(tx, NO_TEAMMATE, document, {
    postings: [{ kind: 'refund', source: `refund:${id}`, entries: refundEntries(taken, 'provider') }],
    activity: { kind: 'refunded', amount: remote.amount, method: 'card' },
  })
  const rest = remote.amount - ofDocument
  // Paid above what was due: not a refund of what was sold. The credit for it may have been used already.
  if (rest > 0)
    await post(tx, {
      ...{ kind: 'fee', source: `refund:${id}:rest`, documentId: null, contactId, locationId, currency },
      ...{ actorUserId: null, entries: [{ debit: 'refunds' as const, credit: 'provider' as const, amount: rest }] },
    })
  await announcePayment(deps, tx, NO_TEAMMATE, after, { kind: 'refunded', amount: remote.amount })
  return row
}
