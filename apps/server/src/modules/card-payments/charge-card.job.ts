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
import { announcePayment, changeDocument, lockDocumentById } from '../payment-documents/index.ts'
import { applyPayment } from './apply-payment.ts'
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
import { type CardDeps, NO_TEAMMATE } from './deps.ts'
import { CHARGE_CARD, sendPaymentTextSpec } from './job-specs.ts'
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

/** Has the provider charge a card on file. Before it repeats the request it looks whether the provider has the payment. */
export const chargeCardJob = defineJob({
  name: CHARGE_CARD,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid() }),
  run: async (deps: CardDeps, { tenantId, paymentId }) => {
    const scope = { tenantId }
    const plan = await deps.inTenant(scope, (tx) => planCharge(tx, paymentId))
    if (plan === null) return
    if ('code' in plan) return failCharge(deps, scope, paymentId, plan)
    const account = deps.paymentProvider.account(plan.accountId)
    try {
      const remote = await findOrCharge(account, plan)
      await deps.inTenant(scope, (tx) => applyPayment(deps, tx, remote))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'declined' && error.intentId) {
        const declined = await account.findPayment(error.intentId)
        await deps.inTenant(scope, (tx) => applyPayment(deps, tx, declined))
      } else if (error.kind !== 'busy' && !isOutcomeUnknown(error))
        await failCharge(deps, scope, paymentId, { code: error.code, reason: error.reason })
      else {
        await deps.inTenant(scope, async (tx) => {
          if (isOutcomeUnknown(error)) await markUnknown(tx, paymentId)
          // The provider would repeat its error for this key.
          if (error.kind === 'failed') await setCharge(tx, paymentId, { requestKey: `charge:${paymentId}:${newId()}` })
        })
        throw error
      }
    }
  },
})

async function findOrCharge(
  account: ProviderAccount,
  { payment, card, description, key, isRepeated }: Plan,
): Promise<RemotePayment> {
  const { tenantId, id: rowId, documentId, currency } = payment
  const earlier = isRepeated ? await account.findChargeOf(card.customerId, rowId) : null
  if (earlier) return earlier
  const amount = Number(payment.amount) + Number(payment.tipAmount)
  const { customerId, methodId } = card
  const reference = { tenantId, documentId, rowId }
  return account.chargeCard({ amount, currency, description, customerId, methodId, reference }, key)
}

async function planCharge(tx: TenantTx, paymentId: string): Promise<Plan | { code: string; reason: string } | null> {
  const found = await findPaymentRow(tx, paymentId)
  const document = found && (await lockDocumentById(tx, found.documentId))
  const payment = await findPaymentRow(tx, paymentId)
  const charge = await findCharge(tx, paymentId)
  if (!payment || !document || !charge?.cardId || charge.intentId !== null) return null
  if (payment.state !== 'processing' && payment.state !== 'unknown') return null
  const card = await tx
    .selectFrom('paymentCards')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', charge.cardId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const accountId = await findAccountId(tx)
  const isRepeated = charge.requestKey !== null
  if (!accountId || (card.removedAt !== null && !isRepeated)) return { code: 'card_removed', reason: '' }
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
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await deps.inTenant(scope, async (tx) => {
    const found = await findPaymentRow(tx, paymentId)
    const document = found && (await lockDocumentById(tx, found.documentId))
    const payment = await findPaymentRow(tx, paymentId)
    if (!document || (payment?.state !== 'processing' && payment?.state !== 'unknown')) return
    await setPayment(tx, paymentId, { state: 'failed' })
    await setCharge(tx, paymentId, { failureCode: code, failureReason: reason })
    const amount = Number(payment.amount) + Number(payment.tipAmount)
    const after = await changeDocument(tx, { userId: payment.recordedByUserId }, document, {
      activity: { kind: 'failed', amount, method: 'card', note: reason },
      attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
    })
    await announcePayment(deps, tx, NO_TEAMMATE, after, { kind: 'failed', amount })
    await enqueue(tx, sendPaymentTextSpec(tx.tenantId, { paymentId, kind: 'retry' }))
  })
}
