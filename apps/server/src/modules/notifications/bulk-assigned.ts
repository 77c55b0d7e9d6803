import { notificationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { STORED_COLUMNS, type StoredNotification } from './list.ts'
import type { Member } from './members.ts'

interface AssignedEvent {
  bulkActionId?: string | null | undefined
  actorUserId: string | null
  at: string
}

/** Finds the bulk actions of these events that concern several conversations; each is one notification per assignee. */
export async function findBulkAssignments(tx: TenantTx, events: readonly AssignedEvent[]): Promise<Set<string>> {
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
 * Stores one notification per assignee and bulk action, with the number of conversations, however many batches of
 * events the action takes. Recounts each time, so that the job is safe to run twice. `message_id` holds the action's
 * id.
 */
export async function storeBulkAssigned(
  tx: TenantTx,
  members: Member[],
  events: readonly AssignedEvent[],
  bulkActionIds: ReadonlySet<string>,
): Promise<StoredNotification[]> {
  const stored: StoredNotification[] = []
  for (const bulkActionId of bulkActionIds) {
    const last = events.findLast((event) => event.bulkActionId === bulkActionId)
    const recipients = members.filter(
      ({ viewer, settings }) =>
        viewer.userId !== last?.actorUserId && notificationRules.isOnAnywhere(settings, 'conversation-assigned'),
    )
    if (!last || recipients.length === 0) continue
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk-assigned:${bulkActionId}`}, 0))`.execute(tx)
    const { rows } = await sql<StoredNotification>`
      with assigned as (
        select c.to_user_id as user_id, count(*)::int as conversations
        from bulk_action_items i join conversations c on c.tenant_id = ${tx.tenantId} and c.id = i.item_id
        where i.tenant_id = ${tx.tenantId} and i.bulk_action_id = ${bulkActionId} and i.before is not null
          and c.to_user_id = any(${recipients.map(({ viewer }) => viewer.userId)}::uuid[])
        group by 1
      ), updated as (
        update notifications n set count = a.conversations, updated_at = ${last.at}::timestamptz
        from assigned a where n.tenant_id = ${tx.tenantId} and n.user_id = a.user_id
          and n.kind = 'conversation-assigned' and n.message_id = ${bulkActionId}
        returning ${STORED_COLUMNS}, n.read_at
      ), inserted as (
        insert into notifications as n (tenant_id, id, user_id, kind, message_id, title, body, count, updated_at)
        select ${tx.tenantId}, r.id, a.user_id, 'conversation-assigned', ${bulkActionId}::uuid,
          coalesce((select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = ${last.actorUserId}::uuid), ''),
          '', a.conversations, ${last.at}::timestamptz
          from assigned a
          join unnest(${recipients.map(({ viewer }) => viewer.userId)}::uuid[], ${recipients.map(() => newId())}::uuid[]) as r (user_id, id)
          on r.user_id = a.user_id
        where not exists (
          select from notifications existing where existing.tenant_id = ${tx.tenantId} and existing.user_id = a.user_id
          and existing.kind = 'conversation-assigned' and existing.message_id = ${bulkActionId}
        )
        returning ${STORED_COLUMNS}, n.read_at
      )
      select * from updated where read_at is null union all select * from inserted`.execute(tx)
    stored.push(...rows)
  }
  return stored
}
