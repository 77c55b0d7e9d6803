import type { SandboxContext } from '../platform/context.ts'
import { clockOf, DAY_MS } from './clock.ts'
import { PLATFORM } from './objects.ts'

/** Payouts are made at the next midnight (UTC) after money arrived in the balance. */
export function schedulePayout(context: SandboxContext, accountId: string): void {
  const account = context.stripe.find(PLATFORM, 'account', accountId)
  if (account?.settings?.payouts?.schedule.interval === 'manual') return
  const midnight = (Math.floor(clockOf(context, accountId) / DAY_MS) + 1) * DAY_MS
  context.stripe.schedule({ accountId, kind: 'payout-schedule', objectId: accountId, dueAt: midnight })
}
