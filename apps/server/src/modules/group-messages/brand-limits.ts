import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { selectMessagesWithPair } from '../number-pairs/index.ts'
import { carrierDay, startOfDay, startOfDayAfter } from './send-budget.ts'

/** How long the count of texts outside group messages is reused. */
const RECOUNT_MS = 60_000

/** Segments that T-Mobile still accepts today for a brand. A batch mutates it as it sends. */
export interface BrandAllowance {
  brandId: string
  left: number
  spent: number
  /** Start of the carrier's next day. */
  until: string
}

/**
 * Locks the usage of the brands of these numbers, after the budgets of the numbers, and returns what each number may
 * still send to T-Mobile today. Numbers of one brand share an allowance; a number without a known limit has none.
 */
export async function lockBrandAllowances(
  tx: TenantTx,
  phones: readonly string[],
): Promise<Map<string, BrandAllowance>> {
  const limits = (await findLimits(tx)).filter(({ phoneNumber }) => phones.includes(phoneNumber))
  const brands = new Map<string, BrandAllowance>()
  for (const brandId of [...new Set(limits.map((each) => each.brandId))].toSorted()) {
    const { used, otherUsed } = await lockUsage(tx, brandId)
    brands.set(brandId, {
      brandId,
      left: segmentsPerDayOf(limits, brandId) - used - otherUsed,
      spent: 0,
      until: startOfDayAfter(carrierDay(tx.now())),
    })
  }
  return new Map(
    limits.flatMap(({ phoneNumber, brandId }) => {
      const allowance = brands.get(brandId)
      return allowance ? [[phoneNumber, allowance]] : []
    }),
  )
}

/** Stores the spent allowances, after `lockBrandAllowances` in the same transaction. */
export async function spendBrandAllowances(
  tx: TenantTx,
  allowances: ReadonlyMap<string, BrandAllowance>,
): Promise<void> {
  for (const { brandId, spent } of new Set(allowances.values()))
    if (spent > 0)
      await tx
        .updateTable('brandUsage')
        .set(({ eb }) => ({ used: eb('used', '+', spent) }))
        .where('tenantId', '=', tx.tenantId)
        .where('brandId', '=', brandId)
        .execute()
}

/**
 * Marks a brand’s allowance of today as spent after T-Mobile refused a text of today, such as because other platforms
 * send for the brand too.
 */
export async function endBrandDay(tx: TenantTx, messageId: string): Promise<void> {
  const sender = await selectMessagesWithPair(tx)
    .where('m.id', '=', messageId)
    .where('m.claimedAt', '>=', startOfDay(carrierDay(tx.now())))
    .executeTakeFirst()
  const limits = await findLimits(tx)
  const brandId = limits.find(({ phoneNumber }) => phoneNumber === sender?.tenantPhone)?.brandId
  if (brandId === undefined) return
  const { used, otherUsed } = await lockUsage(tx, brandId)
  await tx
    .updateTable('brandUsage')
    .set({ used: Math.max(used, segmentsPerDayOf(limits, brandId) - otherUsed) })
    .where('tenantId', '=', tx.tenantId)
    .where('brandId', '=', brandId)
    .execute()
}

/**
 * Reads the daily limit of the brands of a location's numbers, or of all numbers, and how much of it is used; null if a
 * number has no known limit.
 */
export async function readBrandLimit(
  tx: TenantTx,
  locationId: string | null,
): Promise<{ segmentsPerDay: number; used: number } | null> {
  const numbers = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .$if(locationId !== null, (query) => query.where('locationId', '=', locationId))
    .select('phoneNumber')
    .execute()
  const limits = (await findLimits(tx)).filter((limit) =>
    numbers.some(({ phoneNumber }) => phoneNumber === limit.phoneNumber),
  )
  if (limits.length === 0 || limits.length < numbers.length) return null
  const brandIds = [...new Set(limits.map(({ brandId }) => brandId))]
  const usage = await tx
    .selectFrom('brandUsage')
    .where('tenantId', '=', tx.tenantId)
    .where('brandId', 'in', brandIds)
    .where('day', '=', carrierDay(tx.now()))
    .select(['used', 'otherUsed'])
    .execute()
  return {
    segmentsPerDay: brandIds.reduce((sum, brandId) => sum + segmentsPerDayOf(limits, brandId), 0),
    used: usage.reduce((sum, { used, otherUsed }) => sum + used + otherUsed, 0),
  }
}

/** Finds the numbers whose brands have reached their daily limit, so that most recipients can only be held. */
export async function findSpentNumbers(tx: TenantTx): Promise<Set<string>> {
  const limits = await findLimits(tx)
  if (limits.length === 0) return new Set()
  const usage = await tx
    .selectFrom('brandUsage')
    .where('tenantId', '=', tx.tenantId)
    .where('day', '=', carrierDay(tx.now()))
    .select(['brandId', 'used', 'otherUsed'])
    .execute()
  const isSpent = ({ brandId }: BrandLimit) =>
    usage.some((each) => each.brandId === brandId && each.used + each.otherUsed >= segmentsPerDayOf(limits, brandId))
  return new Set(limits.filter(isSpent).map(({ phoneNumber }) => phoneNumber))
}

