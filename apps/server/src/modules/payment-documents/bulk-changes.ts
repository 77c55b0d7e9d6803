import type { DocumentCriteria } from '@frontdesk/contract/api'
import {
  can,
  formatMoney,
  isOpenStage,
  nextStage,
  type PaymentBulkChange,
  renderPaymentVariables,
  type Viewer,
} from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import type { Person } from '../accounts/index.ts'
import { renderFor, replyId, type SendDeps, sendMessage } from '../messages/index.ts'
import { documentsOf, selectDocuments } from './access.ts'
import { findVisibleThreadId } from './announce-payment.ts'
import { meets } from './criteria.ts'
import { findLiveParts, isCoveredWithout } from './estimates/parts.ts'
import { managedKinds } from './managed-kinds.ts'
import { dueAmountOf, type ViewedRow } from './rows.ts'
import { createSentPayments } from './sent-payments.ts'
import { deleteDocument, isSettled, managesAll } from './update-status.ts'

export const PaymentBulkInput = z.object({ text: z.string().optional() })
export type PaymentBulkInput = z.infer<typeof PaymentBulkInput>

/** Documents per transaction, so that others wait for their locks only briefly. */
export const PAYMENT_BATCH = 20

export const mayChangePayments = (viewer: Viewer): boolean =>
  can(viewer, 'payments_manage') || can(viewer, 'payments_manage_estimates')

/** SQL: the ids of the next matching documents that the viewer manages and sees, in their order. */
export async function matchingDocuments(
  tx: TenantTx,
  viewer: Viewer,
  criteria: DocumentCriteria,
  limit: number,
  after: string,
): Promise<RawBuilder<unknown>> {
  const documents = documentsOf(tx, viewer)
    .where(await meets(tx, criteria, managedKinds(viewer)))
    .where('d.id', '>', after)
    .orderBy('d.id')
    .limit(limit)
    .select('d.id')
  return sql`${documents}`
}

/** SQL: those of these documents that the viewer manages and sees. */
export const selectedDocuments = async (tx: TenantTx, viewer: Viewer, ids: readonly string[]) =>
  sql`${documentsOf(tx, viewer)
    .where(await meets(tx, {}, managedKinds(viewer)))
    .where(sql<boolean>`d.id = any(${[...ids]}::uuid[])`)
    .select('d.id')}`

interface Batch {
  id: string
  ids: readonly string[]
  input: PaymentBulkInput
}

type BulkDeps = SendDeps & Needs<'publicUrl'>
type Work = (deps: BulkDeps, tx: TenantTx, actor: Person, document: ViewedRow, batch: Batch) => Promise<boolean>

const CHANGES: Record<PaymentBulkChange, Work> = { 'remind-payments': remind, 'cancel-payments': cancel }

/** Makes a change on those of a batch that allow it. Returns those that it changed. */
export async function changePayments(
  deps: BulkDeps,
  tx: TenantTx,
  actor: Person,
  { change, ...batch }: Batch & { change: PaymentBulkChange },
): Promise<Map<string, object>> {
  const changed = new Map<string, object>()
  const rows = await selectDocuments(tx, actor)
    .where(await meets(tx, {}, managedKinds(actor)))
    .where(sql<boolean>`d.id = any(${[...batch.ids]}::uuid[])`)
    .orderBy('d.id')
    .execute()
  for (const row of rows) if (await CHANGES[change](deps, tx, actor, row, batch)) changed.set(row.id, {})
  return changed
}

/** Cancels sent documents, and deletes drafts. Paid documents stay, and so do estimates of which a part was paid. */
async function cancel(deps: BulkDeps, tx: TenantTx, actor: Person, document: ViewedRow): Promise<boolean> {
  const isOpen = document.stage === 'draft' || isOpenStage(document.stage)
  const family = [document, ...(await findLiveParts(tx, document))]
  const isPaid = family.some(({ paidAmount, tipAmount }) => Number(paidAmount) + Number(tipAmount) > 0)
  if (!isOpen || isPaid || !managesAll(actor, family) || !(await isCoveredWithout(tx, document))) return false
  await deleteDocument(deps, tx, actor, document)
  return true
}

/** Whether there is something to remind of: it is due, and no bank is deciding about it. */
const isRemindable = (document: ViewedRow): boolean =>
  isOpenStage(document.stage) &&
  nextStage(document.stage, 'sent-reminder') !== null &&
  !isSettled(document) &&
  !document.isProcessing &&
  Number(document.disputedAmount) === 0

/** Texts the contact about an open document in a conversation at its location, if the send gate allows it. */
async function remind(
  deps: BulkDeps,
  tx: TenantTx,
  actor: Person,
  document: ViewedRow,
  { id, input: { text = '' } }: Batch,
): Promise<boolean> {
  if (!isRemindable(document)) return false
  const conversationId = await findVisibleThreadId(tx, actor, document)
  if (conversationId === undefined) return false
  const payments = createSentPayments(deps)
  const amount = document.kind === 'request' ? dueAmountOf(document) : Number(document.totalAmount)
  const rendered = await renderFor(
    tx,
    {
      contactName: document.contactName ?? '',
      contactPhone: document.contactPhoneNow ?? '',
      locationId: document.locationId,
    },
    renderPaymentVariables(text, {
      amount_due: formatMoney(amount, document.currency, 'en-US'),
      invoice_number: document.invoiceNumber,
    }),
  )
  const messageId = replyId(`${id} ${document.id}`)
  const link = { text: rendered, messageId, conversationId, createdBy: actor.userId }
  const request = {
    ...(await payments.prepare(tx, actor, document.id, link)),
    ...{ conversationId, attachmentIds: [], clientMessageId: messageId },
  }
  // Refused before anything is written, such as for contacts who opted out.
  const sent = await sendMessage(deps, tx, actor, request).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (!sent) return false
  const { message, conversation } = sent
  await payments.record(tx, actor, {
    ...{ id: document.id, messageId: message.id, viaId: message.viaId, conversation },
    isRepeated: sent.isRepeated ?? false,
  })
  return true
}
