import { limitsFor, type PlanLimits } from '@frontdesk/contract'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findSubscription } from './queries.ts'

/** Refuses what would be one more than the subscription includes; `used` is how many there are. */
export async function mustIncludeOneMore(
  tx: TenantTx,
  what: keyof PlanLimits,
  used: number,
  now: string,
): Promise<void> {
  const limit = limitsFor(await findSubscription(tx, now))[what]
  if (used >= limit) throw new AppError('PlanLimitReached', { what, limit })
}
