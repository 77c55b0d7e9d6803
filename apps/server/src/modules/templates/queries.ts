import type { Template } from '@frontdesk/contract/api'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

export const MAX_TEMPLATES = 500

type TemplateRow = Pick<Row<'templates'>, 'id' | 'title' | 'message' | 'lastUsedAt' | 'usedCount' | 'version'> &
  Pick<Template, 'locationIDs' | 'favorite' | 'isShared'>

/** SQL: whether the actor has one of the locations of template `t`. */
const isVisible = (tx: TenantTx, actor: Actor) =>
  actor.locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(t.is_everywhere or exists (
        select from template_locations l where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
          and l.location_id = any(${[...actor.locationIds]}::uuid[])))`

/** SQL: whether the template `t` is also used at locations the actor does not have. */
const isShared = (tx: TenantTx, actor: Actor) =>
  actor.locationIds === null
    ? sql<boolean>`false`
    : sql<boolean>`(t.is_everywhere or exists (
        select from template_locations l where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
          and l.location_id <> all(${[...actor.locationIds]}::uuid[])))`

async function selectTemplates(tx: TenantTx, actor: Actor, condition: RawBuilder<boolean>): Promise<Template[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.title, t.message, t.last_used_at as "lastUsedAt", t.used_count as "usedCount", t.version,
      case when not t.is_everywhere then coalesce((
        select jsonb_agg(l.location_id order by l.location_id) from template_locations l
        where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
          and ${actor.locationIds === null ? sql`true` : sql`l.location_id = any(${[...actor.locationIds]}::uuid[])`}
      ), '[]') end as "locationIDs",
      exists (
        select from template_favorites f
        where f.tenant_id = ${tx.tenantId} and f.template_id = t.id and f.user_id = ${actor.userId}
      ) as favorite,
      ${isShared(tx, actor)} as "isShared"
    from templates t where t.tenant_id = ${tx.tenantId} and ${isVisible(tx, actor)} and ${condition}
    order by favorite desc, t.used_count desc, lower(t.title), t.id limit ${MAX_TEMPLATES}`.execute(tx)
  return rows.map((row) => ({ ...row, locationsCount: row.locationIDs?.length ?? 0 }))
}

export const listTemplates = (tx: TenantTx, actor: Actor): Promise<Template[]> => selectTemplates(tx, actor, sql`true`)

export const findTemplate = async (tx: TenantTx, actor: Actor, id: string): Promise<Template | undefined> =>
  (await selectTemplates(tx, actor, sql`t.id = ${id}`))[0]

/** Locks a template and finds it. */
export async function lockTemplate(tx: TenantTx, actor: Actor, id: string): Promise<Template | undefined> {
  await tx
    .selectFrom('templates')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return findTemplate(tx, actor, id)
}

/** The locations that use a template; null means all. */
export async function findLocationsOf(tx: TenantTx, id: string): Promise<string[] | null> {
  const { rows } = await sql<{ locationIds: string[] | null }>`
    select case when not t.is_everywhere then array(
      select l.location_id from template_locations l where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
    ) end as "locationIds"
    from templates t where t.tenant_id = ${tx.tenantId} and t.id = ${id}`.execute(tx)
  return rows[0]?.locationIds ?? null
}
