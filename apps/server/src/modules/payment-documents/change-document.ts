import {
  cancelEntries,
  type DocumentMoney,
  type DocumentStage,
  foldEntries,
  issueEntries,
  type LedgerEntry,
  type PaymentActivityKind,
  type PostingKind,
  statusOf,
} from '@frontdesk/contract/rules'
import type { Insertable } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { insertRows, updateRows } from '../../platform/database/write-rows.ts'
import { newId } from '../../platform/ids.ts'
import { findLocationRow } from '../locations/index.ts'
import { allocateNumber, readPaymentConfigs } from '../payment-configs/index.ts'
import { type LedgerPosting, postAll } from '../payments-ledger/index.ts'
import { documentRooms } from '../visibility/index.ts'
import { datesOf, todayIn } from './content.ts'
import { enqueueExpiry } from './estimates/expire-estimate-spec.ts'
import { paymentChanged } from './events.ts'
import { type DocumentRow, moneyOf } from './rows.ts'

/** Author of a change to a document. `userId` is null for rules of the business. */
export interface PaymentAuthor {
  userId: string | null
}

interface Activity {
  kind: PaymentActivityKind
  amount?: number
  method?: string
  note?: string
  /** Why a payment failed. */
  failureCode?: string | null
  messageId?: string | undefined
}

interface Posting {
  kind: PostingKind
  source: string
  entries: readonly LedgerEntry[]
  /** Owner of the credit that it changes, if not the document’s contact. */
  contactId?: string
  /** Location where that credit was earned, if not the document’s. */
  creditLocationId?: string
}

interface Change {
  stage?: DocumentStage
  /** False: it gets its number when it is paid, so an unpaid request leaves no gap in the numbers. */
  getsNumber?: boolean
  postings?: readonly Posting[]
  activity: Activity
  /** The message that carries it. */
  sentMessageId?: string
  /** State of attempts to pay by card, if it changes. */
  attempts?: { isProcessing: boolean; hasFailed: boolean }
  /** The amounts and dates of a new version. */
  columns?: Partial<
    Record<'version' | 'totalAmount' | 'netAmount' | 'taxAmount', number> &
      Record<'dueOn' | 'validUntil', string | null> & { hasDefaultDate: boolean }
  >
}

const CHANGING_COLUMNS = [
  ...(['stage', 'status', 'isProcessing', 'hasFailed', 'updatedAt'] as const),
  ...(['numberValue', 'invoiceNumber', 'sentAt', 'sentMessageId'] as const),
  ...(['version', 'totalAmount', 'netAmount', 'taxAmount', 'dueOn', 'validUntil', 'hasDefaultDate'] as const),
  ...(['paidAmount', 'handPaidAmount', 'tipAmount', 'creditedAmount', 'disputedAmount'] as const),
  ...(['refundedAmount', 'refundedTaxAmount', 'refundedTipAmount'] as const),
]

export interface DocumentChange extends Change {
  /** The locked document. */
  document: DocumentRow
  author: PaymentAuthor
}

/** Changes a locked document. */
export async function changeDocument(
  tx: TenantTx,
  author: PaymentAuthor,
  document: DocumentRow,
  change: Change,
): Promise<DocumentRow> {
  const [after] = await changeDocuments(tx, [{ ...change, author, document }])
  if (!after) throw new Error('The change of a document has no result.')
  return after
}

/**
 * Changes locked documents, each once, in the statements of one: posts to the ledger, derives their statuses, updates
 * the maintained totals and publishes them to open screens. Returns them in the same order.
 */
