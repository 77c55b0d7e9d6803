import { Readable } from 'node:stream'
import { DocumentCriteria, type DocumentTax } from '@frontdesk/contract/api'
import {
  can,
  currencyDecimals,
  type DocumentKind,
  PAYMENT_EXPORTS,
  type PaymentExport,
  QUANTITY_ONE,
} from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { newId } from '../../platform/ids.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { listLocations } from '../locations/index.ts'
import { findPayouts } from '../payment-accounts/index.ts'
import { listPayoutPostings } from '../payments-ledger/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { findVisibleContacts } from '../visibility/index.ts'
import { documentsOf } from './access.ts'
import { meets } from './criteria.ts'
import { managedKinds } from './managed-kinds.ts'
import { dueAmountOf } from './rows.ts'

const AUDIENCE = 'frontdesk-payments'
const PATH = '/files/payments'
const BATCH = 2000
const HOUR_MS = 3_600_000

const ExportRequest = z.object({
  file: z.enum(PAYMENT_EXPORTS),
  criteria: DocumentCriteria,
  paymentIDs: z.array(z.uuid()).optional(),
})
type ExportRequest = z.infer<typeof ExportRequest>

/** The link names a stored request: selected documents and long filters do not fit into a URL. */
const Link = z.object({ id: z.uuid() })

type ExportDeps = Needs<'inTenant' | 'secrets'>

/** Creates a link to download documents, or their lines, as a file, and records it. */
export async function exportPayments(
  deps: ExportDeps,
  tx: TenantTx,
  actor: Actor,
  request: ExportRequest,
): Promise<string> {
  const at = tx.now()
  await assertNotOnTrial(tx, actor, 'export', at)
  // Only names of filters: their values may be names and numbers of contacts.
  const filters = Object.keys(request.criteria).map((name) => [name, true])
  const data = { file: request.file, ...Object.fromEntries(filters) }
  await recordAudit(tx, { action: 'export.viewed', actor, subject: 'Payments', data, at })
  const stored = await withoutHidden(tx, actor, request)
  const id = newId()
  const { userId } = actor
  await tx
    .insertInto('paymentExports')
    .values({ tenantId: tx.tenantId, id, userId, request: JSON.stringify(stored), createdAt: at })
    .execute()
  return createDownloadLink(deps, { path: PATH, audience: AUDIENCE, userId, data: { id } })
}

/** Nothing is stored about documents, contacts and locations that the actor may not see. */
async function withoutHidden(tx: TenantTx, actor: Actor, request: ExportRequest): Promise<ExportRequest> {
  const { contactID, locationIDs } = request.criteria
  const locations = locationIDs && (await listLocations(tx, actor))
  const contacts = contactID === undefined ? [] : [...(await findVisibleContacts(tx, actor, [contactID]))]
  if (contactID !== undefined && contacts.length === 0) return { ...request, criteria: {}, paymentIDs: [] }
  const documents =
    request.paymentIDs &&
    (await documentsOf(tx, actor)
      .where(await meets(tx, {}, managedKinds(actor)))
      .where(sql<boolean>`d.id = any(${request.paymentIDs}::uuid[])`)
      .select('d.id')
      .execute())
  return {
    ...request,
    criteria: {
      ...request.criteria,
      locationIDs: locationIDs?.filter((id) => locations?.some((location) => location.id === id)),
    },
    paymentIDs: documents?.map(({ id }) => id),
  }
}

/**
 * Serves the exported file to the teammate who requested it, if they still may. Memory use does not depend on its
 * length.
 */
export function mountPayments(app: FastifyInstance, deps: ExportDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Querystring: { token?: string } }>(PATH, async (request, reply) => {
    const actor = await deps.authenticateFiles(request)
    const token = String(request.query.token)
    const link = await readDownloadLink(deps, { audience: AUDIENCE, userId: actor.userId, token, schema: Link })
    const stored = link && can(actor, 'payments_export_reports') && (await readRequest(deps, actor, link.id))
    if (!stored) throw new AppError('FileNotFound')
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="payments-${stored.file}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines(deps, actor, stored)))
  })
}

async function readRequest({ inTenant }: ExportDeps, actor: Actor, id: string): Promise<ExportRequest | undefined> {
  const row = await inTenant(actor, (tx) =>
    tx
      .selectFrom('paymentExports')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .select('request')
      .executeTakeFirst(),
  )
  return row && ExportRequest.parse(row.request)
}

