import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { STRIPE_FAULT_KINDS } from '../store/stripe.ts'
import {
  completeRequirements,
  disconnectAccount,
  REQUIREMENT_GROUP_NAMES,
  reconnectAccount,
  restrictAccount,
} from '../stripe/accounts.ts'
import { readBalance } from '../stripe/balance.ts'
import { settleDebit } from '../stripe/charge-payment.ts'
import { settleSession } from '../stripe/checkout.ts'
import { clockOf } from '../stripe/clock.ts'
import { closeDispute, DISPUTE_REASONS, openDispute } from '../stripe/disputes.ts'
import { resendEvent } from '../stripe/emit-event.ts'
import { PLATFORM } from '../stripe/objects.ts'
import { payWithTestCard } from '../stripe/pay-with-test-card.ts'
import { endPayout, makePayouts } from '../stripe/payouts.ts'
import { endRefund } from '../stripe/refunds.ts'
import { moveClock } from '../stripe/run-due.ts'
import { StripeError } from '../stripe/stripe-error.ts'
import { ApiError } from './api-error.ts'
import { parse } from './parse.ts'

const AccountQuery = z.object({ limit: z.coerce.number().int().min(1).max(5000).default(50) })

const Completion = z
  .object({
    groups: z.array(z.enum(REQUIREMENT_GROUP_NAMES)).default(REQUIREMENT_GROUP_NAMES),
    bankLast4: z.string().length(4).optional(),
  })
  .strict()
const Restriction = z
  .object({
    fields: z.array(z.string()).min(1).default(['individual.verification.document']),
    /** Until the deadline; 0 or less: it has passed. */
    days: z.number().min(-365).max(365).default(7),
  })
  .strict()
const Clock = z
  .object({
    days: z.number().min(0).max(365).default(0),
    hours: z.number().min(0).max(24).default(0),
    minutes: z.number().min(0).max(60).default(0),
  })
  .strict()
const Payment = z
  .object({
    kind: z.enum(['card', 'bank']).default('card'),
    number: z.string().default('4242424242424242'),
    authentication: z.enum(['completed', 'failed']).default('completed'),
    name: z.string().optional(),
    email: z.email().optional(),
    wallet: z.enum(['apple_pay', 'google_pay']).optional(),
  })
  .strict()
const NewDispute = z.object({ reason: z.enum([...DISPUTE_REASONS, 'inquiry']).default('fraudulent') }).strict()
const NewFault = z
  .object({
    kind: z.enum(STRIPE_FAULT_KINDS),
    accountId: z.string().nullable().default(null),
    path: z.string().nullable().default(null),
    type: z.string().nullable().default(null),
    code: z.number().int().min(400).max(599).nullable().default(null),
    ms: z.number().int().min(0).max(600_000).nullable().default(null),
    times: z.number().int().min(1).max(1_000_000).nullable().default(1),
  })
  .strict()

interface Id {
  Params: { id: string }
}

