import { AMOUNT_MAX, isChargeable, isOpenStage } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  findAccountId,
  findEnabledAccount,
  type ProviderAccount,
  ProviderError,
  syncObjectSpec,
} from '../payment-accounts/index.ts'
import {
  changeDocument,
  type DocumentRow,
  dueAmountOf,
  hasOpenDispute,
  lockDocumentById,
} from '../payment-documents/index.ts'
import { hasUnsettled } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { closeCheckoutsSpec } from './job-specs.ts'

/**
 * The provider requires half an hour.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
 */
const LIFETIME_MIN_MS = 30 * 60_000
const LIFETIME_MS = 60 * 60_000
/** Time to enter a card. A page that ends earlier is replaced. */
const LEFT_MS = 10 * 60_000
/** Two tabs at once: the second waits for the page that the first is creating. */
const WAITS = 20
const WAIT_MS = 250

/**
 * Codes for amounts outside the provider’s range. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const OUT_OF_RANGE = ['amount_too_small', 'amount_too_large']

export type CheckoutRow = Row<'paymentCheckouts'>

export const CheckoutRequest = z.object({
  title: z.string(),
  amount: z.int(),
  tipAmount: z.int(),
  tipTitle: z.string(),
  currency: z.string(),
  reference: z.object({ tenantId: z.uuid(), documentId: z.uuid(), rowId: z.uuid() }),
  returnUrl: z.string(),
  cancelUrl: z.string().optional(),
  keepsCard: z.boolean(),
  isCardOnly: z.boolean().default(false),
  language: z.enum(['en', 'es', 'fr']),
  expiresAt: z.int(),
})

export interface CheckoutStart {
  tenantId: string
  documentId: string
  tipAmount: number
  /** Address that the provider’s page redirects to after the payment. */
  returnUrl: string
  /** Address that it links back to without a payment; the same by default. */
  cancelUrl?: string
  /** Shown to the contact on the provider’s page. */
  title: string
  tipTitle: string
  language: 'en' | 'es' | 'fr'
  /** The wording that the contact agreed to, if they chose to keep the card: `cardConsent` in their language. */
  cardConsent: string | null
  /** When the page expires, for example with a hold. It is then not replaced, and takes no bank debits. */
  expiresAt?: string
}

/**
 * `expired`: past `expiresAt`. `not-enabled`: the business cannot take payments online, or not in this currency or of
 * this amount. `nothing-due`: paid, cancelled or replaced. `processing`: a payment has started and is not settled.
 * `unavailable`: the provider did not respond.
 */
export type CheckoutError = 'not-enabled' | 'nothing-due' | 'processing' | 'expired' | 'unavailable'
export type CheckoutOutcome = { url: string } | { error: CheckoutError }

/**
 * Returns the address of the provider’s page on which a contact pays what is due now. A document has at most one such
 * page: pressing the button again leads to the same, and a page for another amount is closed first. That someone comes
 * back from it proves nothing; the payment is recorded when the provider reports it.
 */
export async function startCheckout(deps: CardDeps, start: CheckoutStart): Promise<CheckoutOutcome> {
  const scope = { tenantId: start.tenantId }
  for (let waits = 0; waits < WAITS; waits++) {
    const plan = await deps.inTenant(scope, (tx) => planCheckout(deps, tx, start))
    if ('error' in plan) return plan
    if (plan.checkout.url !== null) return { url: plan.checkout.url }
    const account = deps.paymentProvider.account(plan.accountId)
    try {
      for (const checkout of plan.toClose) {
        const isPaid = await closeCheckout(deps, account, checkout)
        if (isPaid) return { error: 'processing' }
      }
      const created = await account.createCheckout(CheckoutRequest.parse(plan.checkout.request), keyOf(plan.checkout))
      const { id: sessionId, url } = created
      const opened = await deps.inTenant(scope, (tx) => storeOpened(tx, plan.checkout, { sessionId, url }))
      if (opened && url !== null) return { url }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'busy' && error.code !== '') await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      else {
        deps.log.warn({ err: error, documentId: start.documentId }, 'a payment page was not created')
        // The provider would return the same error for this key, so the next attempt needs another page.
        if (error.kind === 'refused' || error.kind === 'access-lost' || error.kind === 'failed')
          await deps.inTenant(scope, (tx) => setState(tx, plan.checkout, 'failed'))
        const isLasting = error.kind === 'access-lost' || OUT_OF_RANGE.includes(error.code)
        return { error: isLasting ? 'not-enabled' : 'unavailable' }
      }
    }
  }
  return { error: 'unavailable' }
}

