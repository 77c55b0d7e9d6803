import type { RoleInfo } from '@frontdesk/contract/api'
import { type ChangeableRole, isChangeable, isPermission, permissionNotFound } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockTeam } from './access.ts'
import { roleChanged } from './events.ts'
import { listChangedPermissions } from './queries.ts'
import { publishTeamChanged } from './realtime.ts'
import { roleInfo } from './roles.ts'

/** Grants a permission to a role or revokes it, effective immediately. */
export async function setRolePermission(
  tx: TenantTx,
  actor: Actor,
  { role, permission, isGranted }: { role: ChangeableRole; permission: string; isGranted: boolean },
): Promise<RoleInfo> {
  if (!isPermission(permission))
    throw new AppError('PermissionNotFound', { permission }, permissionNotFound(permission))
  if (!isChangeable(role, permission)) throw new AppError('PermissionUnchangeable', { role, permission })
  await lockTeam(tx)
  const before = roleInfo(role, await listChangedPermissions(tx))
  if (before.permissions.includes(permission) === isGranted) return before
  const at = tx.now()
  await tx
    .insertInto('rolePermissions')
    .values({ tenantId: tx.tenantId, role, permission, isGranted, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'role', 'permission']).doUpdateSet({ isGranted, updatedAt: at }),
    )
    .execute()
  await roleChanged.record(tx, {
    at,
    actorUserId: actor.userId,
    data: { role, permission, isGranted },
  })
  await recordAudit(tx, { action: 'role.changed', actor, subject: role, data: { permission, isGranted }, at })
  publishTeamChanged(tx)
  return roleInfo(role, await listChangedPermissions(tx))
}
