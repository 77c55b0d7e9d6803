import type { RoleInfo } from '@frontdesk/contract/api'
import { ACTIVE_ROLES, effectivePermissions, ROLE_NAMES, ROLES, type Role } from '@frontdesk/contract/rules'

interface ChangedRolePermission {
  role: string
  permission: string
  isGranted: boolean
}

/** Describes a role with the tenant's overrides of its permissions. */
export const roleInfo = (role: Role, changed: readonly ChangedRolePermission[]): RoleInfo => ({
  key: role,
  name: ROLE_NAMES[role],
  order: ROLES.indexOf(role) + 1,
  permissions: effectivePermissions(
    role,
    changed.filter((change) => change.role === role),
  ),
  isActive: ACTIVE_ROLES.some((active) => active === role),
})