/** Deletes requests whose links have expired. */
export const clearExports = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from payment_exports where tenant_id = ${tx.tenantId} and id in (
      select id from payment_exports
      where tenant_id = ${tx.tenantId} and created_at < ${shift(now, -HOUR_MS)}::timestamptz limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})

const HEADS = {
  rows: [
    ...['Number', 'Type', 'Status', 'Contact', 'Phone', 'Location', 'Currency', 'Net', 'Tax', 'Total', 'Paid', 'Tip'],
    ...['Refunded', 'Due', 'Due on', 'Valid until', 'Added (UTC)', 'Added by', 'Sent (UTC)', 'ID'],
  ],
  lines: [
    ...['Number', 'Type', 'Status', 'Contact', 'Phone', 'Location', 'Currency', 'Line', 'Description', 'Quantity'],
    ...['Price', 'Discount', 'Net', 'Taxes', 'Tax', 'Total', 'Optional', 'Chosen', 'ID'],
  ],
  payouts: ['Day', 'Location', 'Currency', 'Amount', 'What', 'Posted (UTC)', 'Arrives on', 'State', 'ID'],
} satisfies Record<PaymentExport, string[]>

const KINDS: Record<DocumentKind, string> = { request: 'Payment request', estimate: 'Estimate' }

/** An amount as spreadsheets read it: 1234.50. */
function decimalOf(amount: string | number, currency: string): string {
  const digits = currencyDecimals(currency)
  return (Number(amount) / 10 ** digits).toFixed(digits)
}

type DocumentOfFile = Awaited<ReturnType<typeof readDocuments>>[number]
type Locations = ReadonlyMap<string, string>

const headOf = (row: DocumentOfFile, locations: Locations) => [
  row.invoiceNumber || null,
  KINDS[row.kind],
  row.status,
  row.contactName,
  row.contactPhone,
  locations.get(row.locationId) ?? '',
  row.currency,
]

function rowOf(row: DocumentOfFile, locations: Locations): (string | null)[] {
  const { currency, kind } = row
  const due = kind === 'request' && row.stage !== 'draft' ? dueAmountOf(row) : 0
  const amounts = [
    row.netAmount,
    row.taxAmount,
    row.totalAmount,
    row.paidAmount,
    row.tipAmount,
    row.refundedAmount,
    due,
  ]
  return [
    ...headOf(row, locations),
    ...amounts.map((amount) => decimalOf(amount, currency)),
    ...[row.dueOn, row.validUntil, row.createdAt, row.createdBy, row.sentAt, row.id],
  ]
}

type LineOfFile = Awaited<ReturnType<typeof readLines>>[number]

function lineOf(row: DocumentOfFile, line: LineOfFile, locations: Locations): (string | null)[] {
  const money = (amount: string | number) => decimalOf(amount, row.currency)
  const tax = line.taxAmounts.reduce((sum, amount) => sum + Number(amount), 0)
  return [
    ...headOf(row, locations),
    ...[String(line.line + 1), line.description, String(Number(line.quantity) / QUANTITY_ONE)],
    ...[money(line.unitAmount), money(line.discountAmount), money(line.netAmount)],
    ...[line.taxes.map(({ name }: DocumentTax) => name).join('; '), money(tax), money(line.totalAmount)],
    ...[line.isOptional ? 'Yes' : 'No', line.isChosen || !line.isOptional ? 'Yes' : 'No', row.id],
  ]
}

const FILE_COLUMNS = [
  ...(['d.id', 'd.kind', 'd.stage', 'd.status', 'd.invoiceNumber', 'd.locationId'] as const),
  ...(['d.currency', 'd.netAmount', 'd.taxAmount', 'd.totalAmount', 'd.paidAmount', 'd.tipAmount'] as const),
  ...(['d.refundedAmount', 'd.dueOn', 'd.validUntil', 'd.createdAt', 'd.sentAt'] as const),
]

interface Position {
  createdAt: string
  id: string
}

