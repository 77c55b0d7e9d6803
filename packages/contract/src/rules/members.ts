import { can, isAccountHolder, type Role, type Viewer } from './permissions.ts'

// Apart from the schemas of team.ts, so that the web app can ask without loading them.

/** English names of the roles for API clients, in their order. */
export const ROLE_NAMES: Record<Role, string> = {
  Owner: 'Owner',
  Manager: 'Manager',
  TeamMember: 'Team Member',
  LocationAdmin: 'Location Admin',
  TeamLeader: 'Team Leader',
  Contributor: 'Contributor',
}

/** What decides who may manage a member. */
export interface MemberFacts {
  id: string
  roleName: Role
  locations: readonly string[] | null
  isAccountHolder: boolean
}

const covers = (me: Viewer, locations: readonly string[] | null): boolean =>
  me.locationIds === null || (locations?.every((id) => me.locationIds?.includes(id)) ?? false)

/** Nobody gives away, or gets hold of, more than they have. */
export const memberRules = {
  manage: (me: Viewer, member: MemberFacts): boolean =>
    can(me, 'admin_manage_users') &&
    (member.roleName !== 'Owner' || me.role === 'Owner') &&
    (!member.isAccountHolder || isAccountHolder(me)) &&
    covers(me, member.locations),
  grantRole: (me: Viewer, role: Role): boolean => role !== 'Owner' || me.role === 'Owner',
  grantLocations: covers,
}

/** Spec section 5: one word is the first name; of more the last one is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
