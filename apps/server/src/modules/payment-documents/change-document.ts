import {
  cancelEntries,
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
import { newId } from '../../platform/ids.ts'
import { findLocationRow } from '../locations/index.ts'
import { allocateNumber, readPaymentConfigs } from '../payment-configs/index.ts'
import { post } from '../payments-ledger/index.ts'
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

/**
 * Changes a locked document: posts to the ledger, derives its status, updates the maintained totals and publishes it to
 * open screens.
 */
export async function changeDocument(
  tx: TenantTx,
  author: PaymentAuthor,
  before: DocumentRow,
  { stage: nextStage, postings = [], getsNumber = true, activity, sentMessageId, attempts = before, ...change }: Change,
): Promise<DocumentRow> {
  const at = tx.now()
  const changed = change.columns ?? {}
  const issued = before.numberValue === '0' && getsNumber && isIssued(before.stage, { stage: nextStage, postings })
  const number = issued ? await allocateNumber(tx, before.kind) : null
  const columns = issued && before.hasDefaultDate ? { ...(await defaultDates(tx, before)), ...changed } : changed
  const stage = nextStage ?? (issued ? 'sent' : before.stage)
  const all = [...(issued ? [issuePosting(before)] : []), ...postings]
  for (const posting of all) await postOf(tx, author, before, posting)
  const money = all.reduce((sums, { entries, kind }) => foldEntries(entries, sums, kind), moneyOf(before))
  const { isProcessing, hasFailed } = attempts
  const totalAmount = columns.totalAmount ?? Number(before.totalAmount)
  const status = statusOf({ stage, totalAmount, money, isProcessing, hasFailed })
  const after = await tx
    .updateTable('paymentDocuments')
    .set({
      ...{ ...columns, stage, status, ...money, isProcessing, hasFailed, updatedAt: at },
      ...(number && { ...number, sentAt: at }),
      ...(sentMessageId && { sentMessageId }),
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const isCountedAnew = status !== before.status || totalAmount !== Number(before.totalAmount)
  await Promise.all([
    isCountedAnew && addToTotals(tx, [totalOf(before, -1), totalOf(after, 1)]),
    addActivity(tx, author, before.id, activity),
    recordPaymentChanged(tx, author, after, activity.kind),
  ])
  if (after.kind === 'estimate' && (issued || columns.validUntil !== undefined)) await enqueueExpiry(tx, after)
  return after
}

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

const postOf = (
  tx: TenantTx,
  { userId }: PaymentAuthor,
  { id, contactId, locationId, currency }: DocumentRow,
  posting: Posting,
): Promise<void> => post(tx, { documentId: id, contactId, locationId, currency, actorUserId: userId, ...posting })

type Total = Insertable<DB['paymentTotals']>

export const totalOf = (
  { tenantId, locationId, kind, status, currency, totalAmount }: DocumentRow,
  n: 1 | -1,
): Total => ({ tenantId, locationId, kind, status, currency, n, amount: n * Number(totalAmount) })

/** Adds deltas to the maintained totals. */
export async function addToTotals(tx: TenantTx, deltas: readonly Total[]): Promise<void> {
  await tx.insertInto('paymentTotals').values(deltas).execute()
}

export async function addActivity(
  tx: TenantTx,
  { userId }: PaymentAuthor,
  documentId: string,
  { kind, amount, method, note = '', failureCode = null, messageId }: Activity,
): Promise<void> {
  await tx
    .insertInto('paymentActivities')
    .values({
      ...{ tenantId: tx.tenantId, id: newId(), documentId, kind, note, actorUserId: userId, createdAt: tx.now() },
      ...{ amount: amount ?? null, method: method ?? null, messageId: messageId ?? null, failureCode },
    })
    .execute()
}

/** Records a change of a document and publishes it to those who manage its kind there. They fetch what they may see. */
export async function recordPaymentChanged(
  tx: TenantTx,
  { userId }: PaymentAuthor,
  { id, kind, locationId, bookingId }: Pick<DocumentRow, 'id' | 'kind' | 'locationId'> & { bookingId?: string | null },
  change: PaymentActivityKind | 'deleted',
): Promise<void> {
  const at = tx.now()
  const data = { paymentID: id, kind, locationID: locationId, change, bookingID: bookingId }
  const eventId = await paymentChanged.record(tx, { at, actorUserId: userId ?? undefined, data })
  tx.publish(documentRooms(locationId, kind), { type: 'payment.changed', id: eventId, at, paymentID: id })
}