export async function changeDocuments(tx: TenantTx, changes: readonly DocumentChange[]): Promise<DocumentRow[]> {
  const planned = []
  for (const change of changes) planned.push({ ...change, ...(await planChange(tx, change)) })
  await postAll(
    tx,
    planned.flatMap(({ ledgerPostings }) => ledgerPostings),
  )
  const counted = planned.filter(
    ({ document, after }) => after.status !== document.status || after.totalAmount !== document.totalAmount,
  )
  await Promise.all([
    updateRows(
      tx,
      'paymentDocuments',
      CHANGING_COLUMNS,
      planned.map(({ after }) => after),
    ),
    addToTotals(
      tx,
      counted.flatMap(({ document, after }) => [totalOf(document, -1), totalOf(after, 1)]),
    ),
    addActivities(
      tx,
      planned.map(({ author, document, activity }) => ({ ...activity, author, documentId: document.id })),
    ),
    recordPaymentsChanged(
      tx,
      planned.map(({ author, after, activity }) => ({ author, document: after, change: activity.kind })),
    ),
  ])
  for (const { after, isExpiryChanged } of planned) if (isExpiryChanged) await enqueueExpiry(tx, after)
  return planned.map(({ after }) => after)
}

interface PlannedChange {
  after: DocumentRow
  ledgerPostings: LedgerPosting[]
  isExpiryChanged: boolean
}

/** Allocates the number of a document that is issued by the change, and computes the rest. */
async function planChange(
  tx: TenantTx,
  {
    document: before,
    author,
    stage: nextStage,
    postings = [],
    getsNumber = true,
    sentMessageId,
    attempts = before,
    columns: changed = {},
  }: DocumentChange,
): Promise<PlannedChange> {
  const at = tx.now()
  const issued = before.numberValue === '0' && getsNumber && isIssued(before.stage, { stage: nextStage, postings })
  const number = issued ? await allocateNumber(tx, before.kind) : null
  const columns = issued && before.hasDefaultDate ? { ...(await defaultDates(tx, before)), ...changed } : changed
  const { totalAmount, netAmount, taxAmount, ...others } = columns
  const stage = nextStage ?? (issued ? 'sent' : before.stage)
  const all = [...(issued ? [issuePosting(before)] : []), ...postings]
  const money = all.reduce((sums, { entries, kind }) => foldEntries(entries, sums, kind), moneyOf(before))
  const { isProcessing, hasFailed } = attempts
  const total = totalAmount ?? Number(before.totalAmount)
  const after: DocumentRow = {
    ...{ ...before, ...others, ...toColumns(money), stage, isProcessing, hasFailed, updatedAt: at },
    status: statusOf({ stage, totalAmount: total, money, isProcessing, hasFailed }),
    totalAmount: String(total),
    netAmount: String(netAmount ?? before.netAmount),
    taxAmount: String(taxAmount ?? before.taxAmount),
    ...(number && { numberValue: String(number.numberValue), invoiceNumber: number.invoiceNumber, sentAt: at }),
    sentMessageId: sentMessageId ?? before.sentMessageId,
  }
  const { id: documentId, contactId, locationId, currency } = before
  return {
    after,
    ledgerPostings: all.map((posting) => ({
      ...{ documentId, contactId, locationId, currency, actorUserId: author.userId, ...posting },
    })),
    isExpiryChanged: before.kind === 'estimate' && (issued || changed.validUntil !== undefined),
  }
}

const toColumns = (money: DocumentMoney) => ({
  paidAmount: String(money.paidAmount),
  handPaidAmount: String(money.handPaidAmount),
  tipAmount: String(money.tipAmount),
  refundedAmount: String(money.refundedAmount),
  refundedTaxAmount: String(money.refundedTaxAmount),
  refundedTipAmount: String(money.refundedTipAmount),
  creditedAmount: String(money.creditedAmount),
  disputedAmount: String(money.disputedAmount),
})

/** The dates that the settings give a document which the contact gets today. */
async function defaultDates(tx: TenantTx, { kind, locationId }: DocumentRow) {
  return datesOf(kind, {}, await readPaymentConfigs(tx), todayIn(tx, await findLocationRow(tx, locationId)))
}

/** A document has its number from when the contact has it or paid for it. Credit that is paid out is not about it. */
const isIssued = (before: DocumentStage, { stage, postings = [] }: Pick<Change, 'stage' | 'postings'>): boolean =>
  (stage ?? before) !== 'cancelled' &&
  (postings.some(({ kind }) => kind !== 'credit-refund') || (stage !== undefined && stage !== 'draft'))