/**
 * SQL pattern of the names that Line Type Intelligence gives to large networks other than T-Mobile. All others count as
 * T-Mobile, whose network many small carriers use.
 */
const OTHER_NETWORKS = String.raw`\yat&t\y|cingular|verizon|cellco|\yu\.?s\.? cellular\y|united states cellular`

/** Finds the numbers that are known to be on a network other than T-Mobile. Looks none up at the carrier. */
export async function findOtherNetworks(tx: TenantTx, phones: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('numberLookups')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`phone_number = any(${[...phones]}::text[])`)
    .where(sql<boolean>`network ~* ${OTHER_NETWORKS}`)
    .select('phoneNumber')
    .execute()
  return new Set(rows.map(({ phoneNumber }) => phoneNumber))
}

/** Recipients per statement: at most this many pending ones, and as many whose hold has ended. */
const HELD_BATCH = 1000

/**
 * Holds the next recipients of a locked message until the carrier's next day, if the brands of all its numbers have
 * reached their daily limit. Leaves those known to be on other networks. Checks nothing else about them: that is done
 * when they are due. Returns whether any was held.
 */
export async function holdUntilNextDay(tx: TenantTx, groupMessageId: string): Promise<boolean> {
  const at = tx.now()
  const recipients = sql`select q.contact_id from group_recipients q
        where q.tenant_id = ${tx.tenantId} and q.group_message_id = ${groupMessageId}`
  const { numAffectedRows = 0n } = await sql`
    update group_recipients r set
      state = 'held', reason = 'brand-limit', held_until = ${startOfDayAfter(carrierDay(at))}::timestamptz
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${groupMessageId} and r.state in ('pending', 'held')
      and r.contact_id = any(array(
      select q.contact_id from (
        (${recipients} and q.state = 'held' and q.reason <> 'missed' and q.held_until <= ${at}::timestamptz order by q.held_until limit ${HELD_BATCH})
        union all
        (${recipients} and q.state = 'pending' order by q.contact_id limit ${HELD_BATCH})
      ) q
      left join lateral (
        select true as is_other from contacts c
        join contacts t on t.tenant_id = ${tx.tenantId} and t.id = ${mainContactId('c')}
        join number_lookups l on l.tenant_id = ${tx.tenantId} and l.phone_number = t.phone
        where c.tenant_id = ${tx.tenantId} and c.id = q.contact_id and l.network ~* ${OTHER_NETWORKS} limit 1
      ) o on true
      where o.is_other is null
    ))`.execute(tx)
  return numAffectedRows > 0n
}

interface BrandLimit {
  phoneNumber: string
  brandId: string
  segmentsPerDay: number
}

async function findLimits(tx: TenantTx): Promise<BrandLimit[]> {
  const rows = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .where('brandSegmentsPerDay', 'is not', null)
    .select(['phoneNumber', 'brandId', 'brandSegmentsPerDay'])
    .execute()
  return rows.flatMap(({ phoneNumber, brandId, brandSegmentsPerDay: segmentsPerDay }) =>
    brandId === null || segmentsPerDay === null ? [] : [{ phoneNumber, brandId, segmentsPerDay }],
  )
}

/** Daily limit of a brand: the lowest if those of its campaigns differ. */
const segmentsPerDayOf = (limits: readonly BrandLimit[], brandId: string): number =>
  Math.min(...limits.flatMap((limit) => (limit.brandId === brandId ? [limit.segmentsPerDay] : [])))

async function lockUsage(tx: TenantTx, brandId: string): Promise<{ used: number; otherUsed: number }> {
  const at = tx.now()
  const day = carrierDay(at)
  const usage = await tx
    .insertInto('brandUsage')
    .values({ tenantId: tx.tenantId, brandId, day })
    // Locks the row, and returns it as it is.
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'brandId']).doUpdateSet({ tenantId: sql`excluded.tenant_id` }),
    )
    .returning(['day', 'used', 'otherUsed', 'countedAt'])
    .executeTakeFirstOrThrow()
  const isToday = usage.day === day
  if (isToday && usage.countedAt !== null && !isAfter(at, shift(usage.countedAt, RECOUNT_MS))) return usage
  const current = { used: isToday ? usage.used : 0, otherUsed: await countOtherTexts(tx, startOfDay(day)) }
  await tx
    .updateTable('brandUsage')
    .set({ ...current, day, countedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('brandId', '=', brandId)
    .execute()
  return current
}

/** Segments and MMS of the business’s texts outside group messages: those of teammates, reminders and others. */
async function countOtherTexts(tx: TenantTx, since: string): Promise<number> {
  const { n } = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('isOutgoing', '=', true)
    .where('type', 'in', ['text', 'media'])
    .where('createdAt', '>=', since)
    .where('deliveryStatus', 'not in', ['queued', 'failed'])
    .where(({ not, and, eb }) => not(and([eb('purpose', '=', 'automatic'), eb('isMarketing', '=', true)])))
    .select(sql<number>`coalesce(sum(case when type = 'media' then 1 else greatest(segments, 1) end), 0)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
