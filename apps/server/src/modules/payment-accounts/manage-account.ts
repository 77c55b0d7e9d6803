import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, failAs } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { type AccountRow, findAccountRow, recordAccountChanged } from './account-rows.ts'
import { syncAccountSpec } from './job-specs.ts'
import { ProviderError } from './payment-provider.ts'

type Deps = Needs<'directory' | 'inTenant' | 'log' | 'paymentProvider' | 'publicUrl'>

const SETTINGS_PATH = '/settings/payments-settings'

/**
 * Returns a link to the provider’s pages that works once, and creates the account before if there is none. The key of that
 * request is our row, so that a response that is lost does not lead to a second account.
 */
export async function manageAccount(deps: Deps, actor: Actor): Promise<{ url: string }> {
  const { paymentProvider } = deps
  if (!paymentProvider.isConfigured()) throw new AppError('PaymentsNotConfigured')
  const failed = failAs(
    deps.log,
    ProviderError,
    'PaymentProviderUnavailable',
    'the payment provider refused an account',
  )
  const { row, businessName } = await deps.inTenant(actor, prepareAccount)
  const accountId =
    row.accountId ??
    (await paymentProvider
      .createAccount(
        { tenantId: actor.tenantId, businessName, email: actor.email, website: null },
        `account:${actor.tenantId}:${row.createdAt}`,
      )
      .catch(failed))
  if (row.accountId === null) {
    await deps.inTenant(actor, (tx) => storeAccount(tx, actor, accountId))
    await deps.directory
      .insertInto('directory.paymentAccounts')
      .values({ accountId, tenantId: actor.tenantId })
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ accountId }))
      .execute()
  }
  const url = await paymentProvider.createAccountLink(accountId, deps.publicUrl() + SETTINGS_PATH).catch(failed)
  return { url }
}

/** An account whose access was taken back is replaced by another one. */
async function prepareAccount(tx: TenantTx): Promise<{ row: AccountRow; businessName: string }> {
  const { name: businessName } = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('name')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('paymentAccounts')
    .values({ tenantId: tx.tenantId, createdAt: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('paymentAccounts')
    .set({ accountId: null, disconnectedAt: null, isSubmitted: false, requirements: '[]', createdAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('disconnectedAt', 'is not', null)
    .execute()
  const row = await findAccountRow(tx)
  if (!row) throw new Error('The payment account was not stored.')
  return { row, businessName }
}

async function storeAccount(tx: TenantTx, actor: Actor, accountId: string): Promise<void> {
  const stored = await tx
    .updateTable('paymentAccounts')
    .set({ accountId })
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', 'is', null)
    .returning('tenantId')
    .executeTakeFirst()
  // Someone pressed the button twice.
  if (!stored) return
  await recordAudit(tx, { action: 'payment-account.opened', actor, subject: accountId, data: {}, at: tx.now() })
  await enqueue(tx, syncAccountSpec(tx.tenantId))
  await recordAccountChanged(tx)
}
