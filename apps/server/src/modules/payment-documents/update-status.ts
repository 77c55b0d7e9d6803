import type { PaymentDetail } from '@frontdesk/contract/api'
import { type DocumentKind, MANUAL_STATUSES, nextStage } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { deleteFilesOf } from '../files/index.ts'
import { lockDocument, lockDocumentById } from './access.ts'
import { announcePayment } from './announce-payment.ts'
import { addToTotals, cancelPostings, changeDocument, recordPaymentChanged, totalOf } from './change-document.ts'
import { findLiveParts, isCoveredWithout } from './estimates/parts.ts'
import { getDetail } from './get-detail.ts'
import { managedKinds } from './managed-kinds.ts'
import { listRefundRequests } from './refund-request-rows.ts'
import { listRefunds } from './refund-rows.ts'
import { type DocumentRow, moneyOf } from './rows.ts'

interface Which {
  id: string
  kind: DocumentKind
}

/** Sets a status that teammates set by hand: sent, reminder sent or cancelled. All others follow from the ledger. */
export async function updateStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { status: requested, ...which }: Which & { status: string },
): Promise<PaymentDetail> {
  const document = await lockDocument(tx, actor, which)
  const status = MANUAL_STATUSES.find((each) => each === requested)
  if (!status) throw new AppError('PaymentStatusWrong')
  if (status === 'cancelled') await cancelDocument(deps, tx, actor, document)
  else {
    const stage = nextStage(document.stage, status)
    if (stage === null || isSettled(document)) throw new AppError('PaymentStatusWrong')
    const isChanged = stage !== document.stage || status === 'sent-reminder'
    if (isChanged) {
      const kind = stage === 'sent' ? stage : 'sent-reminder'
      const after = await changeDocument(tx, actor, document, { stage, activity: { kind } })
      await announcePayment(deps, tx, actor, after, { kind })
    }
  }
  return getDetail(tx, actor, which)
}

/** Whether money decides what the status is, and nothing is left to ask for. */
export const isSettled = (document: DocumentRow): boolean => {
  const { paidAmount, tipAmount } = moneyOf(document)
  return paidAmount + tipAmount > 0 && paidAmount >= Number(document.totalAmount)
}

/** Whether the actor manages all of these documents, which are cancelled together. */
export const managesAll = (actor: Person, documents: readonly Pick<DocumentRow, 'kind'>[]): boolean =>
  documents.every(({ kind }) => managedKinds(actor).includes(kind))

async function cancelDocument(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  document: DocumentRow,
): Promise<void> {
  // Requests that include a change order are cancelled first; requests for an estimate are cancelled with it.
  if (!(await isCoveredWithout(tx, document))) throw new AppError('PaymentStatusWrong')
  if (!managesAll(actor, await findLiveParts(tx, document))) throw new AppError('PaymentStatusWrong')
  await cancelLocked(deps, tx, actor, document)
}

async function cancelLocked(deps: ConversationDeps, tx: TenantTx, actor: Person, document: DocumentRow): Promise<void> {
  if (document.stage === 'cancelled') return
  const { paidAmount, tipAmount } = moneyOf(document)
  // A paid document is refunded, not cancelled.
  if (nextStage(document.stage, 'cancelled') === null || paidAmount + tipAmount > 0)
    throw new AppError('PaymentStatusWrong')
  await cancelParts(deps, tx, actor, document)
  const postings = cancelPostings(document)
  const kind = 'cancelled'
  const after = await changeDocument(tx, actor, document, { stage: kind, postings, activity: { kind } })
  if (document.stage !== 'draft') await announcePayment(deps, tx, actor, after, { kind })
  await audit(tx, actor, document, 'payment.cancelled')
}

/** Cancels the requests for an estimate, and its change orders, unless something was paid. */
async function cancelParts(deps: ConversationDeps, tx: TenantTx, actor: Person, document: DocumentRow): Promise<void> {
  for (const { id } of await findLiveParts(tx, document)) {
    const part = await lockDocumentById(tx, id)
    if (part) await cancelLocked(deps, tx, actor, part)
  }
}

/** Deletes a draft, and cancels a document that was sent or has refunds: an issued number stays. */
export async function deleteDocument(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  which: Which,
): Promise<{ isCancelled: boolean }> {
  const document = await lockDocument(tx, actor, which)
  // Credit that was paid out refers to the draft, and so do requests for that.
  const hasRefunds = (await listRefunds(tx, document)).length > 0 || (await listRefundRequests(tx, document)).length > 0
  if (document.stage !== 'draft' || hasRefunds) {
    await cancelDocument(deps, tx, actor, document)
    return { isCancelled: true }
  }
  await deleteFilesOf(tx, { documentId: document.id })
  await tx.deleteFrom('paymentDocuments').where('tenantId', '=', tx.tenantId).where('id', '=', document.id).execute()
  await addToTotals(tx, [totalOf(document, -1)])
  await recordPaymentChanged(tx, actor, document, 'deleted')
  await audit(tx, actor, document, 'payment.deleted', Number(document.totalAmount))
  return { isCancelled: false }
}

/** Records in the audit log what happened to a document. */
export const audit = (
  tx: TenantTx,
  actor: Person | null,
  { invoiceNumber, locationId, currency }: DocumentRow,
  action:
    | 'payment.cancelled'
    | 'payment.changed'
    | 'payment.converted'
    | 'payment.late-approval-accepted'
    | 'payment.deleted'
    | 'payment.marked-as-paid'
    | 'payment.refunded'
    | 'payment.refund-requested'
    | 'payment.refund-declined'
    | 'payment.card-charged'
    | 'payment.card-removed'
    | 'payment.evidence-submitted',
  amount?: number,
): Promise<void> =>
  recordAudit(tx, {
    action,
    actor,
    subject: invoiceNumber || 'Draft',
    data: amount === undefined ? {} : { amount, currency },
    locationIDs: [locationId],
    at: tx.now(),
  })
