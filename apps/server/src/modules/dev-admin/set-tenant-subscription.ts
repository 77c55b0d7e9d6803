import type { Subscription, SubscriptionChange } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription, setSubscription } from '../subscription/index.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'

/** Changes the subscription of a business. Recorded in that business's audit log as well. */
export async function setTenantSubscription(
  deps: DevAdminDeps,
  actor: Actor,
  { tenantID, ...change }: SubscriptionChange & { tenantID: string },
): Promise<Subscription> {
  await asDevAdmin(
    deps,
    actor,
    async (tx) => {
      const membership = await tx
        .selectFrom('directory.memberships')
        .where('tenantId', '=', tenantID)
        .select('tenantId')
        .executeTakeFirst()
      if (!membership) throw new AppError('NotFound')
    },
    { action: 'subscription.changed', subject: tenantID },
  )
  return deps.inTenant({ tenantId: tenantID }, async (tx) => {
    const at = deps.now()
    await setSubscription(deps, tx, change, at)
    return findSubscription(tx, at)
  })
}
