import { paymentFailure } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  findAccountId,
  isOutcomeUnknown,
  type ProviderAccount,
  ProviderError,
  type RemotePayment,
} from '../payment-accounts/index.ts'
import { announcePayment, changeDocument, dueAmountOf, lockDocumentById } from '../payment-documents/index.ts'
import { applyPayments } from './apply-payments.ts'
import type { CardRow } from './card-rows.ts'
import {
  findCharge,
  findPaymentRow,
  hasUnsettled,
  markUnknown,
  type PaymentRow,
  setCharge,
  setPayment,
} from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { CHARGE_CARD, sendPaymentTextSpec } from './job-specs.ts'
import { closeCheckout, listUnfinished, markClosing } from './start-checkout.ts'
import { KEY_MS } from './submit-refund.job.ts'

interface Plan {
  payment: PaymentRow
  card: CardRow
  accountId: string
  description: string
  key: string
  /** An earlier attempt may have had its effect. */
  isRepeated: boolean
}

/**
 * Has the provider charge a card on file. Before it repeats the request it looks whether the provider has the payment.
 */
export const chargeCardJob = defineJob({
  name: CHARGE_CARD,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid() }),
  run: async (deps: CardDeps, { tenantId, paymentId }) => {
    const scope = { tenantId }
    const paid = await closePages(deps, scope, paymentId)
    if (paid) return failCharge(deps, scope, paymentId, PAID_ONLINE)
    const plan = await deps.inTenant(scope, (tx) => planCharge(tx, paymentId))
    if (plan === null) return
    if ('code' in plan) return failCharge(deps, scope, paymentId, plan)
    const account = deps.paymentProvider.account(plan.accountId)
    let isLookedUp = !plan.isRepeated
    try {
      const { card, payment } = plan
      const earlier = plan.isRepeated ? await account.findChargeOf(card.customerId, payment.id) : null
      isLookedUp = true
      const refusal =
        earlier || !plan.isRepeated ? null : await deps.inTenant(scope, (tx) => findRefusal(tx, payment, card.id))
      if (refusal) return await failCharge(deps, scope, paymentId, refusal)
      const remote = earlier ?? (await charge(account, plan))
      await deps.inTenant(scope, (tx) => applyPayments(deps, tx, [remote]))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'declined' && error.intentId) {
        const declined = await account.findPayment(error.intentId)
        await deps.inTenant(scope, (tx) => applyPayments(deps, tx, [declined]))
      } else if (error.kind !== 'busy' && !isOutcomeUnknown(error) && isLookedUp)
        await failCharge(deps, scope, paymentId, { code: error.code, reason: error.reason })
      else {
        await deps.inTenant(scope, async (tx) => {
          // Also if an earlier attempt cannot be looked up now.
          if (error.kind !== 'busy') await markUnknown(tx, paymentId)
          // The provider would repeat its error for this key.
          if (error.kind === 'failed') await setCharge(tx, paymentId, { requestKey: `charge:${paymentId}:${newId()}` })
        })
        throw error
      }
    }
  },
})

function charge(account: ProviderAccount, { payment, card, description, key }: Plan): Promise<RemotePayment> {
  const { tenantId, id: rowId, documentId, currency } = payment
  const amount = Number(payment.amount) + Number(payment.tipAmount)
  const { customerId, methodId } = card
  const reference = { tenantId, documentId, rowId }
  return account.chargeCard({ amount, currency, description, customerId, methodId, reference }, key)
}

/**
 * Closes the provider’s pages for a document before its card is charged, so that it is not paid twice. Returns whether
 * someone has paid on one. While the charge is not settled, no page can be opened.
 */
async function closePages(deps: CardDeps, scope: { tenantId: string }, paymentId: string): Promise<boolean> {
  const closing = await deps.inTenant(scope, async (tx) => {
    const payment = await findPaymentRow(tx, paymentId)
    const pending = payment?.state === 'processing' || payment?.state === 'unknown' ? payment : null
    const accountId = await findAccountId(tx)
    if (!pending || !accountId || (await findCharge(tx, paymentId))?.requestKey) return null
    await lockDocumentById(tx, pending.documentId)
    const pages = await listUnfinished(tx, pending.documentId)
    await markClosing(tx, pages)
    return { accountId, pages }
  })
  if (!closing) return false
  const account = deps.paymentProvider.account(closing.accountId)
  let isPaid = false
  for (const page of closing.pages) if (await closeCheckout(deps, account, page)) isPaid = true
  return isPaid
}

