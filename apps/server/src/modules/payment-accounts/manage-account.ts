import { z } from 'zod'
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

const AccountRequest = z.object({ businessName: z.string(), email: z.string() })

const SETTINGS_PATH = '/settings/payments-settings'

/**
 * Returns a link to the provider’s pages that works once, and creates the account before if there is none. The key of
 * that request is our row, so that a response that is lost does not lead to a second account.
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
  const row = await deps.inTenant(actor, (tx) => prepareAccount(tx, actor))
  const isReplaced = row.accountId === null || !(await hasAccess(deps, row.accountId, row).catch(failed))
  const kept = isReplaced ? null : row.accountId
  const accountId =
    kept ??
    (await paymentProvider
      .createAccount(
        { tenantId: actor.tenantId, website: null, ...AccountRequest.parse(row.request) },
        `account:${actor.tenantId}:${row.createdAt}${row.disconnectedAt ?? ''}`,
      )
      .catch(async (error: unknown) => {
        await deps.inTenant(actor, (tx) => forgetRequest(tx, error))
        return failed(error)
      }))
  if (kept === null) await deps.inTenant(actor, (tx) => storeAccount(tx, actor, row, accountId))
  else if (row.disconnectedAt !== null) await deps.inTenant(actor, (tx) => enqueue(tx, syncAccountSpec(tx.tenantId)))
  await storeInDirectory(deps, actor.tenantId, accountId)
  const url = await paymentProvider.createAccountLink(accountId, deps.publicUrl() + SETTINGS_PATH).catch(failed)
  return { url }
}

/** Whether we can access the account. The business may have granted access again after revoking it. */
async function hasAccess(
  { paymentProvider }: Deps,
  accountId: string,
  { disconnectedAt }: Pick<AccountRow, 'disconnectedAt'>,
): Promise<boolean> {
  if (disconnectedAt === null) return true
  try {
    await paymentProvider.account(accountId).findAccount()
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'access-lost') return false
    throw error
  }
}

/** Stores the email of the first request: repeating the idempotency key with other parameters would be refused. */
async function prepareAccount(tx: TenantTx, { email }: Actor): Promise<AccountRow> {
  const { name: businessName } = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('name')
    .executeTakeFirstOrThrow()
  const request = JSON.stringify({ businessName, email } satisfies z.input<typeof AccountRequest>)
  await tx
    .insertInto('paymentAccounts')
    .values({ tenantId: tx.tenantId, request, createdAt: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('paymentAccounts')
    .set({ request })
    .where('tenantId', '=', tx.tenantId)
    .where('request', 'is', null)
    .execute()
  const row = await findAccountRow(tx)
  if (!row) throw new Error('The payment account was not stored.')
  return row
}

/** The provider keeps what it answered under the key, so that the next request has another one. */
async function forgetRequest(tx: TenantTx, error: unknown): Promise<void> {
  if (!(error instanceof ProviderError) || (error.kind !== 'refused' && error.kind !== 'failed')) return
  await tx
    .updateTable('paymentAccounts')
    .set({ request: null, createdAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('request', 'is not', null)
    .execute()
}

/**
 * Stores the account in the directory, which maps events to tenants. Each call does, as an earlier one may have failed.
 */
async function storeInDirectory({ directory }: Deps, tenantId: string, accountId: string): Promise<void> {
  await directory
    .insertInto('directory.paymentAccounts')
    .values({ accountId, tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await directory
    .updateTable('directory.paymentAccounts')
    .set({ accountId })
    .where('tenantId', '=', tenantId)
    .where('accountId', '<>', accountId)
    .execute()
}

/** Stores the account of a business, which may replace one whose access was taken back. */
async function storeAccount(
  tx: TenantTx,
  actor: Actor,
  { accountId: before }: AccountRow,
  accountId: string,
): Promise<void> {
  const stored = await tx
    .updateTable('paymentAccounts')
    .set({
      accountId,
      disconnectedAt: null,
      isSubmitted: false,
      requirements: '[]',
      request: null,
      createdAt: tx.now(),
    })
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', before === null ? 'is' : '=', before)
    .returning('tenantId')
    .executeTakeFirst()
  // Someone pressed the button twice.
  if (!stored) return
  await recordAudit(tx, { action: 'payment-account.opened', actor, subject: accountId, data: {}, at: tx.now() })
  await enqueue(tx, syncAccountSpec(tx.tenantId))
  await recordAccountChanged(tx)
}
