import { can, isAccountHolder, type Role, type Viewer } from './permissions.ts'

/** English role names for API clients, in order. */
export const ROLE_NAMES: Record<Role, string> = {
  Owner: 'Owner',
  Manager: 'Manager',
  TeamMember: 'Team Member',
  LocationAdmin: 'Location Admin',
  TeamLeader: 'Team Leader',
  Contributor: 'Contributor',
}

/** Attributes that decide who may manage a member. */
export interface ManagedMember {
  id: string
  roleName: Role
  locations: readonly string[] | null
  isAccountHolder: boolean
}

const covers = (me: Viewer, locations: readonly string[] | null): boolean =>
  me.locationIds === null || (locations?.every((id) => me.locationIds?.includes(id)) ?? false)

/** Members cannot grant or take over more rights than they have. */
export const memberRules = {
  manage: (me: Viewer, member: ManagedMember): boolean =>
    can(me, 'admin_manage_users') &&
    (member.roleName !== 'Owner' || me.role === 'Owner') &&
    (!member.isAccountHolder || isAccountHolder(me)) &&
    covers(me, member.locations),
  grantRole: (me: Viewer, role: Role): boolean => role !== 'Owner' || me.role === 'Owner',
  grantLocations: covers,
}

/** Splits a name: a single word is the first name; otherwise the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
