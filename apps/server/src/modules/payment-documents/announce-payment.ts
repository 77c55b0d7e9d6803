import type { PaymentDetails } from '@frontdesk/contract/api'
import { PAYMENT_STATES, type PaymentActivityKind, type PaymentState, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { type ConversationDeps, type ConversationRow, findConversation } from '../conversations/index.ts'
import { contactPhones, isThreadOf } from '../number-pairs/index.ts'
import { addInternalMessage } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'
import { paymentCardAdded } from './events.ts'
import { currencyOf, type DocumentRow } from './rows.ts'

/** Author of texts that the product writes about payments. */
export const PAYMENTS_AUTHOR = 'Payments'

/** Author of the action that a card reports. `userId` is null for the contact, and for rules of the business. */
export interface CardAuthor {
  userId: string | null
  displayName: string
}

interface Announcement {
  kind: PaymentActivityKind
  /** The amount paid or refunded; otherwise the card shows the total. */
  amount?: number
}

/** Adds a card about a document to the newest conversation with its contact at its location, if there is one. */
export async function announcePayment(
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  document: DocumentRow,
  announcement: Announcement,
): Promise<void> {
  const conversation = await findThread(tx, document)
  if (conversation) await addPaymentCard(deps, tx, author, { conversation, document, ...announcement })
}

/** Adds a card about a document to a locked conversation. */
export async function addPaymentCard(
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  { conversation, document, kind, amount }: Announcement & { conversation: ConversationRow; document: DocumentRow },
): Promise<ConversationRow> {
  const state = stateOf(kind, document)
  if (state === null) return conversation
  const payment: PaymentDetails = {
    state,
    amount: amount ?? Number(document.totalAmount),
    currency: currencyOf(document),
    invoiceNumber: document.invoiceNumber,
    url: null,
    paymentID: document.id,
    kind: document.kind,
  }
  const added = await addInternalMessage(deps, tx, {
    ...{ conversation, id: newId(), type: 'payment', body: '', data: { payment }, author },
    event: paymentCardAdded.of(),
    isSame: () => false,
  })
  return added.conversation
}

/** The state that the card shows; null if the change adds no card. */
function stateOf(kind: PaymentActivityKind, { status }: DocumentRow): PaymentState | null {
  switch (kind) {
    case 'paid':
      return status === 'paid' || status === 'marked-as-paid' ? status : 'partly-paid'
    case 'refunded':
      return status === 'refunded' ? 'refunded' : 'partly-refunded'
    default:
      return PAYMENT_STATES.find((state) => state === kind) ?? null
  }
}

/**
 * The newest conversation with the contact of a document at its location, whose teammates may see it, locked. None that
 * hides the contact.
 */
export async function findThread(tx: TenantTx, document: DocumentRow): Promise<ConversationRow | undefined> {
  const newest = await threadsOf(tx, document).where('c.isContactRestricted', '=', false).executeTakeFirst()
  return newest && findConversation(tx, null, newest.id, 'change')
}

/** The id of the newest of those conversations that the viewer sees. */
export async function findVisibleThreadId(
  tx: TenantTx,
  viewer: Viewer,
  document: DocumentRow,
): Promise<string | undefined> {
  const newest = await threadsOf(tx, document).where(isVisible(viewer, 'c')).executeTakeFirst()
  return newest?.id
}

/** Conversations with the contact of a document at its location, the newest first. */
const threadsOf = (tx: TenantTx, { contactId, locationId }: DocumentRow) =>
  tx
    .selectFrom('contacts as r')
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).on(isThreadOf(tx, contactPhones())),
    )
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', contactId)
    .where('c.locationId', '=', locationId)
    .orderBy('c.sortedAt', 'desc')
    .limit(1)
    .select('c.id')
