import { notificationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { TOLD_COLUMNS, type Told } from './list.ts'
import type { Member } from './members.ts'

/** Tells the team who joined it, once, and not who joined. */
export async function storeJoined(
  tx: TenantTx,
  members: Member[],
  events: { actorUserId: string | null; at: string }[],
): Promise<Told[]> {
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
  const told = members.filter(({ settings }) => notificationRules.isOnAnywhere(settings, 'teammate-joined'))
  const news = people.flatMap(({ id: joinedId, displayName: title }) =>
    told
      .filter(({ viewer }) => viewer.userId !== joinedId)
      .map(({ viewer: { userId } }) => ({
        id: newId(),
        userId,
        joinedId,
        title,
        at: events.findLast(({ actorUserId }) => actorUserId === joinedId)?.at,
      })),
  )
  if (news.length === 0) return []
  const { rows } = await sql<Told>`
    insert into notifications as n (tenant_id, id, user_id, kind, message_id, title, body, count, updated_at)
    select ${tx.tenantId}, x.id, x."userId", 'teammate-joined', x."joinedId", x.title, '', 1, x.at
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as x (
      id uuid, "userId" uuid, "joinedId" uuid, title text, at timestamptz
    )
    where not exists (
      select from notifications o where o.tenant_id = ${tx.tenantId} and o.user_id = x."userId"
        and o.kind = 'teammate-joined' and o.message_id = x."joinedId"
    )
    returning ${TOLD_COLUMNS}`.execute(tx)
  return rows
}
