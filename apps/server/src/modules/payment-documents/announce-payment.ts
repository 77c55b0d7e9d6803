import type { PaymentDetails } from '@frontdesk/contract/api'
import { PAYMENT_STATES, type PaymentActivityKind, type PaymentState, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { type ConversationDeps, type ConversationRow, findConversationsByIds } from '../conversations/index.ts'
import { contactPhones, threadIdsOf } from '../number-pairs/index.ts'
import { addInternalMessage, addInternalMessages } from '../threads/index.ts'
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
export const announcePayment = (
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  document: DocumentRow,
  announcement: Announcement,
): Promise<void> => announcePayments(deps, tx, author, [{ ...announcement, document }])

/** Adds cards about several in the statements of one. */
export async function announcePayments(
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  announcements: readonly (Announcement & { document: DocumentRow })[],
): Promise<void> {
  const conversations = await findThreads(
    tx,
    announcements.map(({ document }) => document.id),
  )
  const cards = announcements.flatMap((announcement) => {
    const conversation = conversations.get(announcement.document.id)
    return conversation ? (toCard(author, { ...announcement, conversation }) ?? []) : []
  })
  await addInternalMessages(deps, tx, cards)
}

/** Adds a card about a document to a locked conversation. */
export async function addPaymentCard(
  deps: ConversationDeps,
  tx: TenantTx,
  author: CardAuthor,
  announcement: AddressedCard,
): Promise<ConversationRow> {
  const card = toCard(author, announcement)
  return card ? (await addInternalMessage(deps, tx, card)).conversation : announcement.conversation
}

interface AddressedCard extends Announcement {
  conversation: ConversationRow
  document: DocumentRow
}

/** The message that shows a change of a document; null if the change adds no card. */
function toCard(
  author: CardAuthor,
  { conversation, document, kind, amount }: AddressedCard,
): Parameters<typeof addInternalMessage>[2] | null {
  const state = stateOf(kind, document)
  if (state === null) return null
  const payment: PaymentDetails = {
    state,
    amount: amount ?? Number(document.totalAmount),
    currency: currencyOf(document),
    invoiceNumber: document.invoiceNumber,
    url: null,
    paymentID: document.id,
    kind: document.kind,
  }
  return {
    ...{ conversation, id: newId(), type: 'payment', body: '', data: { payment }, author },
    event: paymentCardAdded.of(),
    isSame: () => false,
  }
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
 * The newest conversation with the contact of each document at its location, whose teammates may see it, locked. None
 * that hides the contact.
 */
async function findThreads(tx: TenantTx, documentIds: readonly string[]): Promise<Map<string, ConversationRow>> {
  const newest = await selectThreads(tx, documentIds, sql`not c.is_contact_restricted`).execute()
  const ids = [...new Set(newest.flatMap(({ conversationId }) => conversationId ?? []))]
  const locked = ids.length > 0 ? await findConversationsByIds(tx, null, ids, 'change') : []
  const conversations = new Map(locked.map((conversation) => [conversation.id, conversation]))
  return new Map(
    newest.flatMap(({ documentId, conversationId }) => {
      const conversation = conversations.get(conversationId ?? '')
      return conversation ? [[documentId, conversation]] : []
    }),
  )
}

/** The same for one document. */
export const findThread = async (tx: TenantTx, { id }: DocumentRow): Promise<ConversationRow | undefined> =>
  (await findThreads(tx, [id])).get(id)

/** The id of the newest of those conversations that the viewer sees. */
export async function findVisibleThreadId(
  tx: TenantTx,
  viewer: Viewer,
  { id }: DocumentRow,
): Promise<string | undefined> {
  const newest = await selectThreads(tx, [id], isVisible(viewer, 'c')).executeTakeFirst()
  return newest?.conversationId ?? undefined
}

/**
 * The newest conversation `c`, of those that are shown, with the contact of each document at its location. The limits
 * make it look up contacts and conversations one by one, whatever the size of the tenant.
 */
const selectThreads = (tx: TenantTx, documentIds: readonly string[], isShown: RawBuilder<boolean>) =>
  tx
    .selectFrom('paymentDocuments as d')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('contacts as r')
          .innerJoin('contacts as o', (join) =>
            join.on('o.tenantId', '=', tx.tenantId).on('o.id', '=', mainContactId('r')),
          )
          .where('r.tenantId', '=', tx.tenantId)
          .whereRef('r.id', '=', 'd.contactId')
          .select(['o.phone', 'o.otherPhones'])
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('d.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`d.id = any(${idsOf(documentIds)})`)
    .select('d.id as documentId')
    .select(
      sql<string | null>`(
        select c.id from (${threadIdsOf(tx, contactPhones())}) as n (id) cross join lateral (
          select c.id, c.sorted_at from conversations c
          where c.tenant_id = ${tx.tenantId} and c.id = n.id and c.location_id = d.location_id and ${isShown} limit 1
        ) c
        order by c.sorted_at desc limit 1
      )`.as('conversationId'),
    )
