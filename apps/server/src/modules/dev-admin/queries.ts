import type { AppVersion, PlannedMaintenance, TenantSummary } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { TZDATA_VERSION } from '../../platform/clock.ts'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import { findPromoBanner } from '../notices/index.ts'
import { findSubscription } from '../subscription/index.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'

const PAGE = 25

export const getNotices = (deps: DevAdminDeps, actor: Actor) =>
  asDevAdmin(deps, actor, async (tx) => {
    const [versions, maintenances, promoBanner] = await Promise.all([
      listVersions(tx),
      listMaintenances(tx),
      findPromoBanner(tx),
    ])
    return { versions, maintenances, promoBanner, tzdataVersion: TZDATA_VERSION }
  })

const listVersions = (tx: TenantTx): Promise<AppVersion[]> =>
  tx.selectFrom('directory.appVersions').orderBy('createdAt', 'desc').selectAll().limit(100).execute()

async function listMaintenances(tx: TenantTx): Promise<PlannedMaintenance[]> {
  const rows = await tx
    .selectFrom('directory.maintenances')
    .orderBy('startsAt', 'desc')
    .select(['id', 'startsAt', 'endsAt', 'message', 'isShown', 'tenantIds'])
    .limit(100)
    .execute()
  // Renamed here: as a column alias it would come back as `tenantIds`.
  return rows.map(({ tenantIds, ...row }) => ({ ...row, tenantIDs: tenantIds }))
}

/** Lists businesses, newest first, or those of one login. Each is read in its own tenant transaction. */
export async function listTenants(
  deps: DevAdminDeps,
  actor: Actor,
  { login, before }: { login: string; before?: string | undefined },
): Promise<{ tenants: TenantSummary[]; hasMore: boolean }> {
  const ids = await asDevAdmin(deps, actor, (tx) =>
    tx
      .selectFrom('directory.memberships')
      .innerJoin('directory.logins', 'directory.logins.id', 'directory.memberships.loginId')
      .$if(login !== '', (query) => query.where('directory.logins.email', '=', login))
      .$if(before !== undefined, (query) => query.where('directory.memberships.tenantId', '<', before ?? ''))
      .distinct()
      .orderBy('directory.memberships.tenantId', 'desc')
      .select('directory.memberships.tenantId')
      .limit(PAGE + 1)
      .execute(),
  )
  const page = ids.slice(0, PAGE)
  const tenants = await Promise.all(page.map(({ tenantId }) => summarize(deps, tenantId)))
  return { tenants, hasMore: ids.length > PAGE }
}

const summarize = ({ inTenant, now }: { inTenant: InTenant; now: () => string }, tenantId: string) =>
  inTenant({ tenantId }, async (tx): Promise<TenantSummary> => {
    const count = async (table: 'users' | 'phoneNumbers') => {
      const { count } = await tx
        .selectFrom(table)
        .where('tenantId', '=', tx.tenantId)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const [tenant, owner, teammates, phoneNumbers, subscription] = await Promise.all([
      tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('name').executeTakeFirst(),
      tx
        .selectFrom('users')
        .where('tenantId', '=', tx.tenantId)
        .where('role', '=', 'Owner')
        .orderBy('createdAt')
        .select('email')
        .executeTakeFirst(),
      count('users'),
      count('phoneNumbers'),
      findSubscription(tx, now()),
    ])
    return {
      tenantId,
      name: tenant?.name ?? '',
      ownerEmail: owner?.email ?? null,
      teammates,
      phoneNumbers,
      subscription,
    }
  })
