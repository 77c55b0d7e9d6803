import type { CashSheetRow } from '@frontdesk/contract/api'
import {
  CASH_FIGURE_KEYS,
  type CashFigure,
  figureOf,
  type LedgerAccount,
  type PostedEntry,
  sumOf,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
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
 * What the business owes contacts for what was paid at the viewer’s locations, in one currency or all. Credit of another
 * location is money that its teammates answer for.
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

const DAYS_MAX = 366

/** The cash sheet of the viewer’s locations, newest day first. */
export async function getCashSheet(
  tx: TenantTx,
  viewer: Viewer,
  { startDate, endDate, locationID }: { startDate: string; endDate: string; locationID?: string | undefined },
): Promise<CashSheetRow[]> {
  const days = Temporal.PlainDate.from(startDate).until(endDate).days
  if (days < 0 || days >= DAYS_MAX) throw invalidInput('endDate', `Up to ${DAYS_MAX - 1} days later`)
  const rows = await tx
    .selectFrom('paymentDays as d')
    .where('d.tenantId', '=', tx.tenantId)
    .where('d.day', '>=', startDate)
    .where('d.day', '<=', endDate)
    .where(isInScope(viewer, 'd.location_id'))
    .$if(locationID !== undefined, (query) => query.where('d.locationId', '=', locationID ?? ''))
    .orderBy('d.day', 'desc')
    .orderBy('d.locationId')
    .orderBy('d.currency')
    .groupBy(['d.day', 'd.locationId', 'd.currency', 'd.kind', 'd.debit', 'd.credit'])
    .select(['d.day', 'd.locationId', 'd.currency', 'd.kind', 'd.debit', 'd.credit'])
    .select(({ fn }) => [fn.sum<string>('d.amount').as('amount'), fn.countAll<string>().as('deltas')])
    .execute()
  if (sumOf(rows.map(({ deltas }) => Number(deltas))) - rows.length > DELTAS_TO_FOLD)
    await enqueue(tx, foldDaysSpec(tx.tenantId))
  const groups = Map.groupBy(rows, ({ day, locationId, currency }) => `${day} ${locationId} ${currency}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const entries = group.map(
      ({ kind, debit, credit, amount }): PostedEntry => ({
        ...{ kind, debit: debit as LedgerAccount, credit: credit as LedgerAccount, amount: Number(amount) },
      }),
    )
    return [
      {
        day: first.day,
        locationID: first.locationId,
        currency: first.currency as CashSheetRow['currency'],
        ...figuresOf(entries),
      },
    ]
  })
}

const figuresOf = (entries: readonly PostedEntry[]) =>
  Object.fromEntries(CASH_FIGURE_KEYS.map((figure) => [figure, figureOf(figure, entries)])) as Record<
    CashFigure,
    number
  >

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

/** The next postings of payouts, oldest first; below zero is what came back. */
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
    .select(
      sql<string>`(
        select coalesce(sum(case when e.debit = 'payouts' then e.amount else -e.amount end), 0)
        from ledger_entries e where e.tenant_id = ${tx.tenantId} and e.posting_id = p.id
      )`.as('amount'),
    )
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
