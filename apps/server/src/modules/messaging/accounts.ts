import type { MessagingAccount } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { type Carrier, type CarrierAccount, CarrierError } from './carrier.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    carrier: Carrier
    /** The account of the environment, which carries every number that is not on a tenant's own account. */
    sharedAccount: () => CarrierAccount | null
  }
}

type CarrierAccountDeps = Needs<'inTenant' | 'secrets' | 'carrier' | 'now' | 'sharedAccount'>

type CredentialDeps = Needs<'secrets' | 'sharedAccount'>

/** Finds the account that sends and receives for a number; null if none is configured. */
export async function findCarrierAccount(
  deps: CredentialDeps,
  tx: TenantTx,
  messagingAccountId: string | null,
): Promise<CarrierAccount | null> {
  if (messagingAccountId === null) return deps.sharedAccount()
  const row = await tx
    .selectFrom('messagingAccounts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messagingAccountId)
    .select(['accountSid', 'authTokenEncrypted'])
    .executeTakeFirst()
  return row ? { accountSid: row.accountSid, authToken: deps.secrets.decrypt(row.authTokenEncrypted) } : null
}

/** Finds the account for new numbers: the tenant's own, or else the environment's. */
export async function findCurrentAccount(
  deps: CredentialDeps,
  tx: TenantTx,
): Promise<{ id: string | null; account: CarrierAccount } | null> {
  const tenantAccount = await findTenantAccount(tx)
  const account = await findCarrierAccount(deps, tx, tenantAccount?.id ?? null)
  return account && { id: tenantAccount?.id ?? null, account }
}

/** Finds every stored account with this sid, for webhooks without one of our numbers. */
export async function findAccountsBySid(
  deps: Needs<'secrets' | 'sharedAccount' | 'database'>,
  accountSid: string,
): Promise<CarrierAccount[]> {
  const shared = deps.sharedAccount()
  const owners = await deps.database.directory
    .selectFrom('directory.messagingAccounts')
    .where('accountSid', '=', accountSid)
    .select('tenantId')
    .limit(100)
    .execute()
  const tenantAccounts = await Promise.all(
    owners.map((owner) =>
      deps.database.inTenant(owner, async (tx) => {
        const row = await tx
          .selectFrom('messagingAccounts')
          .where('tenantId', '=', tx.tenantId)
          .where('accountSid', '=', accountSid)
          .select('id')
          .executeTakeFirst()
        return row ? findCarrierAccount(deps, tx, row.id) : null
      }),
    ),
  )
  return [shared?.accountSid === accountSid ? shared : null, ...tenantAccounts].filter((account) => account !== null)
}

const findTenantAccount = (tx: TenantTx) =>
  tx
    .selectFrom('messagingAccounts')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('updatedAt', 'desc')
    .select(['id', 'accountSid'])
    .executeTakeFirst()

export async function getMessagingAccount(
  { sharedAccount }: Needs<'sharedAccount'>,
  tx: TenantTx,
): Promise<MessagingAccount> {
  const tenantAccount = await findTenantAccount(tx)
  if (tenantAccount) return { source: 'tenant', accountSid: tenantAccount.accountSid, hasAuthToken: true }
  // The environment's account belongs to the operator of the server; a tenant only sees that there is one.
  return { source: sharedAccount() ? 'environment' : 'none', accountSid: null, hasAuthToken: false }
}

/** Saves the tenant's own carrier account after checking it with the carrier. The same account gets its new token. */
export async function saveMessagingAccount(
  deps: CarrierAccountDeps,
  actor: Actor,
  account: CarrierAccount,
): Promise<MessagingAccount> {
  await deps.carrier.checkAccount(account).catch(rethrowCarrierError)
  const at = deps.now()
  await deps.inTenant(actor, async (tx) => {
    const authTokenEncrypted = deps.secrets.encrypt(account.authToken)
    await tx
      .insertInto('messagingAccounts')
      .values({
        tenantId: tx.tenantId,
        id: newId(),
        accountSid: account.accountSid,
        authTokenEncrypted,
        createdAt: at,
        updatedAt: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'accountSid']).doUpdateSet({ authTokenEncrypted, updatedAt: at }),
      )
      .execute()
    await tx
      .insertInto('directory.messagingAccounts')
      .values({ accountSid: account.accountSid, tenantId: tx.tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordAudit(tx, {
      action: 'setting.changed',
      actor,
      subject: 'Carrier account',
      data: { accountSid: account.accountSid },
      at,
    })
  })
  return { source: 'tenant', accountSid: account.accountSid, hasAuthToken: true }
}

/** Rethrows a CarrierError as a typed error for the client. */
export function rethrowCarrierError(error: unknown): never {
  if (!(error instanceof CarrierError)) throw error
  if (error.outcome === 'refused') throw new AppError('MessagingAccountRefused', { carrierCode: error.errorCode })
  throw new AppError('CarrierUnavailable')
}
