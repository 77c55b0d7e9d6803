import type { PaymentDetail } from '@frontdesk/contract/api'
import { type DocumentKind, isOpenStage } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findLocationRow } from '../locations/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import { lockDocument } from './access.ts'
import { deductsPayment } from './booking-requests.ts'
import { changeDocument, replacePostings } from './change-document.ts'
import { type ContentDraft, datesOf, insertContent, priceContent, todayIn } from './content.ts'
import { chooseFiles } from './document-files.ts'
import { listAnswers } from './estimates/answers.ts'
import { hasLiveParts, isCoveredWithout } from './estimates/parts.ts'
import { getDetail } from './get-detail.ts'
import { currencyOf, type DocumentRow, moneyOf } from './rows.ts'
import { audit } from './update-status.ts'
import { findVersion } from './versions.ts'

/** Writes a new version of a document. A document that was sent is sent again: an estimate needs a new approval. */
export async function updateDocument(
  tx: TenantTx,
  actor: Actor,
  kind: DocumentKind,
  {
    id,
    version,
    answerCount,
    ...draft
  }: ContentDraft & { id: string; version: number; answerCount?: number | undefined },
): Promise<PaymentDetail> {
  const document = await lockDocument(tx, actor, { id, kind })
  const isAnswered = answerCount !== undefined && (await listAnswers(tx, document)).length !== answerCount
  if (document.version !== version || isAnswered)
    throw new AppError('ChangedMeanwhile', { present: await getDetail(tx, actor, { id, kind }) })
  const configs = await readPaymentConfigs(tx)
  // The deposit of a change order is that of its estimate.
  const entered = document.part === null ? draft : { ...draft, deposit: null }
  const priced = priceContent(kind, entered, configs, currencyOf(document))
  const present = (await findVersion(tx, document)).fileIds
  const content = { ...priced, fileIds: await chooseFiles(tx, actor, draft.attachments, present) }
  if (!(await canChange(tx, document))) throw new AppError('PaymentStatusWrong')
  const { totalAmount, netAmount, taxAmount } = content.totals
  const next = { version: version + 1, totalAmount, netAmount, taxAmount }
  await insertContent(tx, actor, { id, version: next.version }, content)
  const isDraft = document.stage === 'draft'
  const dates = datesOf(kind, draft, configs, todayIn(tx, await findLocationRow(tx, document.locationId)))
  const isSameDate = dates.dueOn === document.dueOn && dates.validUntil === document.validUntil
  const hasDefaultDate = dates.hasDefaultDate || (document.hasDefaultDate && isSameDate)
  await changeDocument(tx, actor, document, {
    ...(!isDraft && { stage: 'sent' }),
    postings: isDraft || kind === 'estimate' ? [] : replacePostings(document, next),
    columns: { ...next, ...dates, hasDefaultDate },
    activity: { kind: 'changed', amount: totalAmount },
  })
  // Nobody else has a draft.
  if (!isDraft) await audit(tx, actor, document, 'payment.changed', totalAmount)
  return getDetail(tx, actor, { id, kind })
}

/**
 * A paid document and a part of another document cannot be changed: they are cancelled and requested again. An estimate
 * cannot be changed once something was requested for it, nor can its change orders.
 */
async function canChange(tx: TenantTx, document: DocumentRow): Promise<boolean> {
  const { kind, stage, part, bookingPart } = document
  if (part !== null && part !== 'change-order') return false
  // The contact agreed to the amount in the words of the booking page.
  if (bookingPart !== null && bookingPart !== 'visit') return false
  // A line that deducts the payment at booking cannot be entered.
  if (bookingPart !== null && (await deductsPayment(tx, [document]))) return false
  if (kind === 'estimate') {
    const isUnfinished = isOpenStage(stage) || stage === 'draft' || stage === 'declined' || stage === 'expired'
    return isUnfinished && !(await hasLiveParts(tx, document)) && (await isCoveredWithout(tx, document))
  }
  const { paidAmount, tipAmount } = moneyOf(document)
  return (isOpenStage(stage) || stage === 'draft') && paidAmount + tipAmount === 0
}
