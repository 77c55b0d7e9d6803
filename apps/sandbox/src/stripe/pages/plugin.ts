import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../../platform/context.ts'
import { completeRequirements, REQUIREMENT_GROUPS, type RequirementGroup } from '../accounts.ts'
import { addBankAccount, addCard } from '../cards.ts'
import { findSession } from '../checkout.ts'
import { formatAmount } from '../currencies.ts'
import { PLATFORM } from '../objects.ts'
import { paySession } from '../pay-session.ts'
import { StripeError } from '../stripe-error.ts'
import { authenticationPage, checkoutPage } from './checkout-page.ts'
import { escapeHtml, message, page } from './layout.ts'
import { setupPage } from './setup-page.ts'

/** An opened onboarding page can be submitted for this long. */
const SETUP_MS = 3_600_000

const Fields = z.record(z.string(), z.string())
const SetupForm = z.object({
  group: z.union([z.string(), z.array(z.string())]).default([]),
  bank: z.string().default(''),
})

/** Pages of Stripe that people see: Checkout, onboarding, receipts. */
export const stripePages = (context: SandboxContext) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  const send = (reply: FastifyReply, html: string, { status = 200, targets = [] as (string | null)[] } = {}) => {
    // Answers lead back to the product, which may have another origin.
    const origins = targets.flatMap((target) => URL.parse(target ?? '')?.origin ?? [])
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${[...new Set(origins)].join(' ')}`,
      })
      .send(html)
  }
  const gone = (reply: FastifyReply) =>
    send(reply, message('This link is not valid', 'It was used before, or it has expired.'), { status: 404 })

  const showSession = (reply: FastifyReply, id: string, values: Record<string, string>, error?: string) => {
    const opened = findSession(context, id)
    if (!opened) return gone(reply)
    const { session, account } = opened
    if (session.status !== 'open') {
      const text = session.status === 'complete' ? 'It is complete. Thank you.' : 'It has expired. Ask for a new link.'
      return send(reply, message('This page is closed', text), { status: 410 })
    }
    return send(
      reply,
      checkoutPage({
        session,
        businessName: account?.business_profile?.name ?? 'the business',
        lineItems: context.stripe.memo(id).lineItems ?? [],
        action: `${app.prefix}/pay/${id}`,
        values,
        ...(error !== undefined && { error }),
      }),
      { targets: [session.success_url] },
    )
  }

  app.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) =>
    showSession(reply, request.params.id, Fields.parse(request.query)),
  )

  app.post<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const { id } = request.params
    const values = Fields.parse(Object.fromEntries(new URLSearchParams(String(request.body ?? ''))))
    const opened = findSession(context, id)
    if (opened?.session.status !== 'open') return showSession(reply, id, values)
    const { accountId, session, account } = opened
    try {
      const { result, method } = context.db.transaction(() => payWithForm(context, accountId, id, values))
      if (result.error) return showSession(reply, id, values, result.error.message)
      if ('intent' in result && result.intent.status === 'requires_action')
        return send(
          reply,
          authenticationPage(`${app.prefix}/pay/${id}`, method.id, account?.business_profile?.name ?? 'the business'),
          { targets: [session.success_url] },
        )
      return reply.redirect((session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id), 303)
    } catch (error) {
      if (error instanceof StripeError) return showSession(reply, id, values, error.message)
      throw error
    }
  })

  app.get<{ Params: { token: string } }>('/setup/:token', async (request, reply) => {
    const link = context.stripe.findLink(request.params.token)
    if (!link) return gone(reply)
    // A link opens once; Stripe then sends people to where they get another one.
    const isValid = link.expiresAt > context.now() && context.stripe.openLink(link.token, context.now())
    const account = context.stripe.find(PLATFORM, 'account', link.accountId)
    if (!isValid || !account) return reply.redirect(link.refreshUrl, 303)
    return send(reply, setupPage(account, `${app.prefix}/setup/${link.token}`), { targets: [link.returnUrl] })
  })

  app.post<{ Params: { token: string } }>('/setup/:token', async (request, reply) => {
    const link = context.stripe.findLink(request.params.token)
    const isOpen = link?.openedAt && link.openedAt + SETUP_MS > context.now()
    if (!link || !isOpen || !context.stripe.submitLink(link.token, context.now())) return gone(reply)
    const form = new URLSearchParams(String(request.body ?? ''))
    const { group, bank } = SetupForm.parse({ group: form.getAll('group'), bank: form.get('bank') ?? '' })
    const groups = [group].flat().filter((name): name is RequirementGroup => name in REQUIREMENT_GROUPS)
    context.db.transaction(() =>
      completeRequirements(context, link.accountId, {
        groups,
        ...(/^\d{4,17}$/.test(bank) && { bankLast4: bank.slice(-4) }),
      }),
    )
    return reply.redirect(link.returnUrl, 303)
  })

  app.get<{ Params: { id: string } }>('/receipt/:id', async (request, reply) => {
    const { id } = request.params
    const charge = context.stripe.find(context.stripe.accountOf(id) ?? '', 'charge', id)
    if (!charge) return gone(reply)
    const refunded =
      charge.amount_refunded > 0 ? `<p>Refunded: ${formatAmount(charge.amount_refunded, charge.currency)}</p>` : ''
    const paid = `${formatAmount(charge.amount, charge.currency)}, ${new Date(charge.created * 1000).toUTCString()}`
    return send(
      reply,
      page('Receipt', `<div class="consent-card"><h1>Receipt</h1><p>${escapeHtml(paid)}</p>${refunded}</div>`),
    )
  })
}

function payWithForm(context: SandboxContext, accountId: string, id: string, values: Record<string, string>) {
  if (values.kind === 'authentication') {
    const method = context.stripe.find(accountId, 'payment_method', values.method ?? '')
    if (!method) throw new StripeError(400, 'invalid_request_error', 'Enter the card again.')
    const authentication = values.decision === 'completed' ? ('completed' as const) : ('failed' as const)
    return { method, result: paySession(context, accountId, id, { method, authentication }) }
  }
  const { number = '', name, email } = values
  const [month = '', year = ''] = (values.expiry ?? '').split('/').map((part) => part.trim())
  const person = { name: name || undefined, email: email || undefined }
  const wallet = values.wallet === 'apple_pay' || values.wallet === 'google_pay' ? values.wallet : undefined
  const method =
    values.kind === 'bank'
      ? addBankAccount(context, accountId, { number, ...person })
      : addCard(context, accountId, {
          number,
          expMonth: Number(month),
          expYear: 2000 + (Number(year) % 100),
          cvc: values.cvc ?? '',
          wallet,
          ...person,
        })
  return { method, result: paySession(context, accountId, id, { method }) }
}
