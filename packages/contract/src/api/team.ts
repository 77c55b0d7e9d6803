import { z } from 'zod'
import { ACTIVE_ROLES, CHANGEABLE_ROLES, ROLES } from '../rules/permissions.ts'
import { Email, Password, SessionView } from './accounts.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

/** A member in the team list. */
export const TeamMember = z.object({
  id: z.uuid(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  roleName: z.enum(ROLES),
  locations: z.array(z.uuid()).nullable().describe('null: all locations, by explicit grant.'),
  profileUrl: z.string().nullable(),
  isAccountHolder: z.boolean(),
  invitedAt: z.iso.datetime().nullable().describe('Set until the invitation is accepted.'),
  inviteMail: z
    .enum(['waiting', 'refused'])
    .nullable()
    .describe('State of the invitation email: still waiting, or refused by the mail server.'),
  lastSeenAt: z.iso.datetime().nullable(),
  openConversations: z.int().describe('Number of open conversations assigned to them.'),
  version: z.int().describe('Pass it with a change; an outdated version fails with MemberChanged.'),
})
export type TeamMember = z.infer<typeof TeamMember>

/** A role with its permissions. */
export const RoleInfo = z.object({
  key: z.enum(ROLES),
  name: z.string(),
  order: z.int(),
  permissions: z.array(z.string()),
  isActive: z.boolean(),
})
export type RoleInfo = z.infer<typeof RoleInfo>

const service = { tags: ['main'] }
const success = z.object({ success: z.literal(true) })
const Name = words().min(1).max(120)
const Locations = z.array(z.uuid()).max(1000).nullable().describe('null: all locations, by explicit grant.')
const version = z.int32().min(1).optional().describe('The version that was edited.')
const managed = failsWith('MemberNotFound', 'MemberChanged', 'AccountHolderProtected', 'OwnMembership')
const managing = () => endpoint({ permission: 'admin_manage_users' })

export const team = {
  getTeam: managing()
    .route({ method: 'GET', path: '/main/Team/team', summary: 'Lists the team', ...service })
    .output(z.object({ members: z.array(TeamMember), memberLimit: z.int() })),

  updateUser: managing()
    .route({
      method: 'POST',
      path: '/main/Team/user/update',
      ...service,
      summary: 'Updates a teammate’s name, role, and locations',
    })
    .input(
      z.object({
        userID: z.uuid(),
        name: Name,
        roleName: z.enum(ACTIVE_ROLES).optional(),
        locations: Locations.optional(),
        version,
      }),
    )
    .output(TeamMember)
    .errors({ ...managed, ...failsWith('LastOwner', 'OwnersOnly', 'LocationNotFound') }),

  setRole: managing()
    .route({ method: 'POST', path: '/main/Team/user/set-role', summary: 'Changes a teammate’s role', ...service })
    .input(z.object({ userID: z.uuid(), roleName: z.enum(ACTIVE_ROLES), version }))
    .output(TeamMember)
    .errors({ ...managed, ...failsWith('LastOwner', 'OwnersOnly') }),

  setLocations: managing()
    .route({
      method: 'POST',
      path: '/main/Team/user/set-locations',
      summary: 'Sets a teammate’s locations',
      ...service,
    })
    .input(z.object({ userID: z.uuid(), locations: Locations, version }))
    .output(TeamMember)
    .errors({ ...managed, ...failsWith('LocationNotFound') }),

  invite: managing()
    .route({
      method: 'POST',
      path: '/main/Team/invite',
      ...service,
      summary: 'Invites a teammate by email; an existing account joins with its own password',
    })
    .input(
      z.object({
        name: Name,
        email: Email,
        roleName: z.enum(ACTIVE_ROLES).default('TeamMember'),
        locations: Locations.optional().describe('null: all locations; default: the inviter’s locations.'),
      }),
    )
    .output(TeamMember)
    .errors(failsWith('MemberExists', 'PlanLimitReached', 'OwnersOnly', 'LocationNotFound', 'TooManyAttempts')),

  resendInvite: managing()
    .route({
      method: 'POST',
      path: '/main/Team/resend-invite',
      summary: 'Resends an invitation; the earlier link stops working',
      ...service,
    })
    .input(z.object({ userID: z.uuid() }))
    .output(TeamMember)
    .errors(failsWith('MemberNotFound', 'AccountHolderProtected', 'InvitationAnswered', 'TooManyAttempts')),

  setPassword: managing()
    .route({
      method: 'POST',
      path: '/main/Team/user/set-password',
      summary: 'Sets a teammate’s password and ends their sessions',
      ...service,
    })
    .input(z.object({ userID: z.uuid(), password: Password }))
    .output(success)
    .errors(
      failsWith(
        'MemberNotFound',
        'MemberNotJoined',
        'AccountHolderProtected',
        'OwnMembership',
        'LoginShared',
        'PasswordTooObvious',
      ),
    ),

  removeUser: managing()
    .route({
      method: 'DELETE',
      path: '/main/Team/user',
      ...service,
      summary: 'Removes a teammate: their sessions end, and their open conversations are reassigned or unassigned',
    })
    .input(
      z.object({
        userID: z.uuid(),
        toUserID: z
          .uuid()
          .nullable()
          .default(null)
          .describe('Teammate to assign their open conversations to; null unassigns them.'),
      }),
    )
    .output(z.object({ success: z.literal(true), conversations: z.int() }))
    .errors(failsWith('MemberNotFound', 'AccountHolderProtected', 'OwnMembership', 'LastOwner', 'AssigneeUnknown')),

  getRoles: endpoint({ permission: 'admin_view_role_permissions' })
    .route({ method: 'GET', path: '/main/Team/roles', summary: 'Lists the roles and their permissions', ...service })
    .output(z.object({ roles: z.array(RoleInfo) })),

  setRolePermission: endpoint({ permission: 'admin_edit_role_permissions' })
    .route({
      method: 'POST',
      path: '/main/Team/role/set-permission',
      summary: 'Grants or revokes a permission of a role',
      ...service,
    })
    .input(
      z.object({
        role: z.enum(CHANGEABLE_ROLES),
        permission: z.string().trim().min(1).max(80),
        isGranted: z.boolean(),
      }),
    )
    .output(RoleInfo)
    .errors(failsWith('PermissionNotFound', 'PermissionUnchangeable')),

  startViewAs: endpoint({ permission: 'admin_edit_role_permissions', isOfSession: true })
    .route({
      method: 'POST',
      path: '/main/Team/view-as/start',
      ...service,
      summary: 'Starts viewing as a teammate or role, read-only, until it is ended; owners only',
    })
    .input(
      z
        .object({ userID: z.uuid().optional(), roleName: z.enum(CHANGEABLE_ROLES).optional() })
        .refine(
          ({ userID, roleName }) => (userID === undefined) !== (roleName === undefined),
          'Set either userID or roleName',
        ),
    )
    .output(SessionView)
    .errors(failsWith('MemberNotFound', 'OwnMembership')),

  endViewAs: endpoint({ permission: 'anyone signed in', isOfSession: true })
    .route({ method: 'POST', path: '/main/Team/view-as/end', summary: 'Ends viewing as someone else', ...service })
    .output(SessionView),
}
