import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Adds deltas to the maintained totals of contacts: how many more, or fewer, a location has from a source. */
export async function countContacts(
  tx: TenantTx,
  deltas: readonly { locationId: string; source: string; n: number }[],
): Promise<void> {
  if (deltas.length === 0) return
  await sql`
    insert into contact_counts (tenant_id, location_id, source, n)
    select ${tx.tenantId}::uuid, d."locationId", d.source, sum(d.n)
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d ("locationId" uuid, source text, n int)
    group by 2, 3 having sum(d.n) <> 0`.execute(tx)
}

/** Counts the difference between the tags that contacts had and those they have. */
export async function countTags(
  tx: TenantTx,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const deltas = [...before.map((tag) => ({ tag, n: -1 })), ...after.map((tag) => ({ tag, n: 1 }))]
  if (deltas.length === 0) return
  await sql`
    insert into tag_counts (tenant_id, tag, n)
    select ${tx.tenantId}::uuid, d.tag, sum(d.n)
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d (tag text, n int)
    group by 2 having sum(d.n) <> 0`.execute(tx)
}
