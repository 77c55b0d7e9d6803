import type { PaymentDetail } from '@frontdesk/contract/api'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { lockDocument } from '../access.ts'
import { announcePayment } from '../announce-payment.ts'
import { changeDocument } from '../change-document.ts'
import { getDetail } from '../get-detail.ts'
import { audit } from '../update-status.ts'
import { lateApprovalIn, listAnswers } from './answers.ts'
import { issueDeposit } from './request-parts.ts'

/** Accepts the latest answer of a contact, who approved what an estimate says after it expired. */
export async function acceptLate(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<PaymentDetail> {
  const which = { id, kind: 'estimate' } as const
  const estimate = await lockDocument(tx, actor, which)
  if (estimate.stage !== 'expired' || !lateApprovalIn(await listAnswers(tx, estimate)))
    throw new AppError('PaymentStatusWrong')
  const kind = 'approved'
  const after = await changeDocument(tx, actor, estimate, { stage: kind, activity: { kind } })
  await audit(tx, actor, after, 'payment.late-approval-accepted', Number(after.totalAmount))
  await announcePayment(deps, tx, actor, after, { kind })
  const deposit = await issueDeposit(tx, actor, after)
  if (deposit) await announcePayment(deps, tx, actor, deposit, { kind: 'sent' })
  return getDetail(tx, actor, which)
}
