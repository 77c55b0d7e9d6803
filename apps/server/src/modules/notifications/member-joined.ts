import { notificationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { STORED_COLUMNS, type StoredNotification } from './list.ts'
import type { Member } from './members.ts'

/** Stores one notification per teammate about each new member, for everyone but the new member. */
export async function storeMemberJoined(
  tx: TenantTx,
  members: Member[],
  events: { actorUserId: string | null; at: string }[],
): Promise<StoredNotification[]> {
  if (events.length === 0) return []
  const people = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      events.flatMap(({ actorUserId }) => actorUserId ?? []),
    )
    .where('removedAt', 'is', null)
    .select(['id', 'displayName'])
    .execute()
  const recipients = members.filter(({ settings }) => notificationRules.isOnAnywhere(settings, 'teammate-joined'))
  const rows = people.flatMap(({ id: joinedId, displayName: title }) =>
    recipients
      .filter(({ viewer }) => viewer.userId !== joinedId)
      .map(({ viewer: { userId } }) => ({
        id: newId(),
        userId,
        joinedId,
        title,
        at: events.findLast(({ actorUserId }) => actorUserId === joinedId)?.at,
      })),
  )
  if (rows.length === 0) return []
  const { rows: stored } = await sql<StoredNotification>`
    insert into notifications as n (tenant_id, id, user_id, kind, message_id, title, body, count, updated_at)
    select ${tx.tenantId}, x.id, x."userId", 'teammate-joined', x."joinedId", x.title, '', 1, x.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (
      id uuid, "userId" uuid, "joinedId" uuid, title text, at timestamptz
    )
    where not exists (
      select from notifications existing where existing.tenant_id = ${tx.tenantId} and existing.user_id = x."userId"
        and existing.kind = 'teammate-joined' and existing.message_id = x."joinedId"
    )
    returning ${STORED_COLUMNS}`.execute(tx)
  return stored
}
