import type { SandboxContext } from '../platform/context.ts'
import type { StripeDue } from '../store/stripe.ts'
import { saveRequirements } from './accounts.ts'
import { settleDebit } from './charge-payment.ts'
import { expireSession, settleSession } from './checkout.ts'
import { clockOf, setClock } from './clock.ts'
import { PLATFORM } from './objects.ts'
import { endPayout, makePayouts } from './payouts.ts'
import { endRefund } from './refunds.ts'
import { schedulePayout } from './schedule-payout.ts'

const POLL_MS = 1000

/** Runs due actions on the clocks of all accounts, once a second. */
export function createDueRunner(getContext: () => SandboxContext) {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      if (timer) return
      timer = setInterval(() => {
        const context = getContext()
        for (const accountId of context.stripe.accountsWithDue())
          runDueUntil(context, accountId, clockOf(context, accountId))
      }, POLL_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** Moves the clock of an account ahead, and does everything that is due on the way at its own time. */
export function moveClock(context: SandboxContext, accountId: string, milliseconds: number): void {
  const until = clockOf(context, accountId) + milliseconds
  runDueUntil(context, accountId, until)
  setClock(context, accountId, until)
}

function runDueUntil(context: SandboxContext, accountId: string, until: number): void {
  for (
    let [next] = context.stripe.due(accountId);
    next && next.dueAt <= until;
    [next] = context.stripe.due(accountId)
  ) {
    const due = next
    context.db.transaction(() => {
      context.stripe.unschedule(due)
      if (due.dueAt > clockOf(context, accountId)) setClock(context, accountId, due.dueAt)
      runDue(context, due)
    })
  }
}

function runDue(context: SandboxContext, { kind, accountId, objectId }: StripeDue): void {
  switch (kind) {
    case 'session': {
      const session = context.stripe.find(accountId, 'checkout.session', objectId)
      if (session?.status === 'open') expireSession(context, accountId, session)
      return
    }
    case 'debit':
      settleSession(context, accountId, settleDebit(context, accountId, objectId))
      return
    case 'refund':
      endRefund(context, accountId, objectId, context.stripe.memo(objectId).settlesAs ?? 'succeeded')
      return
    case 'payout-schedule':
      makePayouts(context, accountId)
      keepPayingOut(context, accountId)
      return
    case 'payout-arrival':
      endPayout(context, accountId, objectId, 'paid')
      return
    case 'deadline': {
      const account = context.stripe.find(PLATFORM, 'account', accountId)
      const { currently_due: due, current_deadline: deadline } = account?.requirements ?? {}
      if (account && due?.length && deadline) saveRequirements(context, account, due, deadline)
      return
    }
  }
}

/** Tries again at the next midnight while money is on its way. */
function keepPayingOut(context: SandboxContext, accountId: string): void {
  const isWaiting = context.stripe.list(accountId, 'balance_transaction', { equal: { status: 'pending' }, limit: 1 })
  if (isWaiting.length > 0) schedulePayout(context, accountId)
}
