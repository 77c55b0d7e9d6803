import type { SandboxContext } from '../platform/context.ts'
import { addBankAccount, addCard } from './cards.ts'
import { findSession } from './checkout.ts'
import { paySession } from './pay-session.ts'
import { noSuch } from './stripe-error.ts'

export interface TestPayment {
  kind: 'card' | 'bank'
  /** A test card, or a test bank account. */
  number: string
  authentication?: 'completed' | 'failed'
  name?: string | undefined
  email?: string | undefined
  wallet?: 'apple_pay' | 'google_pay' | undefined
}

/** Pays on the page of a Checkout Session without the page. */
export function payWithTestCard(
  context: SandboxContext,
  sessionId: string,
  { kind, authentication, ...details }: TestPayment,
) {
  const opened = findSession(context, sessionId)
  if (!opened) throw noSuch('checkout.session', sessionId, 'session')
  const { accountId } = opened
  const expYear = new Date(context.now()).getUTCFullYear() + 3
  return context.db.transaction(() => {
    const method =
      kind === 'bank'
        ? addBankAccount(context, accountId, details)
        : addCard(context, accountId, { ...details, expMonth: 12, expYear, cvc: '123' })
    return paySession(context, accountId, sessionId, { method, authentication })
  })
}
