import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import type { Needs } from '../../platform/module.ts'
import { findCurrentAccount, type NumberLookup } from '../messaging/index.ts'

/** Lookups expire, because numbers change owners and line types. */
const TTL_MS = 90 * 24 * 60 * 60_000
/** Shorter for invalid numbers, which may be assigned any day. */
const INVALID_TTL_MS = 24 * 60 * 60_000

/** Finds a stored lookup that has not expired. */
export const findCachedLookup = async (tx: TenantTx, phone: string, now: string): Promise<NumberLookup | null> =>
  (await findCachedLookups(tx, [phone], now)).get(phone) ?? null

/** The same for several numbers. */
export async function findCachedLookups(
  tx: TenantTx,
  phones: readonly string[],
  now: string,
): Promise<Map<string, NumberLookup>> {
  const rows = await tx
    .selectFrom('numberLookups')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`phone_number = any(${[...phones]}::text[])`)
    .select(['phoneNumber', 'isValid', 'countryCode', 'lineType', 'network', 'lookedUpAt'])
    .execute()
  return new Map(
    rows.flatMap(({ lookedUpAt, phoneNumber, ...lookup }) => {
      const oldest = shift(now, -(lookup.isValid ? TTL_MS : INVALID_TTL_MS))
      return Temporal.Instant.compare(lookedUpAt, oldest) > 0 ? [[phoneNumber, lookup]] : []
    }),
  )
}

/**
 * Looks up a number at the carrier, with a cache per business because each lookup costs. Null without a carrier
 * account; rejects with a CarrierError when the carrier is unavailable.
 */
export async function lookUpNumber(
  deps: Needs<'inTenant' | 'secrets' | 'sharedAccount' | 'carrier' | 'now'>,
  tenant: { tenantId: string },
  phone: string,
): Promise<NumberLookup | null> {
  const { cached, current } = await deps.inTenant(tenant, async (tx) => {
    const cached = await findCachedLookup(tx, phone, deps.now())
    return { cached, current: cached ? null : await findCurrentAccount(deps, tx) }
  })
  if (cached || !current) return cached
  const lookup = await deps.carrier.lookUp(current.account, phone)
  await deps.inTenant(tenant, (tx) => {
    const row = { ...lookup, lookedUpAt: deps.now() }
    return tx
      .insertInto('numberLookups')
      .values({ tenantId: tx.tenantId, phoneNumber: phone, ...row })
      .onConflict((conflict) => conflict.columns(['tenantId', 'phoneNumber']).doUpdateSet(row))
      .execute()
  })
  return lookup
}

/** Deletes expired lookups. */
export const clearExpiredLookups = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from number_lookups where tenant_id = ${tx.tenantId} and phone_number in (
      select phone_number from number_lookups
      where tenant_id = ${tx.tenantId} and looked_up_at < ${shift(now, -INVALID_TTL_MS)}::timestamptz
        and (not is_valid or looked_up_at < ${shift(now, -TTL_MS)}::timestamptz)
      limit ${limit}
    ) returning phone_number`.execute(tx)
  return rows.length
})

/** Counts the business's lookups since an instant. */
export async function countLookups(tx: TenantTx, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('numberLookups')
    .where('tenantId', '=', tx.tenantId)
    .where('lookedUpAt', '>', since)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