/** The row is the key: the same request with it returns the same page. */
const keyOf = ({ id }: Pick<CheckoutRow, 'id'>) => `checkout:${id}`

type Plan = { error: CheckoutError } | { accountId: string; checkout: CheckoutRow; toClose: CheckoutRow[] }

async function planCheckout(deps: CardDeps, tx: TenantTx, start: CheckoutStart): Promise<Plan> {
  const document = await lockDocumentById(tx, start.documentId)
  const dueAmount = document?.kind === 'request' && isOpenStage(document.stage) ? dueAmountOf(document) : 0
  if (!document || dueAmount === 0 || (await hasOpenDispute(tx, document))) return { error: 'nothing-due' }
  const account = await findEnabledAccount(tx, deps.paymentProvider)
  if (!account || account.currency !== document.currency || !isChargeable(dueAmount, document.currency))
    return { error: 'not-enabled' }
  if ((await hasUnsettled(tx, document.id)) || (await hasLostCheckout(tx, document.id, account)))
    return { error: 'processing' }
  const tipAmount = Math.min(Math.max(0, start.tipAmount), AMOUNT_MAX - dueAmount)
  const open = await listUnfinished(tx, document.id)
  const same = open.find(
    ({ isClosing, ...checkout }) =>
      !isClosing &&
      Number(checkout.amount) === dueAmount &&
      Number(checkout.tipAmount) === tipAmount &&
      checkout.consentText === start.cardConsent &&
      isAfter(checkout.expiresAt, start.expiresAt === undefined ? shift(tx.now(), LEFT_MS) : tx.now()),
  )
  if (!same && start.expiresAt !== undefined && !isAfter(start.expiresAt, shift(tx.now(), LIFETIME_MIN_MS)))
    return { error: 'expired' }
  const toClose = open.filter((checkout) => checkout !== same)
  await markClosing(tx, toClose)
  const checkout =
    same ??
    (await insertCheckout(tx, document, { ...start, amount: dueAmount, tipAmount, accountId: account.accountId }))
  return { accountId: account.accountId, checkout, toClose }
}

/** Closes the pages of a document. Returns true if one was paid first; the payment is then read by a job. */
export async function closeCheckoutsOf(
  deps: CardDeps,
  scope: { tenantId: string },
  documentId: string,
): Promise<boolean> {
  const { accountId, open } = await deps.inTenant(scope, async (tx) => {
    const pages = await listUnfinished(tx, documentId)
    await markClosing(tx, pages)
    return { accountId: await findAccountId(tx), open: pages }
  })
  if (!accountId) return false
  let isPaid = false
  for (const page of open) if (await closeCheckout(deps, deps.paymentProvider.account(accountId), page)) isPaid = true
  return isPaid
}

/** States of pages on which a document may still be paid. */
export const UNFINISHED = ['creating', 'open'] as const

export const listUnfinished = (tx: TenantTx, documentId: string): Promise<CheckoutRow[]> =>
  tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .where('state', 'in', UNFINISHED)
    .orderBy('createdAt')
    .selectAll()
    .execute()

/** Whether a lost checkout of the reconnected account has not been recovered yet. */
const hasLostCheckout = async (
  tx: TenantTx,
  documentId: string,
  { accountId }: { accountId: string },
): Promise<boolean> =>
  (await tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .where('accountId', '=', accountId)
    .where('state', '=', 'lost')
    .select('id')
    .executeTakeFirst()) !== undefined

export async function markClosing(tx: TenantTx, checkouts: readonly CheckoutRow[]): Promise<void> {
  for (const { id } of checkouts)
    await tx
      .updateTable('paymentCheckouts')
      .set({ isClosing: true })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
}