/** The next documents that the actor manages and sees, oldest first. */
async function readDocuments(
  tx: TenantTx,
  actor: Actor,
  { criteria, paymentIDs }: ExportRequest,
  after: Position | undefined,
) {
  return (
    documentsOf(tx, actor)
      .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'd.createdByUserId'))
      .where(await meets(tx, criteria, managedKinds(actor)))
      .$if(paymentIDs !== undefined, (rows) => rows.where(sql<boolean>`d.id = any(${paymentIDs ?? []}::uuid[])`))
      .$if(after !== undefined, (rows) =>
        rows.where(sql<boolean>`(d.created_at, d.id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('d.createdAt')
      .orderBy('d.id')
      .limit(BATCH)
      // Not all columns: reading rows takes most of the time.
      .select(FILE_COLUMNS)
      .select(['t.name as contactName', 't.phone as contactPhone', 'u.displayName as createdBy'])
      .execute()
  )
}

const readLines = (tx: TenantTx, documents: readonly DocumentOfFile[]) =>
  tx
    .selectFrom('paymentLines as l')
    .innerJoin('paymentDocuments as d', (join) =>
      join.on('d.tenantId', '=', tx.tenantId).onRef('d.id', '=', 'l.documentId').onRef('d.version', '=', 'l.version'),
    )
    .where('l.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`l.document_id = any(${documents.map(({ id }) => id)}::uuid[])`)
    .orderBy('l.line')
    .selectAll('l')
    .execute()

async function readBatch(tx: TenantTx, actor: Actor, request: ExportRequest, after: Position | undefined) {
  const documents = await readDocuments(tx, actor, request, after)
  const rows = request.file === 'lines' ? await readLines(tx, documents) : []
  return { documents, lines: Map.groupBy(rows, ({ documentId }) => documentId) }
}

async function* lines({ inTenant }: ExportDeps, actor: Actor, request: ExportRequest): AsyncGenerator<string> {
  const locations = new Map((await inTenant(actor, (tx) => listLocations(tx, actor))).map(({ id, name }) => [id, name]))
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(HEADS[request.file])}`
  if (request.file === 'payouts') {
    yield* payoutLines({ inTenant }, actor, request, locations)
    return
  }
  const read = (after?: Position) => inTenant(actor, (tx) => readBatch(tx, actor, request, after))
  let reading: ReturnType<typeof read> | undefined = read()
  while (reading) {
    const { documents, lines: ofDocuments }: Awaited<typeof reading> = await reading
    // The next batch is read while this one is formatted.
    reading = documents.length < BATCH ? undefined : read(documents.at(-1))
    // Awaited in the next round, unless the download ends before it.
    reading?.catch(() => {})
    yield documents
      .map((document) =>
        request.file === 'rows'
          ? csvLine(rowOf(document, locations))
          : (ofDocuments.get(document.id) ?? []).map((line) => csvLine(lineOf(document, line, locations))).join(''),
      )
      .join('')
  }
}

/** Payouts are seen by those who manage payment requests. */
async function* payoutLines(
  { inTenant }: Pick<ExportDeps, 'inTenant'>,
  actor: Actor,
  { criteria }: ExportRequest,
  locations: Locations,
): AsyncGenerator<string> {
  if (!can(actor, 'payments_manage')) return
  for (let after: Position | undefined; ; ) {
    const { rows, payouts } = await inTenant(actor, async (tx) => {
      const postings = await listPayoutPostings(tx, actor, criteria, { after, limit: BATCH })
      return { rows: postings, payouts: await findPayouts(tx, [...new Set(postings.map(payoutIdOf))]) }
    })
    const byId = new Map(payouts.map((payout) => [payout.id, payout]))
    yield rows.map((row) => csvLine(payoutOf(row, byId.get(payoutIdOf(row)), locations))).join('')
    after = rows.at(-1)
    if (rows.length < BATCH) return
  }
}

type PayoutPosting = Awaited<ReturnType<typeof listPayoutPostings>>[number]
type PayoutOfFile = Awaited<ReturnType<typeof findPayouts>>[number]

const payoutIdOf = ({ source }: PayoutPosting): string => source.split(':')[1] ?? ''

const payoutOf = (
  posting: PayoutPosting,
  payout: PayoutOfFile | undefined,
  locations: Locations,
): (string | null)[] => {
  const { day, locationId, currency, amount, createdAt } = posting
  return [
    ...[day, locations.get(locationId) ?? 'Removed location', currency, decimalOf(amount, currency)],
    ...[amount < 0 ? 'Came back' : 'Paid out', createdAt],
    ...[payout?.arrivesOn ?? null, payout?.state ?? null, payoutIdOf(posting)],
  ]
}
