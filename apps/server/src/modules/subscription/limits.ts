import type { PlanLimits } from '@frontdesk/contract/api'
import { isOnTrial, limitsFor, type TrialGated } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription, isDevAdmin } from './queries.ts'

/** Throws unless the subscription allows one more; `used` is the current count. */
export async function assertWithinPlan(tx: TenantTx, what: keyof PlanLimits, used: number, now: string): Promise<void> {
  const limit = limitsFor(await findSubscription(tx, now))[what]
  if (limit !== null && used >= limit) throw new AppError('PlanLimitReached', { what, limit })
}

/**
 * Throws for features that a trial does not include. The web shows its upgrade dialog instead of sending the request.
 */
export async function assertNotOnTrial(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'>,
  feature: TrialGated,
  now: string,
): Promise<void> {
  const subscription = await findSubscription(tx, now)
  if (isOnTrial(subscription, false) && isOnTrial(subscription, await isDevAdmin(tx, actor))) {
    throw new AppError('NotInTrial', { feature })
  }
}
