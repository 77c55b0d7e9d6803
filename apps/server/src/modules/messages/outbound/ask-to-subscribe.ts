import type { TenantTx } from '../../../platform/database/database.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { addPendingSubscriber } from '../../messaging/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { MessageRow } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { replyId } from '../reply-id.ts'
import { sendAutomaticMessage } from './automatic-message.ts'
import { resolveSender } from './evaluate-send-gate.ts'
import { renderFor } from './render-text.ts'

/**
 * Asks a person who texts for the first time whether they want marketing texts. Never asks twice: everyone who was
 * asked or joined another way keeps a subscriber row, even after leaving. Never asks someone who may get no marketing
 * for another reason than missing consent, such as an opt-out that they told a teammate.
 */
export async function askToSubscribe(
  deps: SendDeps,
  tx: TenantTx,
  { conversation, message, template }: { conversation: ConversationRow; message: MessageRow; template: string },
): Promise<void> {
  const { contactPhone, tenantPhone } = pairBy(conversation, message.viaId)
  const { reasons } = await resolveSender(deps, tx, {
    contactPhone,
    tenantPhone,
    purpose: 'conversation',
    isMarketing: true,
  })
  if (reasons.some((reason) => reason !== 'no-consent')) return
  const question = await renderFor(tx, conversation, template)
  const joined = { source: 'first-text', tenantPhone, question, again: false, at: tx.now() } as const
  if (!(await addPendingSubscriber(tx, contactPhone, joined))) return
  await recordContactOfNumberUpdated(tx, null, contactPhone)
  await sendAutomaticMessage(deps, tx, {
    conversation,
    id: replyId(message.id),
    body: question,
    cause: 'subscribe-question',
    repliesTo: message.id,
  })
}
