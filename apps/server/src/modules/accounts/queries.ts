import { sql } from 'kysely'
import type { Directory, TenantTx } from '../../platform/database/database.ts'

export interface UserRow {
  id: string
  email: string
  displayName: string
  profileUrl: string | null
  role: string
  hasAllLocations: boolean
  locationIds: string[]
  tenantName: string
}

export async function findUser(tx: TenantTx, userId: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.tenantId', 'users.tenantId')
    .where('users.tenantId', '=', tx.tenantId)
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.email',
      'displayName',
      'profileUrl',
      'role',
      'hasAllLocations',
      'tenants.name as tenantName',
    ])
    .select(
      sql<
        string[]
      >`array(select location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = ${userId} order by 1)`.as(
        'locationIds',
      ),
    )
    .executeTakeFirst()
}

export const findSession = (directory: Directory, sessionId: string) =>
  directory
    .selectFrom('directory.sessions')
    .where('id', '=', sessionId)
    .select(['userId', 'tenantId', 'revokedAt', 'isRemembered'])
    .executeTakeFirst()

export const findLogin = (directory: Directory, email: string) =>
  directory.selectFrom('directory.logins').where('email', '=', email).select(['id', 'passwordHash']).executeTakeFirst()

export const findMembership = (directory: Directory, loginId: string) =>
  directory
    .selectFrom('directory.memberships')
    .where('loginId', '=', loginId)
    .orderBy('userId')
    .select(['tenantId', 'userId'])
    .executeTakeFirst()
