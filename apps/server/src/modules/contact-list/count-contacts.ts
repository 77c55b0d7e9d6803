import { ContactCriteria } from '@frontdesk/contract/api'
import { CONTACT_COUNT_ALL_MS, CONTACT_COUNT_MAX, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { foldContactCountsSpec } from '../contact-rows/index.ts'
import { DELTAS_TO_FOLD } from '../totals/index.ts'
import { seesEverything } from '../visibility/index.ts'
import { lookUp, matches } from './criteria.ts'

const FILTERS = ContactCriteria.keyof().options

/** Filters that the maintained totals have columns for. */
const COUNTABLE = new Set<string>(['locationIDs', 'sources'])

/** Counts from the maintained totals; null if the rows have to be counted. */
export async function sumContacts(tx: TenantTx, actor: Actor, criteria: ContactCriteria): Promise<number | null> {
  const { locationIDs, sources } = criteria
  const isNarrowed = FILTERS.some(
    (name) => criteria[name] !== undefined && criteria[name] !== '' && !COUNTABLE.has(name),
  )
  if (isNarrowed || !seesEverything(actor)) return null
  const [total] = await runPrepared(
    tx,
    sql<{ n: number; deltas: number }>`
    select coalesce(sum(n.n), 0)::int as n, count(*)::int as deltas from contact_counts n
    where n.tenant_id = ${tx.tenantId}
      ${locationIDs ? sql`and n.location_id = any(${locationIDs}::uuid[])` : sql``}
      ${sources ? sql`and n.source = any(${sources}::text[])` : sql``}`,
  )
  if (total && total.deltas > DELTAS_TO_FOLD) await enqueue(tx, foldContactCountsSpec(tx.tenantId))
  return total?.n ?? 0
}

/** Counts the contacts that match, up to a limit. */
export async function countMatchingContacts(
  tx: TenantTx,
  actor: Actor,
  criteria: ContactCriteria,
): Promise<{ count: number; isCapped: boolean }> {
  const sum = await sumContacts(tx, actor, criteria)
  if (sum !== null) return { count: sum, isCapped: false }
  const lookups = await lookUp(tx, actor, criteria)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from contacts t where t.main_id is null and ${matches(tx, actor, criteria, lookups)} limit ${CONTACT_COUNT_MAX + 1}
    ) matching`.execute(tx)
  const n = rows[0]?.n ?? 0
  return { count: Math.min(n, CONTACT_COUNT_MAX), isCapped: n > CONTACT_COUNT_MAX }
}

/** Counts all contacts that match; too many to read fail with a statement timeout, see `isStatementTimeout`. */
export async function countAllContacts(tx: TenantTx, actor: Actor, criteria: ContactCriteria): Promise<number> {
  await sql`set local statement_timeout = ${sql.lit(CONTACT_COUNT_ALL_MS)}`.execute(tx)
  const sum = await sumContacts(tx, actor, criteria)
  if (sum !== null) return sum
  const lookups = await lookUp(tx, actor, criteria)
  const { n } = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.mainId', 'is', null)
    .where(matches(tx, actor, criteria, lookups))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * SQL: the ids of the contacts that match, at most so many (null: all). With `after`, those after that id (null: from
 * the first), in order.
 */
export async function matchingContacts(
  tx: TenantTx,
  viewer: Viewer,
  criteria: ContactCriteria,
  limit: number | null,
  after?: string | null,
): Promise<RawBuilder<unknown>> {
  const lookups = await lookUp(tx, viewer, criteria)
  return sql`
    select t.id from contacts t
    where t.main_id is null and ${matches(tx, viewer, criteria, lookups)} ${after ? sql`and t.id > ${after}` : sql``}
    ${after === undefined ? sql`` : sql`order by t.id`} limit ${limit}`
}