interface Refusal {
  code: string
  reason: string
}

const CARD_REMOVED: Refusal = { code: 'card_removed', reason: 'The card was removed.' }
const PAID_ONLINE: Refusal = { code: 'paid_online', reason: 'It was paid online in the meantime.' }

/** Why a charge that was asked for is not made any more. Read under the lock of the document. */
async function findRefusal(
  tx: TenantTx,
  { documentId, amount }: Pick<PaymentRow, 'documentId' | 'amount'>,
  cardId: string,
): Promise<Refusal | null> {
  const document = await lockDocumentById(tx, documentId)
  if (!document || dueAmountOf(document) < Number(amount)) return { code: 'not_due', reason: 'It is not due any more.' }
  const { removedAt } = await findCardRow(tx, cardId)
  return removedAt === null ? null : CARD_REMOVED
}

const findCardRow = (tx: TenantTx, id: string): Promise<CardRow> =>
  tx
    .selectFrom('paymentCards')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()

async function planCharge(tx: TenantTx, paymentId: string): Promise<Plan | Refusal | null> {
  const unlocked = await findPaymentRow(tx, paymentId)
  const document = unlocked && (await lockDocumentById(tx, unlocked.documentId))
  const payment = await findPaymentRow(tx, paymentId)
  const charge = await findCharge(tx, paymentId)
  if (!payment || !document || !charge?.cardId || charge.intentId !== null) return null
  if (payment.state !== 'processing' && payment.state !== 'unknown') return null
  const card = await findCardRow(tx, charge.cardId)
  const accountId = await findAccountId(tx)
  const isRepeated = charge.requestKey !== null
  if (!accountId && isRepeated) {
    // An earlier attempt may have had its effect, which nobody can tell without the account.
    await markUnknown(tx, paymentId)
    return null
  }
  // An earlier attempt is looked up first.
  const refusal = isRepeated ? null : await findRefusal(tx, payment, charge.cardId)
  if (!accountId || refusal) return refusal ?? CARD_REMOVED
  const isKept = charge.requestedAt !== null && isAfter(charge.requestedAt, shift(tx.now(), -KEY_MS))
  const key =
    charge.requestKey === null ? `charge:${paymentId}` : isKept ? charge.requestKey : `charge:${paymentId}:${newId()}`
  const isNew = key !== charge.requestKey || charge.requestedAt === null
  await setCharge(tx, paymentId, { requestKey: key, ...(isNew && { requestedAt: tx.now() }) })
  return { payment, card, accountId, description: document.invoiceNumber, key, isRepeated }
}

/** The provider never took the charge. */
async function failCharge(
  deps: CardDeps,
  scope: { tenantId: string },
  paymentId: string,
  { code, reason }: Refusal,
): Promise<void> {
  await deps.inTenant(scope, async (tx) => {
    const unlocked = await findPaymentRow(tx, paymentId)
    const document = unlocked && (await lockDocumentById(tx, unlocked.documentId))
    const payment = await findPaymentRow(tx, paymentId)
    if (!document || (payment?.state !== 'processing' && payment?.state !== 'unknown')) return
    await setPayment(tx, paymentId, { state: 'failed' })
    await setCharge(tx, paymentId, { failureCode: code, failureReason: reason })
    const amount = Number(payment.amount) + Number(payment.tipAmount)
    const after = await changeDocument(tx, { userId: payment.recordedByUserId }, document, {
      activity: { kind: 'failed', amount, method: 'card', failureCode: code, note: paymentFailure(code) ? '' : reason },
      attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
    })
    await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'failed', amount })
    if (code !== PAID_ONLINE.code) await enqueue(tx, sendPaymentTextSpec(tx.tenantId, { paymentId, kind: 'retry' }))
  })
}
