import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue, enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findLinked, findLinkedBetween } from '../payments-ledger/index.ts'
import { findAccountRow, recordAccountChanged } from './account-rows.ts'
import {
  RECONCILE_PAYMENTS,
  reconcilePaymentsSpec,
  syncAccountSpec,
  syncObjectSpec,
  syncPayoutSpec,
} from './job-specs.ts'
import type { RemoteTransaction } from './payment-provider.ts'

const HOUR_MS = 60 * 60_000
/** Overlap with the comparisons before: the provider books some transactions late. */
const OVERLAP_MS = 72 * HOUR_MS
/** Transactions that are still being posted are not missing. */
const SETTLING_MS = 10 * 60_000
/** Time to fetch and post the differences that the first pass found. */
const SECOND_PASS_MS = 5 * 60_000

/** Every night, for all businesses with an account. */
export const reconcilePaymentsNightly = defineJob({
  name: 'reconcile-payments-nightly',
  schedule: '13 9 * * *',
  lane: 'background',
  payload: z.unknown(),
  run: async ({ directory }: Needs<'directory'>) => {
    const accounts = await directory.selectFrom('directory.paymentAccounts').select('tenantId').execute()
    await enqueueForTenants(
      directory,
      accounts.flatMap(({ tenantId }) => [reconcilePaymentsSpec(tenantId), syncAccountSpec(tenantId)]),
    )
  },
})

/**
 * Compares the provider’s balance transactions with the ledger. Missing transactions are fetched and posted as if
 * their events had just arrived; those still missing after that are listed.
 */
export const reconcilePayments = defineJob({
  name: RECONCILE_PAYMENTS,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), isSecondPass: z.boolean() }),
  run: async (
    { inTenant, now, paymentProvider }: Needs<'inTenant' | 'now' | 'paymentProvider'>,
    { tenantId, isSecondPass },
  ) => {
    const row = await inTenant({ tenantId }, (tx) => findAccountRow(tx))
    if (!row?.accountId || row.disconnectedAt) return
    const since = shift(row.comparedAt ?? row.createdAt, -OVERLAP_MS)
    const until = shift(now(), -SETTLING_MS)
    const transactions = await paymentProvider.account(row.accountId).listTransactions(since)
    await inTenant({ tenantId }, async (tx) => {
      const differences = await findDifferences(tx, transactions, { since, until })
      const missing = differences.filter(({ kind }) => kind === 'not-in-ledger')
      if (!isSecondPass && missing.length > 0) {
        const specs = missing.flatMap(({ sourceId }) => specOfSource(tenantId, sourceId))
        await enqueue(tx, ...specs, reconcilePaymentsSpec(tenantId, shift(tx.now(), SECOND_PASS_MS)))
        return
      }
      const settled = differences.filter(({ createdAt }) => !isAfter(createdAt, until))
      await storeDifferences(tx, settled, since)
      await tx.updateTable('paymentAccounts').set({ comparedAt: until }).where('tenantId', '=', tx.tenantId).execute()
      await recordAccountChanged(tx)
    })
  },
})

interface Difference {
  transactionId: string
  kind: 'not-in-ledger' | 'not-at-provider' | 'other-amount'
  type: string
  amount: number
  currency: string
  createdAt: string
  sourceId: string | null
}

async function findDifferences(
  tx: TenantTx,
  transactions: readonly RemoteTransaction[],
  { since, until }: { since: string; until: string },
): Promise<Difference[]> {
  const linked = await findLinked(
    tx,
    transactions.map(({ id }) => id),
  )
  const posted = Map.groupBy(linked, ({ transactionId }) => transactionId)
  const unequal = transactions.flatMap((transaction): Difference[] => {
    const { id: transactionId, type, currency, createdAt, sourceId } = transaction
    const amount = transaction.amount - transaction.feeAmount
    const postings = posted.get(transactionId)
    const sum = postings?.reduce((total, each) => total + each.amount, 0)
    if (sum === amount) return []
    if (sum === undefined && amount === 0) return []
    const kind = sum === undefined ? 'not-in-ledger' : 'other-amount'
    return [{ transactionId, kind, type, amount: amount - (sum ?? 0), currency, createdAt, sourceId }]
  })
  const listedIds = new Set(transactions.map(({ id }) => id))
  // The provider’s list begins at the time of the transaction, ours at the time of its posting.
  const between = await findLinkedBetween(tx, { since: shift(since, 48 * HOUR_MS), until })
  const absent = between
    .filter(({ transactionId }) => !listedIds.has(transactionId))
    .map(({ transactionId, kind: type, amount, currency }): Difference => {
      const difference = { transactionId, type, amount: -amount, currency }
      return { ...difference, kind: 'not-at-provider', createdAt: until, sourceId: null }
    })
  return [...unequal, ...absent]
}

/** Job that fetches the object of a balance transaction, by the prefix of the object’s id. */
function specOfSource(tenantId: string, sourceId: string | null) {
  if (sourceId?.startsWith('po_')) return [syncPayoutSpec(tenantId, sourceId)]
  if (sourceId?.startsWith('re_') || sourceId?.startsWith('pyr_')) return [syncObjectSpec(tenantId, 'refund', sourceId)]
  if (sourceId?.startsWith('dp_') || sourceId?.startsWith('du_')) return [syncObjectSpec(tenantId, 'dispute', sourceId)]
  if (sourceId?.startsWith('ch_') || sourceId?.startsWith('py_')) return [syncObjectSpec(tenantId, 'payment', sourceId)]
  return []
}

async function storeDifferences(tx: TenantTx, differences: readonly Difference[], since: string): Promise<void> {
  await tx
    .deleteFrom('paymentDifferences')
    .where('tenantId', '=', tx.tenantId)
    .where('createdAt', '>=', since)
    .execute()
  for (const { sourceId: _, ...difference } of differences)
    await tx
      .insertInto('paymentDifferences')
      .values({ tenantId: tx.tenantId, ...difference })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
