import type { DocumentCriteria, DocumentTotal, Paging, PaymentDocument } from '@frontdesk/contract/api'
import { type DocumentKind, type DocumentOrder, PAYMENT_STATUSES, sumOf, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { DELTAS_TO_FOLD } from '../totals/index.ts'
import { seesEverything } from '../visibility/index.ts'
import { documentsOf } from './access.ts'
import { meets } from './criteria.ts'
import { foldTotalsSpec } from './fold-totals.job.ts'
import { type ListedRow, toDocument } from './rows.ts'
import { selectPage } from './select-page.ts'

const SKIP_MAX = 100_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Order {
  column: string
  valueOf: (row: ListedRow) => string
  read: (value: string) => unknown
}

const reject = (): never => {
  throw invalidInput('cursor', 'Not a valid cursor')
}

const ORDERS: Record<DocumentOrder, Order> = {
  createdDateUTC: {
    column: 'd.created_at',
    valueOf: ({ createdAt }) => createdAt,
    read: (value) => sql`${readInstant(value, 'cursor')}::timestamptz`,
  },
  contactPhone: { column: 'd.contact_phone', valueOf: ({ contactPhone }) => contactPhone, read: (value) => value },
  totalAmount: { column: 'd.total_amount', valueOf: ({ totalAmount }) => totalAmount, read: readInteger },
  invoiceNumber: { column: 'd.number_value', valueOf: ({ numberValue }) => numberValue, read: readInteger },
  locationID: {
    column: 'd.location_id',
    valueOf: ({ locationId }) => locationId,
    read: (value) => (UUID.test(value) ? sql`${value}::uuid` : reject()),
  },
  paymentStatus: {
    column: 'd.status',
    valueOf: ({ status }) => status,
    read: (value) => ((PAYMENT_STATUSES as readonly string[]).includes(value) ? value : reject()),
  },
}

function readInteger(value: string) {
  return /^\d{1,15}$/.test(value) ? sql`${value}::bigint` : reject()
}

/** Cursors are encrypted: the position may be the number of a contact that was deleted. */
const contextOf = (tx: TenantTx, orderBy: DocumentOrder) => `payments ${tx.tenantId} ${orderBy}`

/** An unreadable cursor, such as one of another order, starts the list over. */
function openCursor({ decrypt }: Secrets, cursor: string, context: string): string | null {
  try {
    return decrypt(Buffer.from(cursor, 'base64url'), context)
  } catch {
    return null
  }
}

function readCursor(cursor: string, { read }: Order): { value: unknown; id: string } {
  const at = cursor.lastIndexOf('|')
  const id = cursor.slice(at + 1)
  if (at < 0 || !UUID.test(id)) reject()
  return { value: read(cursor.slice(0, at)), id }
}

/** A page of the documents that the viewer manages and may see. */
export async function listDocuments(
  { secrets }: Needs<'secrets'>,
  tx: TenantTx,
  viewer: Viewer,
  {
    criteria,
    kinds,
    orderBy,
    isDescending,
    pageNumber,
    pageSize,
    cursor,
  }: {
    criteria: DocumentCriteria
    kinds: readonly DocumentKind[]
    orderBy: DocumentOrder
    isDescending: boolean
    pageNumber: number
    pageSize: number
    cursor: string | undefined
  },
): Promise<{ payments: PaymentDocument[]; paging: Paging }> {
  const order = ORDERS[orderBy]
  const column = sql.ref(order.column)
  const direction = isDescending ? sql`desc` : sql`asc`
  const context = contextOf(tx, orderBy)
  const opened = cursor === undefined ? null : openCursor(secrets, cursor, context)
  const after = opened === null ? null : readCursor(opened, order)
  const skip = after ? 0 : (pageNumber - 1) * pageSize
  if (pageNumber < 1 || skip > SKIP_MAX) throw invalidInput('pageNumber', 'There is no such page')
  const matches = await meets(tx, criteria, kinds)
  const isBeyond = isDescending ? sql`<` : sql`>`
  const rows = await runPrepared(
    tx,
    selectPage(tx, viewer, {
      condition: after
        ? sql`${matches} and (${column}, d.id) ${isBeyond} (${after.value}, ${after.id}::uuid)`
        : matches,
      joinsContact: criteria.searchTerm !== undefined,
      order: sql`${column} ${direction}, d.id ${direction}`,
      ...{ skip, limit: pageSize + 1 },
    }),
  )
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNextPage = rows.length > pageSize
  const hasPreviousPage = after !== null || pageNumber > 1
  return {
    payments: shown.map(toDocument),
    paging: {
      pageNumber,
      pageSize,
      hasNextPage,
      hasPreviousPage,
      isFirstPage: !hasPreviousPage,
      isLastPage: !hasNextPage,
      totalItems: null,
      totalPages: null,
      nextCursor:
        hasNextPage && last
          ? secrets.encrypt(`${order.valueOf(last)}|${last.id}`, context).toString('base64url')
          : null,
    },
  }
}

/** Filters that the maintained totals have columns for. */
const KEPT: ReadonlySet<string> = new Set(['statuses', 'kinds', 'locationIDs'] satisfies (keyof DocumentCriteria)[])

/**
 * Counts and sums of matching documents by kind, status and currency; from the maintained totals if these have the
 * filters.
 */
export async function sumDocuments(
  tx: TenantTx,
  viewer: Viewer,
  criteria: DocumentCriteria,
  kinds: readonly DocumentKind[],
): Promise<DocumentTotal[]> {
  const isKept = Object.entries(criteria).every(
    ([name, value]) => value === undefined || value === '' || KEPT.has(name),
  )
  const matches = await meets(tx, criteria, kinds)
  const rows =
    isKept && seesEverything(viewer)
      ? await sumKept(tx, matches)
      : await documentsOf(tx, viewer)
          .where(matches)
          .groupBy(['d.kind', 'd.status', 'd.currency'])
          .orderBy('d.kind')
          .orderBy('d.status')
          .orderBy('d.currency')
          .select(['d.kind', 'd.status', 'd.currency'])
          .select(({ fn }) => [fn.countAll<string>().as('n'), fn.sum<string>('d.totalAmount').as('amount')])
          .execute()
  return rows.map(({ kind, status, currency, n, amount }) => ({
    kind,
    status: status as DocumentTotal['status'],
    currency: currency as DocumentTotal['currency'],
    count: Number(n),
    amount: Number(amount),
  }))
}

async function sumKept(tx: TenantTx, matches: RawBuilder<boolean>) {
  const rows = await tx
    .selectFrom('paymentTotals as d')
    .where('d.tenantId', '=', tx.tenantId)
    .where(matches)
    .groupBy(['d.kind', 'd.status', 'd.currency'])
    .having(({ fn }) => fn.sum('d.n'), '>', 0)
    .orderBy('d.kind')
    .orderBy('d.status')
    .orderBy('d.currency')
    .select(['d.kind', 'd.status', 'd.currency'])
    .select(({ fn }) => [
      fn.sum<string>('d.n').as('n'),
      fn.sum<string>('d.amount').as('amount'),
      fn.countAll<string>().as('deltas'),
    ])
    .execute()
  if (sumOf(rows.map(({ deltas }) => Number(deltas))) > DELTAS_TO_FOLD) await enqueue(tx, foldTotalsSpec(tx.tenantId))
  return rows
}