/** Stripe as the card holder, the bank and the account’s owner move it. */
export function stripeRoutes(app: FastifyInstance, context: SandboxContext): void {
  const change = <Result>(work: () => Result): Result => {
    try {
      const result = context.db.transaction(work)
      context.events.publish(() => ({ type: 'stripe' }))
      return result
    } catch (error) {
      if (error instanceof StripeError)
        throw new ApiError(error.status, error.details.code ?? 'InvalidInput', error.message)
      throw error
    }
  }
  const ownerOf = (id: string): string => {
    const accountId = context.stripe.accountOf(id)
    if (accountId === undefined) throw new ApiError(404, 'NotFound', `No such object: ${id}`)
    return accountId
  }

  app.get('/stripe/accounts', async () => ({
    accounts: context.stripe.list(PLATFORM, 'account').map((account) => ({
      ...account,
      isDisconnected: context.stripe.memo(account.id).isDisconnected ?? false,
    })),
  }))

  app.get<Id>('/stripe/accounts/:id', async (request) => {
    const { id } = request.params
    const { limit } = parse(AccountQuery, request.query)
    const account = context.stripe.find(PLATFORM, 'account', id)
    if (!account) throw new ApiError(404, 'NotFound', `No such account: ${id}`)
    const list = (kind: 'charge' | 'refund' | 'dispute' | 'payout' | 'event' | 'checkout.session') =>
      context.stripe.list(id, kind, { limit })
    return {
      account,
      isDisconnected: context.stripe.memo(id).isDisconnected ?? false,
      now: new Date(clockOf(context, id)).toISOString(),
      balance: readBalance(context, id),
      charges: list('charge'),
      refunds: list('refund'),
      disputes: list('dispute'),
      payouts: list('payout'),
      sessions: list('checkout.session'),
      events: context.stripe.list(id, 'event', { limit }).map(({ id: eventId, type, created }) => ({
        id: eventId,
        type,
        created,
        deliveries: context.stripe.deliveriesOf(eventId).map(({ fault, state, statuses }) => ({
          fault,
          state,
          statuses: JSON.parse(statuses) as number[],
        })),
      })),
    }
  })

  app.post<Id>('/stripe/accounts/:id/complete', async (request) => {
    const { groups, bankLast4 } = parse(Completion, request.body)
    const { id } = request.params
    return change(() => completeRequirements(context, id, { groups, ...(bankLast4 && { bankLast4 }) }))
  })
  app.post<Id>('/stripe/accounts/:id/restrict', async (request) => {
    const restriction = parse(Restriction, request.body)
    return change(() => restrictAccount(context, request.params.id, restriction))
  })
  app.post<Id>('/stripe/accounts/:id/disconnect', async (request, reply) => {
    change(() => disconnectAccount(context, request.params.id))
    return reply.code(204).send()
  })
  app.post<Id>('/stripe/accounts/:id/reconnect', async (request, reply) => {
    change(() => reconnectAccount(context, request.params.id))
    return reply.code(204).send()
  })
  /** Each account has a clock of its own, which only goes ahead. */
  app.post<Id>('/stripe/accounts/:id/clock', async (request) => {
    const { days, hours, minutes } = parse(Clock, request.body)
    ownerOf(request.params.id)
    change(() => moveClock(context, request.params.id, ((days * 24 + hours) * 60 + minutes) * 60_000))
    return { now: new Date(clockOf(context, request.params.id)).toISOString() }
  })
  /** Pays out the whole balance, pending money too. */
  app.post<Id>('/stripe/accounts/:id/payouts', async (request) => {
    ownerOf(request.params.id)
    return { payouts: change(() => makePayouts(context, request.params.id, { isForced: true })) }
  })

  app.post<Id>('/stripe/sessions/:id/pay', async (request) => {
    const payment = parse(Payment, request.body)
    const paid = change(() => payWithTestCard(context, request.params.id, payment))
    const error = paid.error?.toJSON().error ?? null
    if ('setup' in paid) return { status: paid.setup.status, error }
    return { status: paid.intent.status, paymentIntent: paid.intent.id, error }
  })
  /** A bank debit arrives or is returned, before its time. */
  app.post<Id>('/stripe/payment-intents/:id/settle', async (request) => {
    const { outcome } = parse(z.object({ outcome: z.enum(['succeeds', 'fails']).optional() }), request.body)
    const accountId = ownerOf(request.params.id)
    return change(() => {
      const intent = settleDebit(context, accountId, request.params.id, outcome)
      settleSession(context, accountId, intent)
      return intent
    })
  })
  app.post<Id>('/stripe/charges/:id/dispute', async (request) => {
    const { reason } = parse(NewDispute, request.body)
    return change(() => openDispute(context, ownerOf(request.params.id), request.params.id, reason))
  })
  app.post<Id>('/stripe/disputes/:id/close', async (request) => {
    const { outcome } = parse(z.object({ outcome: z.enum(['won', 'lost']) }), request.body)
    return change(() => closeDispute(context, ownerOf(request.params.id), request.params.id, outcome))
  })
  app.post<Id>('/stripe/refunds/:id/end', async (request) => {
    const { status } = parse(
      z.object({ status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']) }),
      request.body,
    )
    return change(() => endRefund(context, ownerOf(request.params.id), request.params.id, status))
  })
  app.post<Id>('/stripe/payouts/:id/end', async (request) => {
    const { status } = parse(z.object({ status: z.enum(['paid', 'failed']) }), request.body)
    return change(() => endPayout(context, ownerOf(request.params.id), request.params.id, status))
  })
  app.post<Id>('/stripe/events/:id/resend', async (request, reply) => {
    ownerOf(request.params.id)
    change(() => resendEvent(context, request.params.id))
    return reply.code(204).send()
  })

  app.get('/stripe/faults', async () => ({ faults: context.stripe.faults() }))
  app.post('/stripe/faults', async (request, reply) => {
    const fault = parse(NewFault, request.body)
    return reply.code(201).send(change(() => context.stripe.addFault(fault)))
  })
  app.delete('/stripe/faults', async (_request, reply) => {
    change(() => context.stripe.clearFaults())
    return reply.code(204).send()
  })
  app.delete<Id>('/stripe/faults/:id', async (request, reply) => {
    change(() => context.stripe.removeFault(Number(request.params.id)))
    return reply.code(204).send()
  })
}
