import { isDeepStrictEqual } from 'node:util'
import type { DocumentTax, PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import {
  AMOUNT_MAX,
  type Currency,
  computeTotals,
  type DocumentKind,
  type DocumentTotals,
  type LineToPrice,
  QUANTITY_ONE,
  type Share,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { requireContactPhone } from '../contacts/index.ts'
import { findLocation } from '../locations/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import { contactIdsOf, phonesOf } from './access.ts'
import { addActivity, moveTotals, recordPaymentChanged, totalOf } from './change-document.ts'
import { chooseContact } from './choose-contact.ts'
import { getDetail } from './get-detail.ts'
import type { DocumentRow } from './rows.ts'

interface DraftLine {
  description: string
  quantity: number
  unitAmount: number
  discount: Share | null
  taxIDs: string[]
  isOptional?: boolean
  isChosen?: boolean
}

/** As parsed, with defaults. */
export interface DocumentDraft {
  clientDocumentId: string
  locationID: string
  contactID?: string | undefined
  contact?: { name: string; phone: string } | undefined
  currency?: Currency | undefined
  lines: DraftLine[]
  discount: Share | null
  isTaxExempt: boolean
  note: string
  terms?: string | undefined
  dueOn?: string | null | undefined
  validUntil?: string | null | undefined
  deposit?: Share | null | undefined
}

/** Adds a payment request or an estimate as a draft. A repeated request returns the document that it made the first time. */
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
  const lines = draft.lines.map((line, index) => toLine(line, index, configs))
  const totals = computeTotals({ lines, discount: draft.discount, isExempt: draft.isTaxExempt })
  assertFits(kind, totals)
  const contact = await chooseContact(tx, actor, draft, location.id)
  const today = Temporal.Instant.from(tx.now()).toZonedDateTimeISO(location.timeZone).toPlainDate()
  const document = await insertDocument(tx, actor, {
    ...{ kind, draft, totals, contact, locationId: location.id },
    currency: draft.currency ?? configs.currency,
    dueOn: kind === 'request' ? dateOf(draft.dueOn, configs.dueDays, today) : null,
    validUntil: kind === 'estimate' ? dateOf(draft.validUntil, configs.validDays, today) : null,
  })
  await insertVersion(tx, actor, document, { kind, draft, lines, totals, configs })
  await moveTotals(tx, [totalOf(document, 1)])
  await addActivity(tx, actor, document.id, { kind: 'created' })
  await recordPaymentChanged(tx, actor, document, 'created')
  return getDetail(tx, actor, { id: document.id, kind })
}

/** A date that was given, none, or so many days from today. */
const dateOf = (given: string | null | undefined, days: number | null, today: Temporal.PlainDate): string | null =>
  given === undefined ? (days === null ? null : today.add({ days }).toString()) : given

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
  const { contactID, contact, currency = document.currency } = draft
  const isSameContact =
    contactID === undefined
      ? [document.contactPhone, ...(await phonesOf(tx, document))].includes(contact ? requireContactPhone(contact) : '')
      : (await contactIdsOf(tx, document)).includes(contactID.toLowerCase())
  return (
    isSameContact &&
    document.locationId === draft.locationID.toLowerCase() &&
    document.currency === currency &&
    isDeepStrictEqual(contentOf(detail), contentOf(draft))
  )
}

const contentOf = ({
  lines,
  discount,
  isTaxExempt,
  note,
}: Pick<DocumentDraft, 'discount' | 'isTaxExempt' | 'note'> & {
  lines: readonly (Omit<DraftLine, 'taxIDs'> & { taxIDs?: string[]; taxes?: readonly { id: string }[] })[]
}) => ({
  ...{ discount, isTaxExempt, note },
  lines: lines.map(({ description, quantity, unitAmount, isOptional = false, isChosen = false, ...line }) => ({
    ...{ description, quantity, unitAmount, discount: line.discount, isOptional, isChosen: isOptional && isChosen },
    taxIDs: [...new Set(line.taxIDs ?? line.taxes?.map(({ id }) => id))],
  })),
})

