import { isDeepStrictEqual } from 'node:util'
import type { PaymentDetail } from '@frontdesk/contract/api'
import type { BookingPart, Currency, DocumentKind, DocumentPart } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireContactPhone } from '../contacts/index.ts'
import { findLocation } from '../locations/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import { contactIdsOf, phonesOf } from './access.ts'
import { addActivity, addToTotals, type PaymentAuthor, recordPaymentChanged, totalOf } from './change-document.ts'
import { chooseContact } from './choose-contact.ts'
import {
  type ContentDraft,
  type DocumentContent,
  type DraftLine,
  datesOf,
  insertContent,
  priceContent,
  todayIn,
} from './content.ts'
import { chooseFiles } from './document-files.ts'
import { getDetail } from './get-detail.ts'
import type { DocumentRow } from './rows.ts'

/** As parsed, with defaults. */
export interface DocumentDraft extends Omit<ContentDraft, 'isTaxExempt'> {
  /** Default: whether the contact is. */
  isTaxExempt?: boolean | undefined
  clientDocumentId: string
  locationID: string
  contactID?: string | undefined
  contact?: { name: string; phone: string } | undefined
  currency?: Currency | undefined
}

/**
 * Adds a payment request or an estimate as a draft. A repeated request returns the document that it made the first
 * time.
 */
export async function createDocument(
  tx: TenantTx,
  actor: Actor,
  kind: DocumentKind,
  draft: DocumentDraft,
): Promise<PaymentDetail> {
  const repeated = await findByClientId(tx, draft.clientDocumentId)
  if (repeated) {
    if (repeated.kind !== kind) throw new AppError('ClientPaymentIdReused')
    const detail = await getDetail(tx, actor, { id: repeated.id, kind })
    if (!(await isSame(tx, { document: repeated, detail, draft }))) throw new AppError('ClientPaymentIdReused')
    return detail
  }
  const location = await findLocation(tx, actor, draft.locationID)
  if (!location) throw new AppError('LocationNotFound')
  const configs = await readPaymentConfigs(tx)
  const contact = await chooseContact(tx, actor, draft, location.id)
  const { isTaxExempt = contact.taxExemption !== null } = draft
  const fileIds = await chooseFiles(tx, actor, draft.attachments)
  const { currency = configs.currency } = draft
  const content = { ...priceContent(kind, { ...draft, isTaxExempt }, configs, currency), fileIds }
  const document = await insertDocument(tx, actor, {
    ...{ kind, clientDocumentId: draft.clientDocumentId, content, contact, locationId: location.id },
    currency,
    ...datesOf(kind, draft, configs, todayIn(tx, location)),
  })
  return getDetail(tx, actor, { id: document.id, kind })
}

const findByClientId = (tx: TenantTx, clientDocumentId: string): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('clientDocumentId', '=', clientDocumentId)
    .selectAll()
    .executeTakeFirst()

/** Whether a document is what a request asks for. Taxes are compared by id: their rates may have changed since. */
async function isSame(
  tx: TenantTx,
  { document, detail, draft }: { document: DocumentRow; detail: PaymentDetail; draft: DocumentDraft },
): Promise<boolean> {
  const { contactID, contact, currency = document.currency, isTaxExempt = detail.isTaxExempt } = draft
  const isSameContact =
    contactID === undefined
      ? [document.contactPhone, ...(await phonesOf(tx, document))].includes(contact ? requireContactPhone(contact) : '')
      : (await contactIdsOf(tx, document)).includes(contactID.toLowerCase())
  return (
    isSameContact &&
    document.parentId === null &&
    document.locationId === draft.locationID.toLowerCase() &&
    document.currency === currency &&
    isSameContent(detail, { ...draft, isTaxExempt })
  )
}

type Entered = Pick<DocumentDraft, 'discount' | 'isTaxExempt' | 'note'> & {
  lines: readonly (Omit<DraftLine, 'taxIDs'> & { taxIDs?: string[]; taxes?: readonly { id: string }[] })[]
}

/**
 * Whether a document has the content of a repeated request. The original content is no longer compared once the
 * document was changed.
 */
export const isSameContent = (detail: Entered & { version: number }, draft: Entered): boolean =>
  detail.version > 1 || isDeepStrictEqual(contentOf(detail), contentOf(draft))

const contentOf = ({ lines, discount, isTaxExempt, note }: Entered) => ({
  ...{ discount, isTaxExempt, note },
  lines: lines.map(({ description, quantity, unitAmount, isOptional = false, isChosen = false, ...line }) => ({
    ...{ description, quantity, unitAmount, discount: line.discount, isOptional, isChosen: isOptional && isChosen },
    taxIDs: [...new Set(line.taxIDs ?? line.taxes?.map(({ id }) => id))],
  })),
})

interface NewDocument {
  kind: DocumentKind
  clientDocumentId: string
  content: DocumentContent
  contact: { id: string; phone: string }
  locationId: string
  currency: string
  dueOn: string | null
  validUntil: string | null
  hasDefaultDate: boolean
  /** The document that it is a part of. */
  parent?: { id: string; part: DocumentPart }
  /** The visit that it is for, and the part that it requests. */
  booking?: { id: string; part: BookingPart }
}

/** Stores a draft. */
export async function insertDocument(
  tx: TenantTx,
  author: PaymentAuthor,
  { content, contact, parent, booking, ...columns }: NewDocument,
): Promise<DocumentRow> {
  const { totalAmount, netAmount, taxAmount } = content.totals
  const document = await tx
    .insertInto('paymentDocuments')
    .values({
      ...columns,
      ...{ tenantId: tx.tenantId, id: newId(), contactId: contact.id, contactPhone: contact.phone, version: 1 },
      ...{ stage: 'draft', status: 'draft', invoiceNumber: '', numberValue: 0, totalAmount, netAmount, taxAmount },
      ...{ createdByUserId: author.userId, createdAt: tx.now(), updatedAt: tx.now() },
      ...(parent && { parentId: parent.id, part: parent.part }),
      ...(booking && { bookingId: booking.id, bookingPart: booking.part }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertContent(tx, author, document, content)
  await addToTotals(tx, [totalOf(document, 1)])
  await addActivity(tx, author, document.id, { kind: 'created' })
  await recordPaymentChanged(tx, author, document, 'created')
  return document
}