function insertCheckout(
  tx: TenantTx,
  document: DocumentRow,
  {
    amount,
    tipAmount,
    title,
    tipTitle,
    returnUrl,
    cancelUrl,
    cardConsent,
    language,
    accountId,
    expiresAt: fixedEnd,
  }: CheckoutStart & { amount: number; accountId: string },
): Promise<CheckoutRow> {
  const id = newId()
  const { id: documentId, currency, bookingPart } = document
  const expiresAt = fixedEnd ?? shift(tx.now(), LIFETIME_MS)
  const request: z.input<typeof CheckoutRequest> = {
    ...{ title, tipTitle, amount, tipAmount, currency, returnUrl, language, keepsCard: cardConsent !== null },
    ...(cancelUrl !== undefined && { cancelUrl }),
    // A bank debit settles after days, and what is asked for at booking is due sooner.
    isCardOnly: fixedEnd !== undefined || bookingPart === 'deposit' || bookingPart === 'price',
    reference: { tenantId: tx.tenantId, documentId, rowId: id },
    expiresAt: Math.floor(Temporal.Instant.from(expiresAt).epochMilliseconds / 1000),
  }
  return tx
    .insertInto('paymentCheckouts')
    .values({
      ...{ tenantId: tx.tenantId, id, documentId, accountId, state: 'creating', amount, tipAmount, currency },
      ...{ request: JSON.stringify(request), consentText: cardConsent, expiresAt, createdAt: tx.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores a page that the provider created. False if it is to be closed already. */
async function storeOpened(
  tx: TenantTx,
  { id, documentId }: CheckoutRow,
  opened: { sessionId: string; url: string | null },
): Promise<boolean> {
  const document = await lockDocumentById(tx, documentId)
  const first = await tx
    .updateTable('paymentCheckouts')
    .set({ state: 'open', ...opened })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .returning('isClosing')
    .executeTakeFirst()
  if (first && document) await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, { activity: { kind: 'started' } })
  if (first?.isClosing) await enqueue(tx, closeCheckoutsSpec(tx.tenantId, documentId))
  return first?.isClosing !== true
}

const setState = (tx: TenantTx, { id }: Pick<CheckoutRow, 'id'>, state: CheckoutRow['state']) =>
  tx
    .updateTable('paymentCheckouts')
    .set({ state })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['creating', 'open'])
    .execute()

/**
 * Asks the provider to close a checkout page, so that nobody can pay on it. Returns whether it was already paid. If the
 * request that created the page got no response, it is repeated with the same key, which returns that page.
 */
export async function closeCheckout(
  { inTenant }: Pick<CardDeps, 'inTenant'>,
  account: ProviderAccount,
  checkout: CheckoutRow,
): Promise<boolean> {
  const sessionId =
    checkout.sessionId ??
    (await account
      .createCheckout(CheckoutRequest.parse(checkout.request), keyOf(checkout))
      .then(({ id }) => id, ifRefused))
  const session =
    sessionId === null
      ? null
      : await account.expireCheckout(sessionId).catch((error: unknown) => {
          // It is complete, or has expired already.
          if (error instanceof ProviderError && error.kind === 'refused') return account.findCheckout(sessionId)
          throw error
        })
  const isPaid = session?.state === 'completed'
  await inTenant(checkout, async (tx) => {
    if (sessionId !== null)
      await tx
        .updateTable('paymentCheckouts')
        .set({ sessionId })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', checkout.id)
        .execute()
    await setState(tx, checkout, isPaid ? 'completed' : 'expired')
    if (isPaid && session.intentId) await enqueue(tx, syncObjectSpec(tx.tenantId, 'payment', session.intentId))
  })
  return isPaid
}

/** The page cannot be created any more, because its time is over, or nobody has its address. */
const ifRefused = (error: unknown): null => {
  const isFinal = error instanceof ProviderError && ['refused', 'access-lost', 'failed'].includes(error.kind)
  if (isFinal) return null
  throw error
}
