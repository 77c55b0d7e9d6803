import type { Payout } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { readCursor } from '../../platform/paging.ts'
import { toPayout } from './account-rows.ts'

const PAGE_SIZE = 25

/** Payouts to the bank, newest first. */
export async function listPayouts(
  tx: TenantTx,
  cursor: string | undefined,
): Promise<{ payouts: Payout[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await tx
    .selectFrom('paymentPayouts')
    .where('tenantId', '=', tx.tenantId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.sortedAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .selectAll()
    .execute()
  const payouts = rows.slice(0, PAGE_SIZE).map(toPayout)
  const last = payouts.at(-1)
  return { payouts, nextCursor: rows.length > PAGE_SIZE && last ? `${last.createdAt}|${last.id}` : null }
}

/** The payouts that are expected at the bank in a period of days, also those that failed. */
export const findPayoutsByArrival = (
  tx: TenantTx,
  { startDate, endDate }: { startDate: string; endDate: string },
): Promise<Pick<Row<'paymentPayouts'>, 'id' | 'state' | 'arrivesOn' | 'transactionId' | 'createdAt'>[]> =>
  tx
    .selectFrom('paymentPayouts')
    .where('tenantId', '=', tx.tenantId)
    .where('arrivesOn', '>=', startDate)
    .where('arrivesOn', '<=', endDate)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'state', 'arrivesOn', 'transactionId', 'createdAt'])
    .execute()

export const findPayouts = (
  tx: TenantTx,
  ids: readonly string[],
): Promise<Pick<Row<'paymentPayouts'>, 'id' | 'state' | 'arrivesOn'>[]> =>
  tx
    .selectFrom('paymentPayouts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'state', 'arrivesOn'])
    .execute()
