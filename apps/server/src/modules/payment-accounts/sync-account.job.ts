import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findAccountRow, recordAccountChanged, toRequirements, toSchedule } from './account-rows.ts'
import { markEventsApplied } from './event-rows.ts'
import { paymentObjectReported } from './events.ts'
import { isObjectKind, SYNC_PAYMENT_ACCOUNT, syncAccountSpec, syncPayoutSpec } from './job-specs.ts'
import { ProviderError } from './payment-provider.ts'

/** Objects of payments are read by the module of card payments. */
export const syncReportedAccount = subscribe(paymentObjectReported, ({ tenantId, data: { kind, objectID } }) => {
  if (isObjectKind(kind)) return []
  return [kind === 'payout' ? syncPayoutSpec(tenantId, objectID) : syncAccountSpec(tenantId)]
})

/** Reads the account, its bank, its balance and its newest payouts from the provider. */
export const syncPaymentAccount = defineJob({
  name: SYNC_PAYMENT_ACCOUNT,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid() }),
  run: async ({ inTenant, now, paymentProvider }: Needs<'inTenant' | 'now' | 'paymentProvider'>, { tenantId }) => {
    const startedAt = now()
    const accountId = await inTenant({ tenantId }, async (tx) => (await findAccountRow(tx))?.accountId)
    if (!accountId || !paymentProvider.isConfigured()) return
    const account = paymentProvider.account(accountId)
    const read = await readAll(account).catch((error: unknown) => {
      if (error instanceof ProviderError && error.kind === 'access-lost') return null
      throw error
    })
    await inTenant({ tenantId }, async (tx) => {
      const row = await findAccountRow(tx, 'change')
      if (row?.accountId !== accountId) return
      const { remote, bank, balances, payouts } = read ?? {}
      const after = await tx
        .updateTable('paymentAccounts')
        .set(
          remote
            ? {
                country: remote.country,
                currency: remote.currency,
                isChargeEnabled: remote.isChargeEnabled,
                isPayoutEnabled: remote.isPayoutEnabled,
                isSubmitted: remote.isSubmitted,
                requirements: JSON.stringify(toRequirements(remote)),
                requirementsDueAt: remote.requirementsDueAt,
                isUnderReview: remote.isUnderReview,
                disabledReason: remote.disabledReason,
                schedule: JSON.stringify(toSchedule(remote.schedule)),
                bank: JSON.stringify(bank ?? null),
                balances: JSON.stringify(balances ?? []),
                disconnectedAt: null,
                readAt: tx.now(),
              }
            : { disconnectedAt: row.disconnectedAt ?? tx.now(), isChargeEnabled: false, isPayoutEnabled: false },
        )
        .where('tenantId', '=', tx.tenantId)
        .returningAll()
        .executeTakeFirstOrThrow()
      const stored = await tx
        .selectFrom('paymentPayouts')
        .where('tenantId', '=', tx.tenantId)
        .orderBy('createdAt', 'desc')
        .limit(50)
        .select(['providerPayoutId', 'state'])
        .execute()
      const isKnown = (id: string, state: string) =>
        stored.some((payout) => payout.providerPayoutId === id && payout.state === state)
      const missing = (payouts ?? []).filter(({ id, state }) => !isKnown(id, state))
      if (missing.length > 0) await enqueue(tx, ...missing.map(({ id }) => syncPayoutSpec(tenantId, id)))
      await markEventsApplied(tx, [accountId], startedAt)
      const isChanged = !isDeepStrictEqual({ ...after, readAt: null }, { ...row, readAt: null })
      if (isChanged) await recordAccountChanged(tx)
    })
  },
})

async function readAll(account: ReturnType<Needs<'paymentProvider'>['paymentProvider']['account']>) {
  const remote = await account.findAccount()
  // Before it is complete, an account may have none of these, or we may not read them.
  const optional = <Value>(request: Promise<Value>): Promise<Value | null> =>
    request.catch((error: unknown) => {
      if (error instanceof ProviderError && (error.kind === 'refused' || error.kind === 'missing')) return null
      throw error
    })
  const bank = await optional(account.findBank())
  const balances = await optional(account.listBalances())
  const payouts = await optional(account.listPayouts())
  return { remote, bank, balances, payouts }
}
