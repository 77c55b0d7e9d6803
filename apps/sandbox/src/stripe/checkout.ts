import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { secondsOf } from './clock.ts'
import { createSession, NewSession } from './create-session.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { PLATFORM } from './objects.ts'
import { Created, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'
import { invalidRequest } from './stripe-error.ts'

export const checkoutRoutes: StripeRoute[] = [
  route('POST', '/checkout/sessions', NewSession, (call) => createSession(call, call.input)),
  route(
    'GET',
    '/checkout/sessions',
    z.strictObject({
      ...Page,
      ...Created,
      customer: Text.optional(),
      payment_intent: Text.optional(),
      status: Text.optional(),
    }),
    (call) =>
      listObjects(call, 'checkout.session', '/v1/checkout/sessions', call.input, {
        equal: {
          customer: call.input.customer,
          payment_intent: call.input.payment_intent,
          status: call.input.status,
        },
        ranges: { created: call.input.created },
      }),
  ),
  route('GET', '/checkout/sessions/:id', z.strictObject({}), (call) =>
    access(call, 'checkout.session', call.path('id'), 'session'),
  ),
  route('GET', '/checkout/sessions/:id/line_items', z.strictObject(Page), (call) => {
    const { id } = access(call, 'checkout.session', call.path('id'), 'session')
    return {
      object: 'list',
      url: `/v1/checkout/sessions/${id}/line_items`,
      has_more: false,
      data: call.context.stripe.memo(id).lineItems ?? [],
    }
  }),
  route('POST', '/checkout/sessions/:id/expire', z.strictObject({}), (call) => {
    const session = access(call, 'checkout.session', call.path('id'), 'session')
    if (session.status !== 'open')
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}`,
      )
    return expireSession(call.context, call.accountId, session)
  }),
]

export function expireSession(
  context: SandboxContext,
  accountId: string,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  context.stripe.unschedule({ accountId, kind: 'session', objectId: session.id })
  const intent = context.stripe.find(accountId, 'payment_intent', String(session.payment_intent))
  if (intent && intent.status !== 'succeeded' && intent.status !== 'processing')
    changeObject<'payment_intent'>(
      context,
      accountId,
      intent,
      {
        status: 'canceled',
        canceled_at: secondsOf(context, accountId),
        cancellation_reason: 'expired' as Stripe.PaymentIntent.CancellationReason,
        next_action: null,
      },
      'payment_intent.canceled',
    )
  return changeObject<'checkout.session'>(
    context,
    accountId,
    session,
    { status: 'expired', url: null },
    'checkout.session.expired',
  )
}

/** Emits the outcome of a payment that was still processing when its session completed. */
export function settleSession(context: SandboxContext, accountId: string, intent: Stripe.PaymentIntent): void {
  const [session] = context.stripe.list(accountId, 'checkout.session', {
    equal: { payment_intent: intent.id },
    limit: 1,
  })
  if (session?.status !== 'complete') return
  if (intent.status === 'succeeded')
    changeObject<'checkout.session'>(
      context,
      accountId,
      session,
      { payment_status: 'paid' },
      'checkout.session.async_payment_succeeded',
    )
  else emitEvent(context, accountId, 'checkout.session.async_payment_failed', session)
}

/** The session of an address, whichever account it belongs to. */
export function findSession(context: SandboxContext, id: string) {
  const accountId = context.stripe.accountOf(id)
  const session = accountId === undefined ? undefined : context.stripe.find(accountId, 'checkout.session', id)
  if (!session || accountId === undefined) return undefined
  return { accountId, session, account: context.stripe.find(PLATFORM, 'account', accountId) }
}
