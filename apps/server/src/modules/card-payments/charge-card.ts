import type { CardPayments } from '@frontdesk/contract/api'
import { AMOUNT_MAX, cardText, isChargeable, isOpenStage } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findEnabledAccount } from '../payment-accounts/index.ts'
import {
  auditPayment,
  changeDocument,
  type DocumentRow,
  dueAmountOf,
  hasOpenDispute,
  lockDocument,
} from '../payment-documents/index.ts'
import { findCard } from './card-rows.ts'
import { hasUnsettled, setCharge } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'
import { getCardPayments } from './get-card-payments.ts'
import { chargeCardSpec } from './job-specs.ts'
import { findReceiptChannel } from './receipt-channel.ts'

interface CardCharge {
  id: string
  cardID: string
  clientPaymentId: string
  amount?: number | undefined
  tipAmount: number
}

/** Charges a card on file for a payment request. A repeated request changes nothing. */
export async function chargeCard(
  deps: CardDeps,
  tx: TenantTx,
  actor: Actor,
  { id, cardID, clientPaymentId, tipAmount, ...request }: CardCharge,
): Promise<CardPayments> {
  const which = { id, kind: 'request' } as const
  await chargeRequest(deps, tx, actor, await lockDocument(tx, actor, which), {
    cardID,
    clientPaymentId,
    tipAmount,
    ...request,
  })
  return getCardPayments(deps, tx, actor, id)
}

/** The same for a locked request. */
export async function chargeRequest(
  deps: CardDeps,
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  { cardID, clientPaymentId, tipAmount, ...request }: Omit<CardCharge, 'id'>,
): Promise<void> {
  const { id } = document
  const repeated = await tx
    .selectFrom('payments as p')
    .leftJoin('paymentCharges as k', (join) =>
      join.on('k.tenantId', '=', tx.tenantId).onRef('k.paymentId', '=', 'p.id'),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.clientPaymentId', '=', clientPaymentId)
    .select(['p.documentId', 'p.amount', 'p.tipAmount', 'k.cardId'])
    .executeTakeFirst()
  const dueAmount = dueAmountOf(document)
  const amount = request.amount ?? (repeated ? Number(repeated.amount) : dueAmount)
  if (repeated) {
    const isSame = repeated.documentId === id && repeated.cardId === cardID && Number(repeated.amount) === amount
    if (!isSame || Number(repeated.tipAmount) !== tipAmount) throw new AppError('ClientPaymentIdReused')
    return
  }
  const card = await findCard(tx, document, cardID)
  if (!card) throw new AppError('CardNotFound')
  const isPayable = dueAmount > 0 && (document.stage === 'draft' || isOpenStage(document.stage))
  if (!isPayable || (await hasOpenDispute(tx, document)) || (await hasUnsettled(tx, id)))
    throw new AppError('PaymentStatusWrong')
  if (amount > dueAmount) throw invalidInput('amount', 'More than is due')
  if (amount + tipAmount > AMOUNT_MAX) throw invalidInput('tipAmount', 'The amount is too large')
  if (!isChargeable(amount + tipAmount, document.currency)) throw invalidInput('amount', 'The last decimal must be 0')
  const account = await findEnabledAccount(tx, deps.paymentProvider)
  if (!account || account.currency !== document.currency) throw new AppError('PaymentsNotEnabled')
  if ((await findReceiptChannel(deps, tx, document)) === null) throw new AppError('ReceiptImpossible')
  const paymentId = newId()
  await tx
    .insertInto('payments')
    .values({
      ...{ tenantId: tx.tenantId, id: paymentId, clientPaymentId, documentId: id, currency: document.currency },
      ...{ method: 'card', state: 'processing', amount, tipAmount, note: '' },
      ...{ recordedByUserId: actor.userId, createdAt: tx.now() },
    })
    .execute()
  const { brand, last4 } = card
  await setCharge(tx, paymentId, { cardId: card.id, accountId: account.accountId, brand, last4 })
  // Assign the invoice number before the charge: the contact’s card statement shows it.
  const after = await changeDocument(tx, actor, document, {
    ...(document.numberValue === '0' && { stage: 'sent' as const }),
    activity: { kind: 'processing', amount: amount + tipAmount, method: 'card', note: cardText(card) },
    attempts: { isProcessing: true, hasFailed: false },
  })
  await auditPayment(tx, actor, after, 'payment.card-charged', amount + tipAmount)
  await enqueue(tx, chargeCardSpec(tx.tenantId, paymentId))
}
