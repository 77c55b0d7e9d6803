import type { SandboxContext } from '../platform/context.ts'

export const DAY_MS = 86_400_000

/** Time of an account in milliseconds: each account’s clock can be moved ahead on its own. */
export const clockOf = (context: SandboxContext, accountId: string): number =>
  context.now() + (context.stripe.memo(accountId).clockOffset ?? 0)

/** The same in seconds, as objects state it. */
export const secondsOf = (context: SandboxContext, accountId: string): number =>
  Math.floor(clockOf(context, accountId) / 1000)

export function setClock(context: SandboxContext, accountId: string, time: number): void {
  const memo = context.stripe.memo(accountId)
  context.stripe.saveMemo(accountId, { ...memo, clockOffset: Math.max(time - context.now(), memo.clockOffset ?? 0) })
}

/** Begins the time of a new account in the past. */
export function setClockBack(context: SandboxContext, accountId: string, days: number): void {
  context.stripe.saveMemo(accountId, { ...context.stripe.memo(accountId), clockOffset: -days * DAY_MS })
}
