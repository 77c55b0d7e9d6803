import type { EstimateAnswer } from '@frontdesk/contract/api'
import type { AnswerChannel, EstimateDecision } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { DocumentRow } from '../rows.ts'
import { findVersion } from '../versions.ts'

/** A contact’s answer, kept as evidence. */
export interface Answer {
  decision: EstimateDecision
  channel: AnswerChannel
  /** The version that they were shown. */
  version: number
  wording: string
  answer: string
  phone: string
  messageId?: string
  ipAddress?: string
  userAgent?: string
}

const USER_AGENT_MAX = 400

export async function insertAnswer(
  tx: TenantTx,
  { id: documentId }: DocumentRow,
  { messageId, ipAddress, userAgent, ...answer }: Answer,
  details: { chosenLines: readonly number[]; totalAmount: number; isLate: boolean },
): Promise<void> {
  await tx
    .insertInto('paymentAnswers')
    .values({
      ...{ tenantId: tx.tenantId, id: newId(), documentId, ...answer, ...details },
      chosenLines: [...details.chosenLines],
      ...{ messageId: messageId ?? null, ipAddress: ipAddress ?? null, createdAt: tx.now() },
      userAgent: userAgent?.toWellFormed().slice(0, USER_AGENT_MAX) ?? null,
    })
    .execute()
}

/**
 * The latest answer of a list if it waits for a teammate: an approval, after the estimate expired, of what it still
 * says.
 */
export const lateApprovalIn = (answers: readonly EstimateAnswer[]): EstimateAnswer | null => {
  const latest = answers.at(-1)
  return latest?.isLate && latest.isCurrent ? latest : null
}

/** Answers to an estimate, oldest first. */
export async function listAnswers(
  tx: TenantTx,
  estimate: Pick<DocumentRow, 'id' | 'version'>,
): Promise<EstimateAnswer[]> {
  const { id, version } = estimate
  const { chosenFrom } = await findVersion(tx, estimate)
  const rows = await tx
    .selectFrom('paymentAnswers')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'decision', 'channel', 'version', 'wording', 'answer', 'phone', 'chosenLines', 'totalAmount'])
    .select(['isLate', 'createdAt'])
    .execute()
  return rows.map(({ totalAmount, createdAt, ...row }) => ({
    ...{ ...row, totalAmount: Number(totalAmount), at: createdAt },
    isCurrent: row.version === version || row.version === chosenFrom,
  }))
}
