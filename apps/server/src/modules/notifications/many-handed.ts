import { notificationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { TOLD_COLUMNS, type Told } from './list.ts'
import type { Member } from './members.ts'

interface Handed {
  bulkActionId?: string | null | undefined
  actorUserId: string | null
  at: string
}

/** Of the actions that handed conversations over, those over more than one: they are told in one piece of news. */
export async function findManyHanded(tx: TenantTx, events: readonly Handed[]): Promise<Set<string>> {
  const ids = [...new Set(events.flatMap(({ bulkActionId }) => bulkActionId ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('bulkActions')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ids)
    .where('total', '>', 1)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Tells each teammate once how many conversations an action has given them, however many looks at the log it takes:
 * counted anew each time, so that a job that runs twice counts nothing twice. Its message_id is the action's id.
 */
export async function storeManyHanded(
  tx: TenantTx,
  members: Member[],
  events: readonly Handed[],
  many: ReadonlySet<string>,
): Promise<Told[]> {
  const stored: Told[] = []
  for (const bulkActionId of many) {
    const last = events.findLast((event) => event.bulkActionId === bulkActionId)
    const told = members.filter(
      ({ viewer, settings }) =>
        viewer.userId !== last?.actorUserId && notificationRules.isOnAnywhere(settings, 'conversation-assigned'),
    )
    if (!last || told.length === 0) continue
    await sql`select pg_advisory_xact_lock(hashtextextended(${`handed:${bulkActionId}`}, 0))`.execute(tx)
    const { rows } = await sql<Told>`
      with given as (
        select c.to_user_id as user_id, count(*)::int as n
        from bulk_action_items i join conversations c on c.tenant_id = ${tx.tenantId} and c.id = i.conversation_id
        where i.tenant_id = ${tx.tenantId} and i.bulk_action_id = ${bulkActionId} and i.before is not null
          and c.to_user_id = any(${told.map(({ viewer }) => viewer.userId)}::uuid[])
        group by 1
      ), grown as (
        update notifications n set count = g.n, updated_at = ${last.at}::timestamptz
        from given g where n.tenant_id = ${tx.tenantId} and n.user_id = g.user_id
          and n.kind = 'conversation-assigned' and n.message_id = ${bulkActionId}
        returning ${TOLD_COLUMNS}, n.read_at
      ), new as (
        insert into notifications as n (tenant_id, id, user_id, kind, message_id, title, body, count, updated_at)
        select ${tx.tenantId}, p.id, g.user_id, 'conversation-assigned', ${bulkActionId}::uuid,
          coalesce((select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = ${last.actorUserId}::uuid), ''),
          '', g.n, ${last.at}::timestamptz
        from given g
        join unnest(${told.map(({ viewer }) => viewer.userId)}::uuid[], ${told.map(() => newId())}::uuid[]) as p (user_id, id)
          on p.user_id = g.user_id
        where not exists (
          select from notifications o where o.tenant_id = ${tx.tenantId} and o.user_id = g.user_id
            and o.kind = 'conversation-assigned' and o.message_id = ${bulkActionId}
        )
        returning ${TOLD_COLUMNS}, n.read_at
      )
      select * from grown where read_at is null union all select * from new`.execute(tx)
    stored.push(...rows)
  }
  return stored
}
