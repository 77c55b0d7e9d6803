import {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerEntry,
  POSTING_KINDS,
  type PostedEntry,
  type PostingKind,
  sumOf,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { DELTAS_TO_FOLD } from '../totals/index.ts'
import { isInScope } from '../visibility/index.ts'
import { foldDaysSpec } from './fold-days.job.ts'

export interface Credit {
  /** The id of the row of the contact’s number. */
  contactId: string
  currency: string
  locationId: string
  amount: number
}

/**
 * Credit of contacts from payments at the viewer’s locations, in one currency or all. Teammates of other locations are
 * responsible for the credit there.
 */
export async function findCredits(
  tx: TenantTx,
  viewer: Pick<Viewer, 'locationIds'>,
  contactIds: readonly string[],
  { currency, lock = 'read' }: { currency?: string; lock?: 'read' | 'change' } = {},
): Promise<Credit[]> {
  const query = tx
    .selectFrom('paymentCredits')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${[...contactIds]}::uuid[])`)
    .where('amount', '>', '0')
    .where(isInScope(viewer, 'location_id'))
    .$if(currency !== undefined, (credits) => credits.where('currency', '=', currency ?? ''))
    .orderBy('contactId')
    .orderBy('currency')
    .orderBy('locationId')
    .select(['contactId', 'currency', 'locationId', 'amount'])
  const rows = await (lock === 'change' ? query.forUpdate() : query).execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

export interface Period {
  startDate: string
  /** The last day. */
  endDate: string
  locationID?: string | undefined
}

export interface DayEntry extends PostedEntry {
  day: string
  locationId: string
  currency: string
}

/** Sums of each day at the viewer’s locations, by kind of posting and by debited and credited account. */
export async function sumDays(
  tx: TenantTx,
  viewer: Viewer,
  { startDate, endDate, locationID }: Period,
): Promise<DayEntry[]> {
  const rows = await tx
    .selectFrom('paymentDays as d')
    .where('d.tenantId', '=', tx.tenantId)
    .where('d.day', '>=', startDate)
    .where('d.day', '<=', endDate)
    .where(isInScope(viewer, 'd.location_id'))
    .$if(locationID !== undefined, (query) => query.where('d.locationId', '=', locationID ?? ''))
    .groupBy(['d.day', 'd.locationId', 'd.currency', 'd.kind', 'd.debit', 'd.credit'])
    .select(['d.day', 'd.locationId', 'd.currency', 'd.kind', 'd.debit', 'd.credit'])
    .select(({ fn }) => [fn.sum<string>('d.amount').as('amount'), fn.countAll<string>().as('deltas')])
    .execute()
  if (sumOf(rows.map(({ deltas }) => Number(deltas))) - rows.length > DELTAS_TO_FOLD)
    await enqueue(tx, foldDaysSpec(tx.tenantId))
  return rows.map(({ deltas: _, debit, credit, amount, ...row }) => ({
    ...{ ...row, debit: debit as LedgerAccount, credit: credit as LedgerAccount, amount: Number(amount) },
  }))
}

interface DayPosting {
  id: string
  kind: PostingKind
  documentId: string | null
  createdAt: string
  by: string | null
  entries: LedgerEntry[]
}

/** The postings of a day at a location, oldest first: all, or those with an entry that `counts` selects. */
export async function listPostingsOfDay(
  tx: TenantTx,
  { day, locationId, currency }: { day: string; locationId: string; currency: string },
  { counts, limit }: { counts?: ((entry: Omit<PostedEntry, 'amount'>) => boolean) | undefined; limit: number },
): Promise<DayPosting[]> {
  const postings = await tx
    .selectFrom('ledgerPostings as p')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'p.actorUserId'))
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.day', '=', day)
    .where('p.locationId', '=', locationId)
    .where('p.currency', '=', currency)
    .$if(counts !== undefined, (query) => query.where(hasEntry(tx, counts ?? (() => true))))
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(limit)
    .select(['p.id', 'p.kind', 'p.documentId', 'p.createdAt', 'u.displayName as by'])
    .execute()
  const rows = await tx
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`posting_id = any(${postings.map(({ id }) => id)}::uuid[])`)
    .select(['postingId', 'debit', 'credit', 'amount'])
    .execute()
  const entries = Map.groupBy(
    rows.map((row) => ({ ...row, amount: Number(row.amount) })),
    ({ postingId }) => postingId,
  )
  return postings.map((posting) => ({ ...posting, entries: entries.get(posting.id) ?? [] }))
}

/** SQL: whether the posting `p` has an entry that `counts` selects. */
function hasEntry(tx: TenantTx, counts: (entry: Omit<PostedEntry, 'amount'>) => boolean) {
  const moves = POSTING_KINDS.flatMap((kind) =>
    LEDGER_ACCOUNTS.flatMap((debit) =>
      LEDGER_ACCOUNTS.flatMap((credit) =>
        debit !== credit && counts({ kind, debit, credit }) ? [`${kind} ${debit} ${credit}`] : [],
      ),
    ),
  )
  return sql<boolean>`exists (
    select from ledger_entries e where e.tenant_id = ${tx.tenantId} and e.posting_id = p.id
      and concat(p.kind, ' ', e.debit, ' ', e.credit) = any(${moves}::text[])
  )`
}

/** SQL: the amount that the posting `p` of a payout sent to the bank; negative if it came back. */
const paidOut = (tx: TenantTx) => sql<string>`(
  select coalesce(sum(case when e.debit = 'payouts' then e.amount else -e.amount end), 0)
  from ledger_entries e where e.tenant_id = ${tx.tenantId} and e.posting_id = p.id
)`

/** The parts of payouts that belong to the viewer’s locations, by their balance transactions. */
export async function findPayoutParts(
  tx: TenantTx,
  viewer: Viewer,
  transactionIds: readonly string[],
  locationID?: string,
): Promise<{ transactionId: string; postingId: string; locationId: string; currency: string; amount: number }[]> {
  if (transactionIds.length === 0) return []
  const rows = await tx
    .selectFrom('ledgerTransactions as t')
    .innerJoin('ledgerPostings as p', (join) =>
      join.on('p.tenantId', '=', tx.tenantId).onRef('p.id', '=', 't.postingId'),
    )
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.transaction_id = any(${[...transactionIds]}::text[])`)
    .where('p.kind', '=', 'payout')
    .where(isInScope(viewer, 'p.location_id'))
    .$if(locationID !== undefined, (query) => query.where('p.locationId', '=', locationID ?? ''))
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .select(['t.transactionId', 'p.id as postingId', 'p.locationId', 'p.currency'])
    .select(paidOut(tx).as('amount'))
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

