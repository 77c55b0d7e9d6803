import type { PaymentDetail } from '@frontdesk/contract/api'
import { AMOUNT_MAX, isOpenStage, type ManualMethod, paymentEntries } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { lockDocument } from './access.ts'
import { announcePayment } from './announce-payment.ts'
import { changeDocument } from './change-document.ts'
import { getDetail } from './get-detail.ts'
import { findCreditToUse, ofCredit } from './lock-credit.ts'
import { type DocumentRow, dueAmountOf } from './rows.ts'
import { audit } from './update-status.ts'

export interface ManualPayment {
  id: string
  clientPaymentId: string
  amount?: number | undefined
  tipAmount: number
  method: ManualMethod
  note: string
}

/** Records money that was given outside of Frontdesk, or uses credit. A repeated request changes nothing. */
export async function markAsPaid(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  request: ManualPayment,
): Promise<PaymentDetail> {
  const which = { id: request.id, kind: 'request' } as const
  const document = await lockDocument(tx, actor, which)
  const repeated = await findByClientId(tx, request.clientPaymentId)
  const dueAmount = dueAmountOf(document)
  const amount = request.amount ?? (repeated ? Number(repeated.amount) : dueAmount)
  if (repeated) {
    const isSame = repeated.documentId === document.id && Number(repeated.amount) === amount
    const isSameTip = Number(repeated.tipAmount) === request.tipAmount
    if (!isSame || !isSameTip || repeated.method !== request.method) throw new AppError('ClientPaymentIdReused')
    return getDetail(tx, actor, which)
  }
  if (dueAmount === 0 || !(document.stage === 'draft' || isOpenStage(document.stage)))
    throw new AppError('PaymentStatusWrong')
  const { document: after, total } = await insertPayment(tx, actor, document, { ...request, amount })
  await announcePayment(deps, tx, actor, after, { kind: 'paid', amount: total })
  return getDetail(tx, actor, which)
}

const findByClientId = (tx: TenantTx, clientPaymentId: string) =>
  tx
    .selectFrom('payments')
    .where('tenantId', '=', tx.tenantId)
    .where('clientPaymentId', '=', clientPaymentId)
    .select(['documentId', 'amount', 'tipAmount', 'method'])
    .executeTakeFirst()

async function insertPayment(
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  { clientPaymentId, amount, tipAmount, method, note }: ManualPayment & { amount: number },
): Promise<{ document: DocumentRow; total: number }> {
  const dueAmount = dueAmountOf(document)
  const isCredit = method === 'credit'
  if (isCredit && amount > dueAmount) throw invalidInput('amount', 'More than is due')
  if (isCredit && tipAmount > 0) throw invalidInput('tipAmount', 'Tips are not paid from credit')
  if (amount + tipAmount > AMOUNT_MAX) throw invalidInput('amount', 'The amount is too large')
  const id = newId()
  await tx
    .insertInto('payments')
    .values({
      ...{ tenantId: tx.tenantId, id, clientPaymentId, documentId: document.id, currency: document.currency },
      ...{ method, state: 'succeeded', amount, tipAmount, note, recordedByUserId: actor.userId, createdAt: tx.now() },
    })
    .execute()
  const source = `payment:${id}`
  const postings = isCredit
    ? (await findCreditToUse(tx, actor, document, amount)).map((credit) => ({
        ...{ kind: 'payment' as const, ...ofCredit(source, credit) },
        entries: paymentEntries({ account: 'credit', amount: credit.amount, tipAmount: 0, dueAmount: credit.amount }),
      }))
    : [{ kind: 'payment' as const, source, entries: paymentEntries({ account: 'cash', amount, tipAmount, dueAmount }) }]
  const total = amount + tipAmount
  const activity = { kind: 'paid', amount: total, method, note } as const
  const after = await changeDocument(tx, actor, document, { postings, activity })
  await audit(tx, actor, after, 'payment.marked-as-paid', total)
  return { document: after, total }
}
