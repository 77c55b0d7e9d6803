import { payoutEntries, reverseEntries } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findFirstLocationId } from '../locations/index.ts'
import { addActivity, recordPaymentChanged } from '../payment-documents/index.ts'
import { findLinked, findPostings, linkSplitTransaction, post } from '../payments-ledger/index.ts'
import { findAccountId, recordAccountChanged } from './account-rows.ts'
import { markEventsApplied } from './event-rows.ts'
import { payoutFailed } from './events.ts'
import { SYNC_PAYOUT, syncAccountSpec } from './job-specs.ts'
import type { RemotePayout, RemoteTransaction } from './payment-provider.ts'

/** Reads a payout, and posts the money that went to the bank or came back. Safe to run twice. */
export const syncPayout = defineJob({
  name: SYNC_PAYOUT,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), payoutId: z.string() }),
  run: async (
    { inTenant, now, paymentProvider }: Needs<'inTenant' | 'now' | 'paymentProvider'>,
    { tenantId, payoutId },
  ) => {
    const readAt = now()
    const accountId = await inTenant({ tenantId }, findAccountId)
    if (!accountId) return
    const account = paymentProvider.account(accountId)
    const payout = await account.findPayout(payoutId)
    const transactions = payout.isAutomatic ? await account.listTransactionsOfPayout(payoutId) : []
    await inTenant({ tenantId }, async (tx) => {
      await applyPayout(tx, payout, transactions)
      await markEventsApplied(tx, [payoutId], readAt)
      await enqueue(tx, syncAccountSpec(tenantId))
    })
  },
})

async function applyPayout(
  tx: TenantTx,
  payout: RemotePayout,
  transactions: readonly RemoteTransaction[],
): Promise<void> {
  const { id: providerPayoutId, state, amount, currency, arrivesOn, failureReason, createdAt } = payout
  const { transactionId, failureTransactionId } = payout
  const changes = { state, amount, currency, arrivesOn, failureReason, transactionId, failureTransactionId }
  await tx
    .insertInto('paymentPayouts')
    .values({ tenantId: tx.tenantId, id: newId(), providerPayoutId, ...changes, state: 'pending', createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await tx
    .selectFrom('paymentPayouts')
    .where('tenantId', '=', tx.tenantId)
    .where('providerPayoutId', '=', providerPayoutId)
    .select(['id', 'state'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('paymentPayouts')
    .set(changes)
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', before.id)
    .execute()
  const source = `payout:${before.id}`
  if (transactionId && !(await isAnyPosted(tx, source))) {
    for (const [locationId, part] of await splitByLocation(tx, payout, transactions))
      await postPayout(tx, { source: `${source}:${locationId}`, locationId, currency, entries: payoutEntries(part) })
    await linkSplitTransaction(tx, { transactionId, source })
  }
  const isBack = state === 'failed' || state === 'cancelled'
  if (isBack && failureTransactionId && !(await isAnyPosted(tx, `payout-failed:${before.id}`))) {
    for (const { entries, locationId } of await findPostings(tx, source))
      await post(tx, {
        ...{ kind: 'payout-failed', source: `payout-failed:${before.id}:${locationId}`, locationId, currency },
        ...{ documentId: null, contactId: null, actorUserId: null, entries: reverseEntries(entries) },
      })
    await linkSplitTransaction(tx, { transactionId: failureTransactionId, source: `payout-failed:${before.id}` })
  }
  if (before.state !== state && isBack) {
    const data = { payoutID: before.id, amount, currency, reason: failureReason ?? '' }
    await payoutFailed.record(tx, { at: tx.now(), data })
  }
  if (before.state !== state && state === 'paid') await recordPaidOut(tx, transactions)
  await recordAccountChanged(tx)
}

const isAnyPosted = async (tx: TenantTx, source: string): Promise<boolean> =>
  (await findPostings(tx, source)).length > 0

const postPayout = (
  tx: TenantTx,
  payout: Pick<Parameters<typeof post>[1], 'source' | 'locationId' | 'currency' | 'entries'>,
): Promise<void> => post(tx, { kind: 'payout', documentId: null, contactId: null, actorUserId: null, ...payout })

/** The share of a payout for each location, by its transactions. The rest belongs to the first location. */
async function splitByLocation(
  tx: TenantTx,
  payout: RemotePayout,
  transactions: readonly RemoteTransaction[],
): Promise<Map<string, number>> {
  const parts = new Map<string, number>()
  const add = (locationId: string, amount: number) => parts.set(locationId, (parts.get(locationId) ?? 0) + amount)
  const others = transactions.filter(({ id }) => id !== payout.transactionId)
  let rest = payout.amount
  for (const { locationId, amount } of await findLinked(
    tx,
    others.map(({ id }) => id),
  )) {
    add(locationId, amount)
    rest -= amount
  }
  if (rest !== 0) add(await findFirstLocationId(tx), rest)
  return new Map([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Says on the documents that their money is at the bank. */
async function recordPaidOut(tx: TenantTx, transactions: readonly RemoteTransaction[]): Promise<void> {
  const linked = await findLinked(
    tx,
    transactions.map(({ id }) => id),
  )
  const author = { userId: null }
  for (const { documentId, locationId, kind, amount } of linked) {
    if (kind !== 'payment' || !documentId) continue
    await addActivity(tx, author, documentId, { kind: 'paid-out', amount })
    await recordPaymentChanged(tx, author, { id: documentId, kind: 'request', locationId }, 'paid-out')
  }
}
