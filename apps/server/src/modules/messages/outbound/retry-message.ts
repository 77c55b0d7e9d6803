import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { accessMessage, findMessages, type MessageRow } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { changeDelivery } from './change-delivery.ts'
import { assertSendable } from './send-message.ts'

/** Requeues a failed message if a retry can help. A second request finds it queued and is refused. */
export async function retryMessage(deps: SendDeps, tx: TenantTx, actor: Actor, messageId: string): Promise<MessageRow> {
  const { row: existing, conversation } = await accessMessage(tx, actor, messageId)
  const isFailed = existing.deliveryStatus === 'failed' || existing.deliveryStatus === 'undelivered'
  if (!existing.isOutgoing || !isFailed || !existing.canRetry) throw new AppError('MessageNotRetryable')
  await assertSendable(deps, tx, pairBy(conversation, existing.viaId))
  await changeDelivery(deps, tx, { messageId, status: 'queued', isRestart: true })
  const [updated] = await findMessages(tx, [messageId])
  if (!updated) throw new AppError('MessageNotFound')
  return updated
}
