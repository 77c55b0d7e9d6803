import type { DisputeEvidence } from '@frontdesk/contract/api'
import { formatMoney, formatPhone, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import {
  contactIdsOf,
  type DocumentRow,
  findContactOf,
  findDocumentById,
  listAnswers,
  listLines,
  managedKinds,
  phonesOf,
} from '../payment-documents/index.ts'
import { isVisible } from '../visibility/index.ts'
import type { EvidenceFilePlan, EvidenceMessage } from './evidence-files.ts'

export type DisputeRow = Row<'paymentDisputes'>

/** https://docs.stripe.com/api/disputes/update#update_dispute-evidence */
const FIELD_MAX = 20_000
const MESSAGES_MAX = 80
const ENTRY_MAX = 300
/** Characters of the file of messages; about eight pages. A line break takes the room of a line. */
const MESSAGES_FILE_MAX = 20_000
const LINE_CHARACTERS = 60
/** Messages with more line breaks are drawn without them: a customer could fill the pages with empty lines. */
const LINE_BREAKS_MAX = 30
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const DAY_MS = 24 * 60 * 60_000

export interface Entry {
  at: string
  text: string
}

export interface PackedEvidence extends Omit<DisputeEvidence, 'files'> {
  files: EvidenceFilePlan[]
}

/** A time as the bank reads it, in UTC. */
export const minuteText = (at: string): string => at.slice(0, 16).replace('T', ' ')
export const entryText = ({ at, text }: Entry): string => `${minuteText(at)}  ${text}`

/**
 * Packs what is known about a disputed payment: what was sold, approved, paid and refunded, visits, and conversations
 * at the document’s location. A viewer gets of these what they see, such as no estimates; notes of teammates stay
 * inside.
 */
export async function packEvidence(
  tx: TenantTx,
  document: DocumentRow,
  dispute: Pick<DisputeRow, 'evidenceNote' | 'createdAt'>,
  viewer: Viewer | null = null,
): Promise<PackedEvidence> {
  const lines = await listLines(tx, document)
  const contact = await findContactOf(tx, document)
  const visits = await listVisits(tx, document)
  const estimate =
    viewer === null || managedKinds(viewer).includes('estimate') ? await findEstimate(tx, document) : null
  const answers = estimate ? await listAnswers(tx, estimate) : []
  const approvals = estimate ? toApprovals(estimate, answers) : []
  const messages = await listMessages(tx, document, viewer)
  const records = [
    ...(await listDocumentEntries(tx, document, estimate)),
    ...approvals,
    ...messages.map(({ at, isOutgoing, body }) => ({
      at,
      text: `${isOutgoing ? 'We wrote' : 'The customer wrote'}: ${body.slice(0, ENTRY_MAX)}`,
    })),
  ]
  const entries = [...records, ...visits.entries]
  const money = moneyOf(document.currency)
  const sold = lines.map(({ description, totalAmount }) => `${description}: ${money(totalAmount)}`)
  const heading = `Invoice ${document.invoiceNumber}, total ${money(Number(document.totalAmount))}.`
  const statement = [
    ...(dispute.evidenceNote ? [dispute.evidenceNote, ''] : []),
    'What happened, in order (times are UTC):',
    ...entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(entryText),
  ]
  const customerName = contact?.name || formatPhone(contact?.phone ?? document.contactPhone)
  // Not the present time: files of the same contents are the same, so what was listed and previewed is what is sent.
  const createdAt = [dispute.createdAt, ...records.map(({ at }) => at)].toSorted().at(-1) ?? dispute.createdAt
  return {
    customerName,
    productDescription: [heading, ...sold].join('\n').slice(0, FIELD_MAX),
    serviceDate: visits.serviceDate ?? document.createdAt.slice(0, 10),
    statement: statement.join('\n').slice(0, FIELD_MAX),
    files: [
      { kind: 'receipt', documentId: document.id, createdAt },
      ...(estimate && answers.some(({ decision }) => decision === 'approved')
        ? [{ kind: 'estimate' as const, documentId: estimate.id, createdAt, approvals }]
        : []),
      ...(messages.length > 0
        ? [
            {
              ...{ kind: 'messages' as const, documentId: document.id, createdAt },
              ...{ customer: customerName, messages: newestUpTo(messages.map(withoutManyBreaks), MESSAGES_FILE_MAX) },
            },
          ]
        : []),
    ],
  }
}

const countBreaks = (body: string): number => body.match(LINE_BREAK)?.length ?? 0

const withoutManyBreaks = (message: EvidenceMessage): EvidenceMessage =>
  countBreaks(message.body) > LINE_BREAKS_MAX
    ? { ...message, body: message.body.replaceAll(LINE_BREAK, ' ').replaceAll(/ {2,}/g, ' ').trim() }
    : message

/** The newest messages with a number of characters, oldest first. */
function newestUpTo(messages: readonly EvidenceMessage[], characters: number): EvidenceMessage[] {
  let left = characters
  const newest = messages.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const end = newest.findIndex(({ body }) => {
    left -= body.length + countBreaks(body) * LINE_CHARACTERS
    return left < 0
  })
  return newest.slice(0, end < 0 ? undefined : end).reverse()
}

const moneyOf = (currency: string) => (amount: number) => `${formatMoney(amount, currency, 'en')} ${currency}`

const ACTIVITY_WORDS: Partial<Record<Row<'paymentActivities'>['kind'], string>> = {
  created: 'Created',
  sent: 'Sent to the customer',
  'sent-reminder': 'The customer was reminded',
  started: 'The customer opened the payment page',
  paid: 'Paid',
  refunded: 'Refunded',
  'refund-failed': 'The refund failed',
  'receipt-failed': 'The receipt did not arrive',
  cancelled: 'Canceled',
}

/** The estimate that a document was requested for. */
async function findEstimate(tx: TenantTx, { parentId }: DocumentRow): Promise<DocumentRow | null> {
  const parent = parentId === null ? undefined : await findDocumentById(tx, parentId)
  return parent?.kind === 'estimate' ? parent : null
}

/** Timeline of the document and its estimate. */
async function listDocumentEntries(
  tx: TenantTx,
  { id, currency }: DocumentRow,
  estimate: DocumentRow | null,
): Promise<Entry[]> {
  const ids = estimate ? [id, estimate.id] : [id]
  const rows = await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`document_id = any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .limit(200)
    .select(['kind', 'amount', 'method', 'note', 'createdAt'])
    .execute()
  const money = moneyOf(currency)
  return rows.flatMap(({ kind, amount, method, note, createdAt }) => {
    const words = ACTIVITY_WORDS[kind] ?? (kind === 'viewed' ? 'The customer opened it' : null)
    if (words === null) return []
    // The card. Other notes are the teammates’.
    const card = kind === 'paid' && (method === 'card' || method === 'bank-debit') ? note : null
    return [{ at: createdAt, text: [words, amount && money(Number(amount)), card].filter(Boolean).join(' ') }]
  })
}

/** The customer’s answers to the estimate, with the wording, number and time stored with each. */
function toApprovals(estimate: DocumentRow, answers: Awaited<ReturnType<typeof listAnswers>>): Entry[] {
  const money = moneyOf(estimate.currency)
  return answers.map(({ decision, version, wording, answer, phone, totalAmount, at }) => ({
    at,
    text: `The customer ${decision} version ${version} for a total of ${money(totalAmount)}, from ${formatPhone(phone)}. Words they were shown: “${wording}” Their answer: “${answer}”`,
  }))
}

/** Visits of the contact around the payment. */
async function listVisits(
  tx: TenantTx,
  document: DocumentRow,
): Promise<{ entries: Entry[]; serviceDate: string | null }> {
  const rows = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${await contactIdsOf(tx, document)}::uuid[])`)
    .where('locationId', '=', document.locationId)
    .where('status', 'in', ['booked', 'confirmed', 'arrived', 'completed', 'no-show', 'cancelled'])
    .where(
      sql<boolean>`starts_at between ${document.createdAt}::timestamptz - interval '60 days' and ${document.createdAt}::timestamptz + interval '120 days'`,
    )
    .orderBy('startsAt')
    .limit(20)
    .select(['startsAt', 'status'])
    .execute()
  const done = rows.find(({ status }) => status === 'completed' || status === 'arrived')
  return {
    entries: rows.map(({ startsAt, status }) => ({ at: startsAt, text: `Appointment (${status})` })),
    serviceDate: done ? done.startsAt.slice(0, 10) : null,
  }
}

/** The newest texts between the business and the customer, from some days before the document on. */
async function listMessages(tx: TenantTx, document: DocumentRow, viewer: Viewer | null): Promise<EvidenceMessage[]> {
  const since = new Date(Date.parse(document.createdAt) - 14 * DAY_MS).toISOString()
  return tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
    )
    .where('m.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.contact_phone = any(${await phonesOf(tx, document)}::text[])`)
    .where('c.locationId', '=', document.locationId)
    .$if(viewer !== null, (texts) => texts.where(viewer ? isVisible(viewer, 'c') : sql<boolean>`true`))
    .where('m.type', 'in', ['text', 'media'])
    .where('m.createdAt', '>=', since)
    .orderBy('m.createdAt', 'desc')
    .limit(MESSAGES_MAX)
    .select(['m.body', 'm.isOutgoing', 'm.createdAt as at'])
    .execute()
}
