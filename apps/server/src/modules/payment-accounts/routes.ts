import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findEnabledAccount, getAccount } from './account-rows.ts'
import { syncAccountSpec } from './job-specs.ts'
import { listPayouts } from './list-payouts.ts'
import { manageAccount } from './manage-account.ts'

export const ACCOUNT_NEEDS = [
  'database',
  'directory',
  'inTenant',
  'log',
  'metrics',
  'now',
  'paymentProvider',
  'publicUrl',
  'wake',
] as const
type Deps = Needs<(typeof ACCOUNT_NEEDS)[number]>

export function paymentAccountRoutes(api: Api, deps: Deps) {
  const transaction = inTransaction(deps)
  const { paymentAccounts } = api
  return {
    isEnabled: paymentAccounts.isEnabled.handler(
      transaction(async (tx) => {
        const account = await findEnabledAccount(tx, deps.paymentProvider)
        return wrap({ isEnabled: account !== null, currency: account?.currency ?? null })
      }),
    ),
    get: paymentAccounts.get.handler(transaction(async (tx) => wrap(await getAccount(tx, deps.paymentProvider)))),
    manage: paymentAccounts.manage.handler(async ({ context }) => wrap(await manageAccount(deps, signedIn(context)))),
    refresh: paymentAccounts.refresh.handler(
      transaction(async (tx) => {
        await enqueue(tx, syncAccountSpec(tx.tenantId))
        return wrap(await getAccount(tx, deps.paymentProvider))
      }),
    ),
  }
}

export function payoutRoutes(api: Api, deps: Needs<'inTenant'>) {
  const transaction = inTransaction(deps)
  return {
    getList: api.payouts.getList.handler(
      transaction(async (tx, { input: { cursor } }) => wrap(await listPayouts(tx, cursor))),
    ),
  }
}
