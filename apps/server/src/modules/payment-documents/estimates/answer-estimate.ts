import { computeTotals } from '@frontdesk/contract/rules'
import { isAfter } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { findDocumentById } from '../access.ts'
import { announcePayment, type CardAuthor } from '../announce-payment.ts'
import { changeDocument } from '../change-document.ts'
import { type DocumentContent, insertContent } from '../content.ts'
import type { DocumentRow } from '../rows.ts'
import { findVersion, listLines } from '../versions.ts'
import { type Answer, insertAnswer } from './answers.ts'
import { ANSWERABLE } from './expire-estimate.job.ts'
import { findExpiry } from './expire-estimate-spec.ts'
import { hasLiveParts } from './parts.ts'
import { issueDeposit } from './request-parts.ts'

interface Answered {
  estimate: DocumentRow
  /** The deposit to pay next. */
  deposit: DocumentRow | null
  isLate: boolean
}

/**
 * Records a contact’s answer to a locked estimate, with the version and the wording they were shown, and applies it. An
 * approval after the estimate expired waits for a teammate.
 */
export async function answerEstimate(
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  estimate: DocumentRow,
  { chosenLines, ...answer }: Answer & { chosenLines: readonly number[] | null },
): Promise<Answered> {
  if (answer.version !== estimate.version) throw new AppError('ChangedMeanwhile')
  const isExpired = estimate.stage === 'expired'
  if (!isExpired && !ANSWERABLE.includes(estimate.stage)) throw new AppError('PaymentStatusWrong')
  await assertParentApproved(tx, estimate)
  const expiresAt = await findExpiry(tx, estimate)
  const isPast = expiresAt !== null && !isAfter(expiresAt, tx.now())
  // An estimate does not expire once a part of it was requested.
  const isLate = isExpired || (isPast && !(await hasLiveParts(tx, estimate)))
  const chosen = await chooseLines(tx, author, estimate, answer.decision === 'approved' ? chosenLines : null)
  await insertAnswer(tx, estimate, answer, {
    ...{ chosenLines: chosen.chosenLines, isLate: isLate && answer.decision === 'approved' },
    totalAmount: chosen.columns?.totalAmount ?? Number(estimate.totalAmount),
  })
  const kind = answer.decision === 'declined' ? 'declined' : isLate ? 'approved-late' : 'approved'
  const after = await changeDocument(tx, author, estimate, {
    stage: kind === 'approved-late' ? 'expired' : kind,
    activity: { kind, method: answer.channel, note: answer.answer },
    ...(chosen.columns && { columns: chosen.columns }),
  })
  await announcePayment(deps, tx, author, after, { kind })
  const deposit = kind === 'approved' ? await issueDeposit(tx, author, after) : null
  if (deposit) await announcePayment(deps, tx, author, deposit, { kind: 'sent' })
  return { estimate: after, deposit, isLate }
}

/** A change order adds to an estimate that is still agreed. */
async function assertParentApproved(tx: TenantTx, { parentId }: DocumentRow): Promise<void> {
  if (parentId === null) return
  const parent = await findDocumentById(tx, parentId)
  if (parent?.stage !== 'approved' && parent?.stage !== 'converted') throw new AppError('PaymentStatusWrong')
}

/**
 * The optional lines that count: those that the contact chose, which makes a version of its own if it changes anything.
 */
async function chooseLines(
  tx: TenantTx,
  author: CardAuthor,
  estimate: DocumentRow,
  chosenLines: readonly number[] | null,
) {
  const lines = await listLines(tx, estimate)
  const chosen = lines.map((line, index) => ({
    ...line,
    isChosen: line.isOptional && (chosenLines === null ? line.isChosen : chosenLines.includes(index)),
  }))
  const indexes = chosen.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))
  if (chosen.every(({ isChosen }, index) => isChosen === lines[index]?.isChosen)) return { chosenLines: indexes }
  const { discount, isTaxExempt, note, terms, deposit, fileIds } = await findVersion(tx, estimate)
  const totals = computeTotals({ lines: chosen, discount, isExempt: isTaxExempt })
  const content: DocumentContent = {
    ...{ totals, discount, isTaxExempt, note, terms, deposit, fileIds },
    lines: chosen.map(({ description, quantity, unitAmount, discount: ofLine, taxes, isOptional, isChosen }) => ({
      ...{ description, quantity, unitAmount, discount: ofLine, taxes, isOptional, isChosen },
    })),
  }
  const { totalAmount, netAmount, taxAmount } = totals
  const version = estimate.version + 1
  await insertContent(tx, author, { id: estimate.id, version }, content, estimate.version)
  return { chosenLines: indexes, columns: { version, totalAmount, netAmount, taxAmount } }
}
