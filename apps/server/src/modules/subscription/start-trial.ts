import { PLAN_TIERS, TRIAL_DAYS } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'

const DAY_MS = 24 * 60 * 60_000

/** Starts the trial of the Pro plan (docs/decisions/20261121T0805-a-trial-of-fourteen-days.md). */
export async function startTrial(tx: TenantTx, at: string): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      tenantId: tx.tenantId,
      status: 'trialing',
      subscriptionName: 'Trial',
      subscriptionRank: PLAN_TIERS.pro,
      currentPeriodEnd: shift(at, TRIAL_DAYS * DAY_MS),
      createdAt: at,
      changedAt: at,
    })
    .execute()
}
