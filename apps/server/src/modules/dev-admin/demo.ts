import type { DemoBusiness, DemoState } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription } from '../subscription/index.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'

/** The demo business: its logins and how to create it. */
export interface Demo {
  emails: readonly string[]
  password: string
  make: () => Promise<unknown>
}

export const getDemo = (deps: DevAdminDeps, actor: Actor): Promise<DemoState> =>
  asDevAdmin(deps, actor, async () => {
    const demo = deps.demo()
    const business = demo ? (await listBusinesses(deps, demo)).find(({ isDemo }) => isDemo) : undefined
    return { canReset: demo !== null, password: demo?.password ?? '', business: business?.business ?? null }
  })

/** Resets in progress. In memory, because the demo requires the sandbox, which runs in a single process. */
const inProgress = new WeakSet<object>()

/** Recreates the demo business. Only businesses marked as demo accounts are ever deleted for it. */
export async function resetDemo(deps: DevAdminDeps, actor: Actor): Promise<DemoState> {
  const demo = await asDevAdmin(deps, actor, async () => deps.demo(), {
    action: 'demo.reset',
    subject: 'Demo business',
  })
  if (!demo || inProgress.has(deps)) throw new AppError('DemoUnavailable')
  inProgress.add(deps)
  try {
    const existing = await listBusinesses(deps, demo)
    if (existing.some(({ isDemo }) => !isDemo)) throw new AppError('DemoUnavailable')
    for (const { business } of existing) await deps.eraseTenant(business.tenantId)
    await demo.make()
    const [created] = await listBusinesses(deps, demo)
    return { canReset: true, password: demo.password, business: created?.business ?? null }
  } finally {
    inProgress.delete(deps)
  }
}

/** Lists the businesses that the demo logins belong to. */
async function listBusinesses(
  { directory, inTenant, now }: DevAdminDeps,
  { emails }: Demo,
): Promise<{ business: DemoBusiness; isDemo: boolean }[]> {
  const memberships = await directory
    .selectFrom('directory.memberships')
    .innerJoin('directory.logins', 'directory.logins.id', 'directory.memberships.loginId')
    .where('directory.logins.email', 'in', emails)
    .select(['directory.memberships.tenantId', 'directory.memberships.userId'])
    .execute()
  return Promise.all(
    [...new Set(memberships.map(({ tenantId }) => tenantId))].map((tenantId) =>
      inTenant({ tenantId }, async (tx) => {
        const { name, createdAt } = await tx
          .selectFrom('tenants')
          .where('tenantId', '=', tx.tenantId)
          .select(['name', 'createdAt'])
          .executeTakeFirstOrThrow()
        const users = await tx
          .selectFrom('users')
          .where('tenantId', '=', tx.tenantId)
          .where(
            'id',
            'in',
            memberships.filter((membership) => membership.tenantId === tenantId).map(({ userId }) => userId),
          )
          .orderBy('createdAt')
          .select(['email', 'displayName', 'role'])
          .execute()
        const { isDemoAccount } = await findSubscription(tx, now())
        const logins = users.map(({ role, ...user }) => ({ ...user, roleName: role }))
        return { business: { tenantId, name, createdOnUtc: createdAt, logins }, isDemo: isDemoAccount }
      }),
    ),
  )
}
