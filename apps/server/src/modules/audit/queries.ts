import type { AuditEntry, AuditFilter } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor, readInstant } from '../../platform/paging.ts'

interface Page {
  entries: AuditEntry[]
  nextCursor: string | null
}

/** Lists entries about the business and the viewer's locations, newest first. */
export async function listAuditEntries(
  tx: TenantTx,
  viewer: Pick<Viewer, 'locationIds'>,
  filter: AuditFilter & { cursor?: string | undefined; pageSize: number },
): Promise<Page> {
  const { actions, actorUserID, startDateTimeUTC, endDateTimeUTC, pageSize } = filter
  let query = tx
    .selectFrom('auditEntries')
    .where('tenantId', '=', tx.tenantId)
    .select(['id', 'action', 'actorUserId', 'actorName', 'subject', 'data', 'address', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (viewer.locationIds !== null)
    query = query.where(sql<boolean>`(location_ids is null or location_ids <@ ${[...viewer.locationIds]}::uuid[])`)
  if (actions?.length) query = query.where('action', 'in', actions)
  if (actorUserID) query = query.where('actorUserId', '=', actorUserID)
  if (startDateTimeUTC) query = query.where('createdAt', '>=', readInstant(startDateTimeUTC, 'startDateTimeUTC'))
  if (endDateTimeUTC) query = query.where('createdAt', '<', readInstant(endDateTimeUTC, 'endDateTimeUTC'))
  if (filter.cursor !== undefined) {
    const { sortedAt, id } = readCursor(filter.cursor)
    query = query.where(sql<boolean>`(created_at, id) < (${sortedAt}::timestamptz, ${id}::uuid)`)
  }
  const rows = await query.execute()
  const entries = rows.slice(0, pageSize).map(
    ({ actorUserId, createdAt, ...row }): AuditEntry => ({
      ...row,
      actorUserID: actorUserId,
      createdOnUtc: createdAt,
    }),
  )
  const last = entries.at(-1)
  return { entries, nextCursor: rows.length > pageSize && last ? `${last.createdOnUtc}|${last.id}` : null }
}

/** Lists current and former members. */
export async function listActors(tx: TenantTx): Promise<{ userID: string; displayName: string }[]> {
  const rows = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('invitedAt', 'is', null)
    .orderBy('displayName')
    .select(['id', 'displayName'])
    .limit(1000)
    .execute()
  return rows.map(({ id, displayName }) => ({ userID: id, displayName }))
}
