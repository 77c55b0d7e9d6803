import { type DocumentStage, isOpenStage, nextStage } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import type { Person } from '../accounts/index.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { pairBy } from '../number-pairs/index.ts'
import { lockDocument, lockDocumentById, phonesOf } from './access.ts'
import { addPaymentCard, type CardAuthor } from './announce-payment.ts'
import { changeDocument } from './change-document.ts'
import { managedKinds } from './managed-kinds.ts'
import { renderPaymentLink, type TextWithLink } from './render-link.ts'
import type { DocumentRow } from './rows.ts'
import { isSettled } from './update-status.ts'

interface Carried {
  id: string
  messageId: string
  /** The merged conversation whose number it goes to; null for the conversation’s own. */
  viaId: string | null
  conversation: ConversationRow
  /** Whether an earlier request wrote the message. */
  isRepeated: boolean
}

/** Documents that messages carry. */
interface SentPayments {
  /**
   * Locks the document of a message that is about to be written. Returns the numbers of its contact, and the text with
   * the link.
   */
  prepare: (
    tx: TenantTx,
    actor: Person,
    id: string,
    text: TextWithLink,
  ) => Promise<{ toPhones: string[]; text: string }>
  /** Locks a document to schedule a message with it. Returns the numbers of its contact. */
  lock: (tx: TenantTx, actor: Person, id: string) => Promise<string[]>
  /** Locks the document of a scheduled message that is due. */
  lockDue: (tx: TenantTx, id: string) => Promise<unknown>
  /** The text of that message with the link, or why it is not to be sent to that number any more. */
  renderDue: (
    tx: TenantTx,
    id: string,
    text: TextWithLink & { toPhone: string },
  ) => Promise<{ text: string } | { reason: 'payment-closed' | 'payment-contact-changed' }>
  /** Records that a scheduled message, which was written now, carries it. */
  recordDue: (
    tx: TenantTx,
    author: CardAuthor,
    carried: Pick<Carried, 'id' | 'messageId' | 'conversation'>,
  ) => Promise<void>
  /** Records that a message carries it. Returns the conversation with the card about it. */
  record: (tx: TenantTx, actor: Person, carried: Carried) => Promise<ConversationRow>
}

declare module '../../platform/module.ts' {
  interface ModuleServices {
    sentPayments: SentPayments
  }
}

export const createSentPayments = (deps: ConversationDeps & Needs<'secrets' | 'publicUrl'>): SentPayments => ({
  prepare: async (tx, actor, id, text) => {
    const document = await lockCarried(tx, actor, id)
    return {
      toPhones: await phonesOf(tx, document),
      text: await renderPaymentLink(deps, tx, document, text),
    }
  },
  lock: async (tx, actor, id) => phonesOf(tx, await lockCarried(tx, actor, id)),
  lockDue: lockDocumentById,
  renderDue: async (tx, id, { toPhone, ...text }) => {
    const document = await lockDocumentById(tx, id)
    if (!document || stageWhenSent(document) === null) return { reason: 'payment-closed' }
    if (!(await phonesOf(tx, document)).includes(toPhone)) return { reason: 'payment-contact-changed' }
    return { text: await renderPaymentLink(deps, tx, document, text) }
  },
  recordDue: async (tx, author, { id, messageId, conversation }) => {
    const document = await lockDocumentById(tx, id)
    const stage = document ? stageWhenSent(document) : null
    if (!document || stage === null) return
    const kind = document.stage === 'draft' ? 'sent' : 'sent-reminder'
    const after = await changeDocument(tx, author, document, {
      ...{ stage, activity: { kind, messageId }, sentMessageId: messageId },
    })
    await addPaymentCard(deps, tx, author, { conversation, document: after, kind })
  },
  record: async (tx, actor, carried) => {
    const document = await lockCarried(tx, actor, carried.id)
    const carriedId = await findCarriedId(tx, carried.messageId)
    if (carriedId !== undefined && carriedId !== document.id) throw new AppError('ClientMessageIdReused')
    if (carriedId !== undefined) return carried.conversation
    const { contactPhone } = pairBy(carried.conversation, carried.viaId)
    if (!(await phonesOf(tx, document)).includes(contactPhone)) throw new AppError('PaymentNotFound')
    // A settled document can be attached, but its stage does not change.
    if (isSettled(document)) return carried.conversation
    if (carried.isRepeated) throw new AppError('ClientMessageIdReused')
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

/** The stage of a document once a message carries it; null if it is not to be sent any more. */
const stageWhenSent = (document: DocumentRow): DocumentStage | null =>
  isSettled(document) ? null : nextStage(document.stage, document.stage === 'draft' ? 'sent' : 'sent-reminder')

async function lockCarried(tx: TenantTx, actor: Person, id: string): Promise<DocumentRow> {
  const unlocked = await tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('kind')
    .executeTakeFirst()
  if (!unlocked || !managedKinds(actor).includes(unlocked.kind)) throw new AppError('PaymentNotFound')
  return lockDocument(tx, actor, { id, kind: unlocked.kind })
}

/** The document that a message carries already: a repeated request to send it changes nothing. */
const findCarriedId = async (tx: TenantTx, messageId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('paymentActivities')
      .where('tenantId', '=', tx.tenantId)
      .where('messageId', '=', messageId)
      .select('documentId')
      .executeTakeFirst()
  )?.documentId