const amountsOf = ({ netAmount, taxAmount }: DocumentRow) => ({
  netAmount: Number(netAmount),
  taxAmount: Number(taxAmount),
})

/** An estimate is no debt. */
const issuePosting = (document: DocumentRow): Posting => ({
  kind: 'issue',
  source: `issue:${document.id}`,
  entries: document.kind === 'request' ? issueEntries(amountsOf(document)) : [],
})

/** Reverses the amount that the previous version of a request asked for, and posts that of the next one. */
export const replacePostings = (
  before: DocumentRow,
  after: { version: number; netAmount: number; taxAmount: number },
): Posting[] => [
  { kind: 'cancel', source: `replace:${before.id}:${before.version}`, entries: cancelEntries(amountsOf(before)) },
  { kind: 'issue', source: `issue:${before.id}:${after.version}`, entries: issueEntries(after) },
]

/** Postings that reverse the issue of a cancelled request. */
export const cancelPostings = (document: DocumentRow): Posting[] =>
  document.numberValue === '0'
    ? []
    : [
        {
          ...{ kind: 'cancel', source: `cancel:${document.id}` },
          entries: document.kind === 'request' ? cancelEntries(amountsOf(document)) : [],
        },
      ]

type Total = Insertable<DB['paymentTotals']>

export const totalOf = (
  { tenantId, locationId, kind, status, currency, totalAmount }: DocumentRow,
  n: 1 | -1,
): Total => ({ tenantId, locationId, kind, status, currency, n, amount: n * Number(totalAmount) })

/** Adds deltas to the maintained totals. */
export const addToTotals = (tx: TenantTx, deltas: readonly Total[]): Promise<void> =>
  insertRows(tx, 'paymentTotals', deltas)

export const addActivity = (
  tx: TenantTx,
  author: PaymentAuthor,
  documentId: string,
  activity: Activity,
): Promise<void> => addActivities(tx, [{ ...activity, author, documentId }])

const addActivities = (
  tx: TenantTx,
  activities: readonly (Activity & { author: PaymentAuthor; documentId: string })[],
): Promise<void> =>
  insertRows(
    tx,
    'paymentActivities',
    activities.map(({ author, documentId, kind, amount, method, note = '', failureCode = null, messageId }) => ({
      ...{ id: newId(), documentId, kind, note, failureCode, createdAt: tx.now() },
      ...{ amount: amount ?? null, method: method ?? null, messageId: messageId ?? null, actorUserId: author.userId },
    })),
  )

type ChangedDocument = Pick<DocumentRow, 'id' | 'kind' | 'locationId'> & { bookingId?: string | null }

interface RecordedChange {
  author: PaymentAuthor
  document: ChangedDocument
  change: PaymentActivityKind | 'deleted'
}

/** Records a change of a document and publishes it to those who manage its kind there. They fetch what they may see. */
export const recordPaymentChanged = (
  tx: TenantTx,
  author: PaymentAuthor,
  document: ChangedDocument,
  change: RecordedChange['change'],
): Promise<void> => recordPaymentsChanged(tx, [{ author, document, change }])

async function recordPaymentsChanged(tx: TenantTx, changes: readonly RecordedChange[]): Promise<void> {
  const at = tx.now()
  const eventIds = await paymentChanged.recordAll(
    tx,
    changes.map(({ author, document: { id, kind, locationId, bookingId }, change }) => ({
      ...{ at, actorUserId: author.userId ?? undefined },
      data: { paymentID: id, kind, locationID: locationId, change, bookingID: bookingId },
    })),
  )
  for (const [index, { document }] of changes.entries()) {
    const { id, kind, locationId } = document
    const event = { type: 'payment.changed', id: eventIds[index] ?? '', at, paymentID: id } as const
    tx.publish(documentRooms(locationId, kind), event)
  }
}
