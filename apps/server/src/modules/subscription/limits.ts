import type { PlanLimits } from '@frontdesk/contract/api'
import { isOnTrial, limitsFor, type TrialGated } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription, isDevAdmin } from './queries.ts'

/** Refuses what would be one more than the subscription includes; `used` is how many there are. */
export async function mustIncludeOneMore(
  tx: TenantTx,
  what: keyof PlanLimits,
  used: number,
  now: string,
): Promise<void> {
  const limit = limitsFor(await findSubscription(tx, now))[what]
  if (limit !== null && used >= limit) throw new AppError('PlanLimitReached', { what, limit })
}

/** Refuses what a trial does not include (spec section 4); the web shows its upgrade dialog before it asks. */
export async function mustNotBeOnTrial(
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
