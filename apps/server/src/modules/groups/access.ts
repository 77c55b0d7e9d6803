import { ContactCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'

export type GroupRow = Omit<Row<'groups'>, 'criteria'> & { criteria: ContactCriteria | null }

/** SQL: whether the viewer may see the group `g`: one of their locations, or of the whole business. */
export const isGroupVisible = ({ locationIds }: Viewer): RawBuilder<boolean> =>
  locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(g.location_id is null or g.location_id = any(${[...locationIds]}::uuid[]))`

/** Whether the viewer may change a group they see: one of the whole business takes all locations. */
export const mayEditGroup = (viewer: Viewer, locationId: string | null): boolean =>
  viewer.locationIds === null || (locationId !== null && viewer.locationIds.includes(locationId))

export function assertMayEditGroup(viewer: Viewer, locationId: string | null): void {
  if (!mayEditGroup(viewer, locationId)) throw new AppError('Forbidden', { permission: 'admin_manage_locations' })
}

export const toGroupRow = (row: Row<'groups'>): GroupRow => ({
  ...row,
  criteria: row.criteria === null ? null : ContactCriteria.parse(row.criteria),
})

export async function findGroups(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<GroupRow[]> {
  const rows = await tx
    .selectFrom('groups as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`g.id = any(${[...ids]}::uuid[])`)
    .where(isGroupVisible(viewer))
    .selectAll('g')
    .execute()
  return rows.map(toGroupRow)
}

/** The only way from an id to a group. */
export async function accessGroup(tx: TenantTx, viewer: Viewer, id: string): Promise<GroupRow> {
  const [group] = await findGroups(tx, viewer, [id])
  if (!group) throw new AppError('GroupNotFound')
  return group
}

/** Locks a group to change it or its members. */
export async function lockGroup(tx: TenantTx, viewer: Viewer, id: string): Promise<GroupRow> {
  await tx
    .selectFrom('groups')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const group = await accessGroup(tx, viewer, id)
  assertMayEditGroup(viewer, group.locationId)
  return group
}
