import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'

const TAGS_MAX = 1000

interface TagUse {
  tag: string
  contacts: number
}

/** Lists the tags of the contacts that the actor may see, by name, with the number of contacts that have each. */
export async function listTags(tx: TenantTx, actor: Actor): Promise<TagUse[]> {
  const counted = seesEverything(actor)
    ? sql`select n.tag, sum(n.n)::int as contacts from tag_counts n where n.tenant_id = ${tx.tenantId} group by 1`
    : sql`
      select x.tag, count(*)::int as contacts from contacts t cross join unnest(t.tags) as x (tag)
      where t.tenant_id = ${tx.tenantId} and t.main_id is null and t.tags <> '{}' and ${isContactVisible(tx, actor)} group by 1`
  const { rows } = await sql<TagUse>`
    select tag, contacts from (${counted}) used where contacts > 0 order by lower(tag), tag limit ${TAGS_MAX}`.execute(
    tx,
  )
  return rows
}
