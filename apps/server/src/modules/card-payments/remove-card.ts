import type { CardPayments } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { auditPayment, lockDocument } from '../payment-documents/index.ts'
import { findCard } from './card-rows.ts'
import type { CardDeps } from './deps.ts'
import { getCardPayments } from './get-card-payments.ts'
import { removeCardSpec } from './job-specs.ts'

/** Removes a card on file. The consent that was given for it stays on record. */
export async function removeCard(
  deps: CardDeps,
  tx: TenantTx,
  actor: Actor,
  { id, cardID }: { id: string; cardID: string },
): Promise<CardPayments> {
  const document = await lockDocument(tx, actor, { id, kind: 'request' })
  if (!(await findCard(tx, document, cardID))) throw new AppError('CardNotFound')
  await tx
    .updateTable('paymentCards')
    .set({ removedAt: tx.now(), removedByUserId: actor.userId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', cardID)
    .execute()
  await auditPayment(tx, actor, document, 'payment.card-removed')
  await enqueue(tx, removeCardSpec(tx.tenantId, cardID))
  return getCardPayments(deps, tx, actor, id)
}
