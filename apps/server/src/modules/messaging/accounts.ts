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

/** The account that carries the texts of a number; null while there is none. */
export async function accountOf(
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

/** The account that new numbers go to: the tenant's own, or else the environment's. */
export async function currentAccount(
  deps: CredentialDeps,
  tx: TenantTx,
): Promise<{ id: string | null; account: CarrierAccount } | null> {
  const own = await ownAccount(tx)
  const account = await accountOf(deps, tx, own?.id ?? null)
  return account && { id: own?.id ?? null, account }
}

/** Every account of this sid that anybody here has, for a post that names nobody's number. */
export async function accountsBySid(
  deps: Needs<'secrets' | 'sharedAccount' | 'database'>,
  accountSid: string,
): Promise<CarrierAccount[]> {
  const shared = deps.sharedAccount()
  const owners = await deps.database.directory
    .selectFrom('directory.messagingAccounts')
    .where('accountSid', '=', accountSid)
    .select('tenantId')
    .limit(20)
    .execute()
  const own = await Promise.all(
    owners.map((owner) =>
      deps.database.inTenant(owner, async (tx) => {
        const row = await tx
          .selectFrom('messagingAccounts')
          .where('tenantId', '=', tx.tenantId)
          .where('accountSid', '=', accountSid)
          .select('id')
          .executeTakeFirst()
        return row ? accountOf(deps, tx, row.id) : null
      }),
    ),
  )
  return [shared?.accountSid === accountSid ? shared : null, ...own].filter((account) => account !== null)
}

const ownAccount = (tx: TenantTx) =>
  tx
    .selectFrom('messagingAccounts')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('updatedAt', 'desc')
    .select(['id', 'accountSid'])
    .executeTakeFirst()

export const getMessagingAccount = (deps: CarrierAccountDeps, actor: Actor): Promise<MessagingAccount> =>
  deps.inTenant(actor, async (tx) => {
    const own = await ownAccount(tx)
    if (own) return { source: 'tenant', accountSid: own.accountSid, hasAuthToken: true }
    // The environment's account belongs to whoever runs the server; a tenant only learns that there is one.
    return { source: deps.sharedAccount() ? 'environment' : 'none', accountSid: null, hasAuthToken: false }
  })

/** Uses the tenant's own carrier account, once the carrier has accepted it. The same account again replaces its token. */
export async function saveMessagingAccount(
  deps: CarrierAccountDeps,
  actor: Actor,
  account: CarrierAccount,
): Promise<MessagingAccount> {
  await deps.carrier.checkAccount(account).catch(refuseAccount)
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

/** A carrier's no about an account or a number, as an error for the person who asked. */
export function refuseAccount(error: unknown): never {
  if (!(error instanceof CarrierError)) throw error
  if (error.outcome === 'refused') throw new AppError('MessagingAccountRefused', { carrierCode: error.errorCode })
  throw new AppError('CarrierUnavailable')
}