interface PricedLine extends LineToPrice {
  description: string
  taxes: DocumentTax[]
}

function toLine(line: DraftLine, index: number, { taxes }: PaymentConfigs): PricedLine {
  const { description, quantity, unitAmount, discount, taxIDs, isOptional = false, isChosen = false } = line
  if ((unitAmount * quantity) / QUANTITY_ONE > AMOUNT_MAX) throw invalidInput(`lines.${index}`, 'Too much')
  return {
    ...{ description, quantity, unitAmount, discount, isOptional, isChosen: isOptional && isChosen },
    taxes: [...new Set(taxIDs)].map((id) => {
      const tax = taxes.find((each) => each.id === id)
      if (!tax) throw new AppError('TaxNotFound')
      return { id, name: tax.name, rate: tax.rate, isInclusive: tax.isInclusive }
    }),
  }
}

function assertFits(kind: DocumentKind, { totalAmount, grossAmount }: DocumentTotals): void {
  if (totalAmount > AMOUNT_MAX || grossAmount > AMOUNT_MAX) throw invalidInput('lines', 'The total is too large')
  if (kind === 'request' && totalAmount === 0) throw invalidInput('lines', 'There is nothing to pay')
}

const insertDocument = (
  tx: TenantTx,
  actor: Actor,
  {
    draft,
    totals: { totalAmount, netAmount, taxAmount },
    contact,
    ...columns
  }: {
    kind: DocumentKind
    draft: DocumentDraft
    totals: DocumentTotals
    contact: { id: string; phone: string }
    locationId: string
    currency: string
    dueOn: string | null
    validUntil: string | null
  },
): Promise<DocumentRow> =>
  tx
    .insertInto('paymentDocuments')
    .values({
      ...columns,
      ...{ tenantId: tx.tenantId, id: newId(), clientDocumentId: draft.clientDocumentId },
      ...{ contactId: contact.id, contactPhone: contact.phone, version: 1 },
      ...{ stage: 'draft', status: 'draft', invoiceNumber: '', numberValue: 0, totalAmount, netAmount, taxAmount },
      ...{ createdByUserId: actor.userId, createdAt: tx.now(), updatedAt: tx.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

async function insertVersion(
  tx: TenantTx,
  actor: Actor,
  { id, version }: DocumentRow,
  {
    kind,
    draft,
    lines,
    totals,
    configs,
  }: {
    kind: DocumentKind
    draft: DocumentDraft
    lines: readonly PricedLine[]
    totals: DocumentTotals
    configs: PaymentConfigs
  },
): Promise<void> {
  const key = { tenantId: tx.tenantId, documentId: id, version }
  const deposit = draft.deposit === undefined ? configs.deposit : draft.deposit
  await tx
    .insertInto('paymentDocumentVersions')
    .values({
      ...key,
      discount: toJson(draft.discount),
      isTaxExempt: draft.isTaxExempt,
      note: draft.note,
      terms: draft.terms ?? configs.terms,
      deposit: kind === 'estimate' ? toJson(deposit) : null,
      grossAmount: totals.grossAmount,
      discountAmount: totals.discountAmount,
      netAmount: totals.netAmount,
      taxes: JSON.stringify(totals.taxes),
      totalAmount: totals.totalAmount,
      ...{ createdByUserId: actor.userId, createdAt: tx.now() },
    })
    .execute()
  await tx
    .insertInto('paymentLines')
    .values(
      lines.map(({ discount, taxes, ...line }, index) => ({
        ...key,
        ...line,
        line: index,
        discount: toJson(discount),
        taxes: JSON.stringify(taxes),
        ...(totals.lines[index] as DocumentTotals['lines'][number]),
      })),
    )
    .execute()
}

const toJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
