import type { CardPayments } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { accessDocument, auditPayment, lockDocument } from '../payment-documents/index.ts'
import type { CardDeps } from './deps.ts'
import { type DisputeRow, type PackedEvidence, packEvidence } from './evidence.ts'
import { getCardPayments } from './get-card-payments.ts'
import { submitEvidenceSpec } from './job-specs.ts'

export const findDispute = (tx: TenantTx, id: string): Promise<DisputeRow | undefined> =>
  tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

/** Hidden and absent look the same. */
async function accessDispute(tx: TenantTx, actor: Actor, id: string): Promise<DisputeRow> {
  const dispute = await findDispute(tx, id)
  if (!dispute) throw new AppError('DisputeNotFound')
  await accessDocument(tx, actor, { id: dispute.documentId, kind: 'request' }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('DisputeNotFound') : error
  })
  return dispute
}

/** The evidence about a dispute as it would be sent now, of what the actor sees. */
export async function getEvidence(tx: TenantTx, actor: Actor, id: string): Promise<PackedEvidence> {
  const dispute = await accessDispute(tx, actor, id)
  const document = await accessDocument(tx, actor, { id: dispute.documentId, kind: 'request' })
  return packEvidence(tx, document, dispute, actor)
}

const isAnswerable = ({ state, submittedAt, submittingAt }: DisputeRow): boolean =>
  (state === 'needs-response' || state === 'inquiry') && submittedAt === null && submittingAt === null

/** Has evidence about a dispute sent. The bank accepts it once. */
export async function submitEvidence(
  deps: CardDeps,
  tx: TenantTx,
  actor: Actor,
  { id, note }: { id: string; note: string },
): Promise<CardPayments> {
  const { documentId } = await accessDispute(tx, actor, id)
  const document = await lockDocument(tx, actor, { id: documentId, kind: 'request' })
  // Read under the lock of the document.
  const dispute = await findDispute(tx, id)
  if (!dispute || !isAnswerable(dispute)) throw new AppError('DisputeClosed')
  await tx
    .updateTable('paymentDisputes')
    .set({ evidenceNote: note, submittingAt: tx.now(), submittedByUserId: actor.userId, failureReason: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await auditPayment(tx, actor, document, 'payment.evidence-submitted', Number(dispute.amount))
  await enqueue(tx, submitEvidenceSpec(tx.tenantId, id))
  return getCardPayments(deps, tx, actor, documentId)
}
