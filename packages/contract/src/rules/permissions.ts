import { keysOf } from './keys.ts'

/** Roles. Inactive ones grant nothing and exist because stored data may refer to them. */
export const ROLES = ['Owner', 'Manager', 'TeamMember', 'LocationAdmin', 'TeamLeader', 'Contributor'] as const
export type Role = (typeof ROLES)[number]

export const ACTIVE_ROLES = ['Owner', 'Manager', 'TeamMember'] as const satisfies readonly Role[]

export type PermissionModule =
  | 'Administrative'
  | 'Conversations'
  | 'Contacts'
  | 'Campaigns'
  | 'Payments'
  | 'Reviews'
  | 'Automations'
  | 'Web tools'

interface PermissionDefault {
  module: PermissionModule
  manager: boolean
  member: boolean
}

const inModule = (module: PermissionModule, manager: boolean, member: boolean): PermissionDefault => ({
  module,
  manager,
  member,
})

/** All permissions with their defaults for managers and team members. */
export const PERMISSIONS = {
  admin_manage_users: inModule('Administrative', false, false),
  admin_manage_settings: inModule('Administrative', false, false),
  admin_manage_locations: inModule('Administrative', false, false),
  admin_manage_ai: inModule('Administrative', false, false),
  admin_view_role_permissions: inModule('Administrative', false, false),
  admin_edit_role_permissions: inModule('Administrative', false, false),
  convos_create_new_conversations: inModule('Conversations', true, true),
  convos_view_assigned_to_others: inModule('Conversations', true, false),
  convos_view_unassigned_conversations: inModule('Conversations', true, false),
  convos_manage_templates: inModule('Conversations', true, false),
  convos_delete_contact_conversation: inModule('Conversations', false, false),
  convos_delete_message: inModule('Conversations', false, false),
  contacts_edit: inModule('Contacts', true, true),
  contacts_export: inModule('Contacts', false, false),
  campaigns_create_bulk: inModule('Campaigns', true, true),
  campaigns_send_bulk_messages: inModule('Campaigns', true, true),
  campaigns_unsubscribe_contacts: inModule('Campaigns', false, false),
  campaigns_delete_subscribers: inModule('Campaigns', false, false),
  payments_manage_estimates: inModule('Payments', true, true),
  payments_manage: inModule('Payments', true, false),
  payments_export_reports: inModule('Payments', false, false),
  reviews_view: inModule('Reviews', true, true),
  reviews_respond_to_reviews: inModule('Reviews', true, false),
  reviews_edit_review_responses: inModule('Reviews', true, false),
  reviews_delete_review_responses: inModule('Reviews', false, false),
  automations_view: inModule('Automations', true, false),
  automations_manage: inModule('Automations', false, false),
  webtools_webchat_view: inModule('Web tools', true, false),
  webtools_webchat_create: inModule('Web tools', false, false),
  webtools_webchat_edit_settings: inModule('Web tools', false, false),
  webtools_webchat_delete: inModule('Web tools', false, false),
  webtools_pop_up_view: inModule('Web tools', true, false),
  webtools_pop_up_create: inModule('Web tools', false, false),
  webtools_pop_up_edit_settings: inModule('Web tools', false, false),
  webtools_pop_up_delete: inModule('Web tools', false, false),
} as const satisfies Record<string, PermissionDefault>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_KEYS = keysOf(PERMISSIONS)
export const isPermission = (key: string): key is Permission => Object.hasOwn(PERMISSIONS, key)

/** Marks the account holder. Cannot be granted, so it isn't listed with the permissions. */
export const TENANT_CREATOR = 'TenantCreator' as const
export type HeldPermission = Permission | typeof TENANT_CREATOR

/** Requirement of an endpoint: nothing, a session, or a permission. */
export type RequiredPermission = 'public' | 'anyone signed in' | Permission

/** The part of a session that decides what a user may see and do. */
export interface Viewer {
  userId: string
  role: Role
  permissions: readonly HeldPermission[]
  /** `null` grants all locations; an empty list grants none. */
  locationIds: readonly string[] | null
}

/** Default permissions of a role. Owners have all. */
export function defaultPermissions(role: Role): Permission[] {
  if (role === 'Owner') return [...PERMISSION_KEYS]
  if (role === 'Manager') return PERMISSION_KEYS.filter((key) => PERMISSIONS[key].manager)
  if (role === 'TeamMember') return PERMISSION_KEYS.filter((key) => PERMISSIONS[key].member)
  return []
}

/** A tenant's override of a role's default permission. */
export interface ChangedPermission {
  permission: string
  isGranted: boolean
}

/** Roles whose permissions a tenant may change. Owners have all; inactive roles none. */
export const CHANGEABLE_ROLES = ['Manager', 'TeamMember'] as const satisfies readonly Role[]
export type ChangeableRole = (typeof CHANGEABLE_ROLES)[number]

/** Managers can be granted all permissions but one, team members no administrative ones. */
export const isChangeable = (role: Role, permission: Permission): boolean =>
  role === 'Manager'
    ? permission !== 'admin_edit_role_permissions'
    : role === 'TeamMember' && PERMISSIONS[permission].module !== 'Administrative'

/** Permissions of a role in a tenant: the defaults with the tenant's overrides. */
export function effectivePermissions(role: Role, changed: readonly ChangedPermission[]): Permission[] {
  const held = new Set<string>(defaultPermissions(role))
  for (const { permission, isGranted } of changed) {
    if (!isPermission(permission) || !isChangeable(role, permission)) continue
    if (isGranted) held.add(permission)
    else held.delete(permission)
  }
  return PERMISSION_KEYS.filter((key) => held.has(key))
}

/** Whether the viewer has the permission. Owners have all; unknown keys are denied to everyone. */
export const can = (viewer: Viewer, permission: Permission): boolean =>
  isPermission(permission) && (viewer.role === 'Owner' || viewer.permissions.includes(permission))

/** Whether the viewer may export the data of the whole business. */
export const mayExportEverything = (viewer: Viewer): boolean => viewer.role === 'Owner' && viewer.locationIds === null

export const isAccountHolder = (viewer: Viewer): boolean => viewer.permissions.includes(TENANT_CREATOR)

/** English message for a permission key that doesn't exist. */
export const permissionNotFound = (key: string): string => `Permission not found ${key}`
