import type { DemoBusiness, DemoState } from '@frontdesk/contract/api'
import type { Role } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription } from '../subscription/index.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'

/** The business that shows the product: who signs in to it, and how it is made. */
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

/** Resets that are under way in this process; the sandbox, without which there is none, lives in one. */
const underWay = new WeakSet<object>()

/** Makes the demo business anew. Only what is marked as a demo account is ever taken away for it. */
export async function resetDemo(deps: DevAdminDeps, actor: Actor): Promise<DemoState> {
  const demo = await asDevAdmin(deps, actor, async () => deps.demo(), {
    action: 'demo.reset',
    subject: 'Demo business',
  })
  if (!demo || underWay.has(deps)) throw new AppError('DemoUnavailable')
  underWay.add(deps)
  try {
    const present = await listBusinesses(deps, demo)
    if (present.some(({ isDemo }) => !isDemo)) throw new AppError('DemoUnavailable')
    for (const { business } of present) await deps.eraseTenant(business.tenantId)
    await demo.make()
    const [made] = await listBusinesses(deps, demo)
    return { canReset: true, password: demo.password, business: made?.business ?? null }
  } finally {
    underWay.delete(deps)
  }
}

/** Every business that a demo login leads to. */
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
        const logins = users.map(({ role, ...user }) => ({ ...user, roleName: role as Role }))
        return { business: { tenantId, name, createdOnUtc: createdAt, logins }, isDemo: isDemoAccount }
      }),
    ),
  )
}
