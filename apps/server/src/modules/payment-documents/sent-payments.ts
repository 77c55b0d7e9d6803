import { isOpenStage, nextStage } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { contactIdsOf, lockDocument } from './access.ts'
import { addPaymentCard } from './announce-payment.ts'
import { changeDocument } from './change-document.ts'
import { managedKinds } from './list-documents.ts'
import type { DocumentRow } from './rows.ts'
import { isSettled } from './update-status.ts'

interface Carried {
  id: string
  messageId: string
  conversation: ConversationRow
}

/** Documents that messages carry. */
interface SentPayments {
  /** Locks the document of a message that is about to be written. */
  lock: (tx: TenantTx, actor: Actor, id: string) => Promise<void>
  /** Records that a message carries it. Returns the conversation with the card about it. */
  record: (tx: TenantTx, actor: Actor, carried: Carried) => Promise<ConversationRow>
}

declare module '../../platform/module.ts' {
  interface ModuleServices {
    sentPayments: SentPayments
  }
}

export const createSentPayments = (deps: ConversationDeps): SentPayments => ({
  lock: async (tx, actor, id) => {
    await lockCarried(tx, actor, id)
  },
  record: async (tx, actor, carried) => {
    const document = await lockCarried(tx, actor, carried.id)
    if (await isRecorded(tx, carried.messageId)) return carried.conversation
    if (!(await isForContact(tx, document, carried.conversation))) throw new AppError('PaymentNotFound')
    // What is paid can still be written about.
    if (isSettled(document)) return carried.conversation
    const isDraft = document.stage === 'draft'
    const kind = isDraft ? 'sent' : 'sent-reminder'
    const stage = nextStage(document.stage, kind)
    if (stage === null || !(isDraft || isOpenStage(document.stage))) throw new AppError('PaymentStatusWrong')
    const { messageId, conversation } = carried
    const after = await changeDocument(tx, actor, document, {
      stage,
      activity: { kind, messageId },
      sentMessageId: messageId,
    })
    return addPaymentCard(deps, tx, actor, { conversation, document: after, kind })
  },
})

async function lockCarried(tx: TenantTx, actor: Actor, id: string): Promise<DocumentRow> {
  const found = await tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('kind')
    .executeTakeFirst()
  if (!found || !managedKinds(actor).includes(found.kind)) throw new AppError('PaymentNotFound')
  return lockDocument(tx, actor, { id, kind: found.kind })
}

/** A repeated request to send the same message changes nothing. */
const isRecorded = async (tx: TenantTx, messageId: string): Promise<boolean> =>
  (await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .select('id')
    .executeTakeFirst()) !== undefined

async function isForContact(tx: TenantTx, document: DocumentRow, { contactPhone }: ConversationRow): Promise<boolean> {
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', contactPhone)
    .select('id')
    .executeTakeFirst()
  return contact !== undefined && (await contactIdsOf(tx, document)).includes(contact.id)
}
