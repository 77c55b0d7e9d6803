import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules, type Role, splitName } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember, assertRemovable } from './access.ts'
import type { TeamDeps } from './deps.ts'
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
export async function changeMember(deps: TeamDeps, actor: Actor, change: MemberChange): Promise<TeamMember> {
  const { before, after } = await deps.inTenant(actor, async (tx) => {
    const before = await accessMember(tx, actor, change.userID)
    if (change.version !== undefined && change.version !== before.version) throw new AppError('MemberChanged', before)
    const next = {
      name: change.name ?? before.displayName,
      roleName: change.roleName ?? before.roleName,
      locations: change.locations === undefined ? before.locations : change.locations,
    }
    const isRenamed = next.name !== before.displayName
    const hasNewRole = next.roleName !== before.roleName
    const hasNewLocations = locationsKey(next.locations) !== locationsKey(before.locations)
    if (!isRenamed && !hasNewRole && !hasNewLocations) return { before, after: before }

    if (hasNewRole) {
      await assertRemovable(tx, actor, before)
      if (!memberRules.grantRole(actor, next.roleName)) throw new AppError('OwnersOnly')
    }
    if (hasNewLocations) {
      await assertGrantable(tx, actor, next.locations)
      if (before.id === actor.userId) throw new AppError('OwnMembership')
      if (before.isAccountHolder) throw new AppError('AccountHolderProtected')
      await setLocations(tx, before.id, next.locations)
    }
    const at = deps.now()
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
      .where('id', '=', before.id)
      .execute()
    await memberChanged.record(tx, { at, actorUserId: actor.userId, data: { userId: before.id } })
    await recordAudit(tx, {
      action: 'member.changed',
      actor,
      subject: next.name,
      data: {
        ...(isRenamed && { nameBefore: before.displayName }),
        ...(hasNewRole && { role: next.roleName, roleBefore: before.roleName }),
        ...(hasNewLocations && { locations: next.locations?.length ?? 'all' }),
      },
      at,
    })
    const after = await findMember(tx, before.id)
    if (!after) throw new AppError('MemberNotFound')
    return { before, after }
  })
  if (after !== before) {
    await deps.viewersChanged(actor.tenantId)
    publishTeamChanged(deps, actor.tenantId, { isRenamed: after.displayName !== before.displayName })
  }
  return after
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
