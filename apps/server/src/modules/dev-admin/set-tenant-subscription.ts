import type { Subscription, SubscriptionChange } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription, setSubscription } from '../subscription/index.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'

/** Gives a business another subscription. The business reads of it in its own audit log too. */
export async function setTenantSubscription(
  deps: DevAdminDeps,
  actor: Actor,
  { tenantID, ...change }: SubscriptionChange & { tenantID: string },
): Promise<Subscription> {
  await asDevAdmin(
    deps,
    actor,
    async (tx) => {
      const known = await tx
        .selectFrom('directory.memberships')
        .where('tenantId', '=', tenantID)
        .select('tenantId')
        .executeTakeFirst()
      if (!known) throw new AppError('NotFound')
    },
    { action: 'subscription.changed', subject: tenantID },
  )
  return deps.inTenant({ tenantId: tenantID }, async (tx) => {
    const at = deps.now()
    await setSubscription(deps, tx, change, at)
    return findSubscription(tx, at)
  })
}
