import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import type { Needs } from '../../platform/module.ts'
import { currentAccount, type NumberFacts } from '../messaging/index.ts'

/** Numbers change hands and kinds; an older answer is asked for again. */
const FRESH_MS = 90 * 24 * 60 * 60_000
/** What is no number today may be given out tomorrow. */
const FRESH_INVALID_MS = 24 * 60 * 60_000

/** What a carrier said about a number lately. */
export async function findKnownNumber(tx: TenantTx, phone: string, now: string): Promise<NumberFacts | null> {
  const row = await tx
    .selectFrom('numberLookups')
    .where('tenantId', '=', tx.tenantId)
    .where('phoneNumber', '=', phone)
    .select(['isValid', 'countryCode', 'lineType', 'lookedUpAt'])
    .executeTakeFirst()
  if (!row) return null
  const { lookedUpAt, ...facts } = row
  const oldest = shift(now, -(row.isValid ? FRESH_MS : FRESH_INVALID_MS))
  return Temporal.Instant.compare(lookedUpAt, oldest) > 0 ? facts : null
}

/**
 * What the carrier says about a number. Each question costs, so its answers are kept for each business. Null where there
 * is no account to ask with; rejects with a CarrierError when the carrier cannot answer.
 */
export async function lookUpNumber(
  deps: Needs<'inTenant' | 'secrets' | 'sharedAccount' | 'carrier' | 'now'>,
  tenant: { tenantId: string },
  phone: string,
): Promise<NumberFacts | null> {
  const { known, place } = await deps.inTenant(tenant, async (tx) => {
    const found = await findKnownNumber(tx, phone, deps.now())
    return { known: found, place: found ? null : await currentAccount(deps, tx) }
  })
  if (known || !place) return known
  const facts = await deps.carrier.lookUp(place.account, phone)
  await deps.inTenant(tenant, (tx) => {
    const answer = { ...facts, lookedUpAt: deps.now() }
    return tx
      .insertInto('numberLookups')
      .values({ tenantId: tx.tenantId, phoneNumber: phone, ...answer })
      .onConflict((conflict) => conflict.columns(['tenantId', 'phoneNumber']).doUpdateSet(answer))
      .execute()
  })
  return facts
}

/** What would be asked for again anyway. */
export const clearOldLookups = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from number_lookups where tenant_id = ${tx.tenantId} and phone_number in (
      select phone_number from number_lookups
      where tenant_id = ${tx.tenantId} and looked_up_at < ${shift(now, -FRESH_INVALID_MS)}::timestamptz
        and (not is_valid or looked_up_at < ${shift(now, -FRESH_MS)}::timestamptz)
      limit ${limit}
    ) returning phone_number`.execute(tx)
  return rows.length
})

/** How many numbers the business has looked up since. */
export async function countLookups(tx: TenantTx, since: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from number_lookups where tenant_id = ${tx.tenantId} and looked_up_at > ${since}::timestamptz`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
