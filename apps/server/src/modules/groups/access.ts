import { ContactCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { contactOf } from '../contact-rows/index.ts'
import { assertMayEditInScope, isContactVisible, isInScope, seesEverything } from '../visibility/index.ts'

export type GroupRow = Omit<Row<'groups'>, 'criteria'> & { criteria: ContactCriteria | null }

export const toGroupRow = (row: Row<'groups'>): GroupRow => ({
  ...row,
  criteria: row.criteria === null ? null : ContactCriteria.parse(row.criteria),
})

export async function findGroups(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<GroupRow[]> {
  const rows = await tx
    .selectFrom('groups as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`g.id = any(${[...ids]}::uuid[])`)
    .where(isInScope(viewer, 'g.location_id'))
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

export async function lockGroupRow(tx: TenantTx, id: string): Promise<void> {
  await tx
    .selectFrom('groups')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether the viewer sees all stored members of a group. Its creator chose them, and a dynamic group stores none. */
export async function seesAllMembers(tx: TenantTx, viewer: Viewer, group: GroupRow): Promise<boolean> {
  if (group.createdBy === viewer.userId || group.kind === 'dynamic' || seesEverything(viewer)) return true
  const { rows } = await sql`
    select from group_members gm cross join ${contactOf(tx, sql`gm.contact_id`)}
    where gm.tenant_id = ${tx.tenantId} and gm.group_id = ${group.id} and not ${isContactVisible(tx, viewer)}
    limit 1`.execute(tx)
  return rows.length === 0
}

/** Locks a group to change it or its members. */
export async function lockGroup(tx: TenantTx, viewer: Viewer, id: string): Promise<GroupRow> {
  await lockGroupRow(tx, id)
  const group = await accessGroup(tx, viewer, id)
  assertMayEditInScope(viewer, group.locationId)
  return group
}