interface PayoutPosting {
  id: string
  day: string
  locationId: string
  currency: string
  amount: number
  source: string
  createdAt: string
}

interface PayoutFilters {
  locationIDs?: string[] | undefined
  startDateTimeUTC?: string | undefined
  endDateTimeUTC?: string | undefined
}

/** The next page of postings of payouts, oldest first, with negative amounts if the money came back. */
export async function listPayoutPostings(
  tx: TenantTx,
  viewer: Viewer,
  { locationIDs, startDateTimeUTC, endDateTimeUTC }: PayoutFilters,
  { after, limit }: { after: { createdAt: string; id: string } | undefined; limit: number },
): Promise<PayoutPosting[]> {
  const rows = await tx
    .selectFrom('ledgerPostings as p')
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.kind', 'in', ['payout', 'payout-failed'])
    .where(isInScope(viewer, 'p.location_id'))
    .$if(locationIDs !== undefined, (query) =>
      query.where(sql<boolean>`p.location_id = any(${locationIDs ?? []}::uuid[])`),
    )
    .$if(startDateTimeUTC !== undefined, (query) => query.where('p.createdAt', '>=', startDateTimeUTC ?? ''))
    .$if(endDateTimeUTC !== undefined, (query) => query.where('p.createdAt', '<', endDateTimeUTC ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(p.created_at, p.id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(limit)
    .select(['p.id', 'p.day', 'p.locationId', 'p.currency', 'p.source', 'p.createdAt'])
    .select(paidOut(tx).as('amount'))
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
