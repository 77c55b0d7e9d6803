import type { ChangedPermission } from '@frontdesk/contract'
import { sql } from 'kysely'
import { type Directory, runPrepared, type TenantTx } from '../../platform/database/database.ts'

export interface UserRow {
  id: string
  email: string
  displayName: string
  profileUrl: string | null
  role: string
  isAccountHolder: boolean
  hasAllLocations: boolean
  locationIds: string[]
  tenantName: string
  /** What the tenant changed of the role's permissions. */
  changedPermissions: ChangedPermission[]
}

/** A member of the team; with `asRole`, as they would be in that role. */
export async function findUser(
  tx: TenantTx,
  userId: string,
  asRole: string | null = null,
): Promise<UserRow | undefined> {
  const [row] = await runPrepared(
    tx,
    sql<UserRow>`
    select u.id, u.email::text as email, u.display_name as "displayName", u.profile_url as "profileUrl", r.role,
      u.is_account_holder as "isAccountHolder", u.has_all_locations as "hasAllLocations", t.name as "tenantName",
      array(
        select l.location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = ${userId} order by 1
      ) as "locationIds",
      coalesce((
        select jsonb_agg(jsonb_build_object('permission', p.permission, 'isGranted', p.is_granted))
        from role_permissions p where p.tenant_id = ${tx.tenantId} and p.role = r.role
      ), '[]') as "changedPermissions"
    from users u
    join tenants t on t.tenant_id = u.tenant_id
    cross join lateral (select coalesce(${asRole}::text, u.role) as role) r
    where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and u.removed_at is null`,
  )
  return row
}

export const findSession = (directory: Directory, sessionId: string) =>
  directory
    .selectFrom('directory.sessions')
    .where('id', '=', sessionId)
    .select(['userId', 'tenantId', 'revokedAt', 'isRemembered', 'viewAsUserId', 'viewAsRole'])
    .executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export const findLogin = (directory: Directory, email: string) =>
  directory.selectFrom('directory.logins').where('email', '=', email).select(['id', 'passwordHash']).executeTakeFirst()

export const findMembership = (directory: Directory, loginId: string) =>
  directory
    .selectFrom('directory.memberships')
    .where('loginId', '=', loginId)
    .orderBy('userId')
    .select(['tenantId', 'userId'])
    .executeTakeFirst()
