import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules, type Role, splitName } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember, assertRemovable } from './access.ts'
import { memberChanged } from './events.ts'
import { findMember } from './queries.ts'
import { publishTeamChanged } from './realtime.ts'

export interface MemberChange {
  userID: string
  name?: string | undefined
  roleName?: Role | undefined
  /** Null grants all locations. */
  locations?: string[] | null | undefined
  /** Version the edit is based on; an outdated one is rejected with the current state. */
  version?: number | undefined
}

/** Changes a member's name, role or locations, whichever are given. */
export async function changeMember(tx: TenantTx, actor: Actor, change: MemberChange): Promise<TeamMember> {
  const existing = await accessMember(tx, actor, change.userID)
  if (change.version !== undefined && change.version !== existing.version) throw new AppError('MemberChanged', existing)
  const next = {
    name: change.name ?? existing.displayName,
    roleName: change.roleName ?? existing.roleName,
    locations: change.locations === undefined ? existing.locations : change.locations,
  }
  const isRenamed = next.name !== existing.displayName
  const hasNewRole = next.roleName !== existing.roleName
  const hasNewLocations = locationsKey(next.locations) !== locationsKey(existing.locations)
  if (!isRenamed && !hasNewRole && !hasNewLocations) return existing

  if (hasNewRole) {
    await assertRemovable(tx, actor, existing)
    if (!memberRules.grantRole(actor, next.roleName)) throw new AppError('OwnersOnly')
  }
  if (hasNewLocations) {
    await assertGrantable(tx, actor, next.locations)
    if (existing.id === actor.userId) throw new AppError('OwnMembership')
    if (existing.isAccountHolder) throw new AppError('AccountHolderProtected')
    await setLocations(tx, existing.id, next.locations)
  }
  const at = tx.now()
  const { firstName, lastName } = splitName(next.name)
  await tx
    .updateTable('users')
    .set({
      ...(isRenamed && { displayName: next.name, firstName, lastName }),
      role: next.roleName,
      hasAllLocations: next.locations === null,
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', existing.id)
    .execute()
  await memberChanged.record(tx, { at, actorUserId: actor.userId, data: { userId: existing.id } })
  await recordAudit(tx, {
    action: 'member.changed',
    actor,
    subject: next.name,
    data: {
      ...(isRenamed && { nameBefore: existing.displayName }),
      ...(hasNewRole && { role: next.roleName, roleBefore: existing.roleName }),
      ...(hasNewLocations && { locations: next.locations?.length ?? 'all' }),
    },
    at,
  })
  const updated = await findMember(tx, existing.id)
  if (!updated) throw new AppError('MemberNotFound')
  publishTeamChanged(tx, { isRenamed })
  return updated
}

const locationsKey = (locations: readonly string[] | null) => (locations === null ? 'all' : locations.toSorted().join())

/** Asserts that the locations exist and that the actor has them. */
export async function assertGrantable(tx: TenantTx, actor: Actor, locations: string[] | null): Promise<void> {
  const ids = [...new Set(locations ?? [])]
  const existing =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('locations')
          .where('tenantId', '=', tx.tenantId)
          .where('id', 'in', ids)
          .select('id')
          .execute()
  if (existing.length !== ids.length || !memberRules.grantLocations(actor, locations)) {
    throw new AppError('LocationNotFound')
  }
}

export async function setLocations(tx: TenantTx, userId: string, locations: string[] | null): Promise<void> {
  await tx.deleteFrom('userLocations').where('tenantId', '=', tx.tenantId).where('userId', '=', userId).execute()
  const ids = [...new Set(locations ?? [])]
  if (ids.length === 0) return
  await tx
    .insertInto('userLocations')
    .values(ids.map((locationId) => ({ tenantId: tx.tenantId, userId, locationId })))
    .execute()
}
