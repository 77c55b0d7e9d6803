import type { Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { accessMessage, findMessages, toMessage } from '../../conversations/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { changeDelivery } from './change-delivery.ts'
import { assertSendable } from './send-message.ts'

/** Requeues a failed message if a retry can help. A second request finds it queued and is refused. */
export function retryMessage(deps: ConversationDeps, actor: Actor, sid: string): Promise<Message> {
  return deps.inTenant(actor, async (tx) => {
    const messageId = fromSid(sid)
    const { row: before, conversation } = await accessMessage(tx, actor, messageId)
    const isFailed = before.deliveryStatus === 'failed' || before.deliveryStatus === 'undelivered'
    if (!before.isOutgoing || !isFailed || !before.canRetry) throw new AppError('MessageNotRetryable')
    await assertSendable(deps, tx, pairBy(conversation, before.viaId ?? null))
    await changeDelivery(deps, tx, { messageId, status: 'queued', isRestart: true })
    const [after] = await findMessages(tx, [messageId])
    if (!after) throw new AppError('MessageNotFound')
    return toMessage(after)
  })
}
