import type { Security } from '@frontdesk/contract/api'
import type { ChangedPermission, Role } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { type Database, type Directory, runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'

type UserColumns = 'id' | 'email' | 'displayName' | 'profileUrl' | 'role' | 'isAccountHolder' | 'hasAllLocations'

export type UserRow = Pick<Row<'users'>, UserColumns> & {
  locationIds: string[]
  tenantName: Row<'tenants'>['name']
  /** The business requires two-step sign-in and the user hasn't set it up. */
  needsTwoStep: boolean
  /** The tenant's overrides of the role's default permissions. */
  changedPermissions: ChangedPermission[]
}

/** Finds a member of the team, with the rights of `asRole` instead of their own role if given. */
export async function findUser(tx: TenantTx, userId: string, asRole: Role | null = null): Promise<UserRow | undefined> {
  const [row] = await runPrepared(
    tx,
    sql<UserRow>`
    select u.id, u.email::text as email, u.display_name as "displayName", u.profile_url as "profileUrl", r.role,
      u.is_account_holder as "isAccountHolder", u.has_all_locations as "hasAllLocations", t.name as "tenantName",
      t.requires_two_step and not exists (
        select from directory.two_step s where s.login_id = u.login_id and s.confirmed_at is not null
      ) as "needsTwoStep",
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
    .select(['userId', 'tenantId', 'revokedAt', 'isRemembered', 'viewAsUserId', 'viewAsRole', 'locationId'])
    .executeTakeFirst()

/** When a session ends unless it is renewed; null once it has ended. */
export async function findSessionEnd(directory: Directory, sessionId: string, now: string): Promise<string | null> {
  const token = await directory
    .selectFrom('directory.refreshTokens as t')
    .innerJoin('directory.sessions as s', 's.id', 't.sessionId')
    .where('t.sessionId', '=', sessionId)
    .where('s.revokedAt', 'is', null)
    .where('t.usedAt', 'is', null)
    .where('t.expiresAt', '>', now)
    .orderBy('t.expiresAt', 'desc')
    .select('t.expiresAt')
    .limit(1)
    .executeTakeFirst()
  return token?.expiresAt ?? null
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Finds the login with this address; a pending address doesn't count. */
export const findLogin = (directory: Directory, email: string) =>
  directory.selectFrom('directory.logins').where('email', '=', email).select(['id', 'passwordHash']).executeTakeFirst()

const MAX_UNVERIFIED = 5

/** Finds the verified login with this address, and the newest unverified ones that were signed up with it. */
export async function findLoginsClaiming(directory: Directory, email: string) {
  const logins = directory.selectFrom('directory.logins').select(['id', 'email', 'passwordHash', 'verifiedAt'])
  return [
    ...(await logins.where('email', '=', email).where('verifiedAt', 'is not', null).execute()),
    ...(await logins
      .where(({ eb, or, and }) =>
        or([
          and([eb('email', '=', email), eb('verifiedAt', 'is', null)]),
          and([eb('email', 'is', null), eb('pendingEmail', '=', email)]),
        ]),
      )
      .orderBy('createdAt', 'desc')
      .limit(MAX_UNVERIFIED)
      .execute()),
  ]
}

/**
 * Ensures, for a session opened with this password, that the password has not been changed since it was verified. Waits
 * for a change in progress and locks out others until the session is committed, so that the change ends the session.
 */
export async function assertPasswordUnchanged(
  tx: TenantTx,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  const login = await tx
    .selectFrom('directory.logins')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (!login) throw new AppError('WrongCredentials')
}

export const findMembership = (directory: Directory, loginId: string) =>
  directory
    .selectFrom('directory.memberships')
    .where('loginId', '=', loginId)
    .orderBy('userId')
    .select(['tenantId', 'userId'])
    .executeTakeFirst()

/** Finds the login of a session. */
export async function findLoginOf(directory: Directory, sessionId: string) {
  const login = await directory
    .selectFrom('directory.sessions as s')
    .innerJoin('directory.logins as l', 'l.id', 's.loginId')
    .where('s.id', '=', sessionId)
    .select(['l.id', 'l.email', 'l.pendingEmail', 'l.passwordHash', 'l.verifiedAt'])
    .executeTakeFirst()
  if (!login) throw new AppError('NotSignedIn')
  return login
}
export type LoginRow = Awaited<ReturnType<typeof findLoginOf>>

const MAX_TENANTS = 100

/** Lists the businesses of a login, oldest membership first. */
export async function listTenants(
  { directory, inTenant }: Pick<Database, 'directory' | 'inTenant'>,
  loginId: string,
): Promise<{ tenantId: string; userId: string; name: string }[]> {
  const memberships = await directory
    .selectFrom('directory.memberships')
    .where('loginId', '=', loginId)
    .orderBy('userId')
    .select(['tenantId', 'userId'])
    .limit(MAX_TENANTS)
    .execute()
  const tenants = []
  for (const membership of memberships) {
    const tenant = await inTenant(membership, (tx) =>
      tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('name').executeTakeFirst(),
    )
    if (tenant) tenants.push({ ...membership, name: tenant.name })
  }
  return tenants
}

/** Reads the security settings of the session's login. */
export async function getSecurity(tx: TenantTx, sessionId: string): Promise<Security> {
  const login = await findLoginOf(tx, sessionId)
  const twoStep = await tx
    .selectFrom('directory.twoStep')
    .where('loginId', '=', login.id)
    .where('confirmedAt', 'is not', null)
    .select((eb) =>
      eb
        .selectFrom('directory.recoveryCodes')
        .where('directory.recoveryCodes.loginId', '=', login.id)
        .where('usedAt', 'is', null)
        .select((count) => count.fn.countAll<string>().as('count'))
        .as('codesLeft'),
    )
    .executeTakeFirst()
  const tenant = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('requiresTwoStep')
    .executeTakeFirstOrThrow()
  return {
    email: login.email ?? login.pendingEmail ?? '',
    isEmailVerified: login.verifiedAt !== null && login.email !== null,
    twoStep: {
      isOn: twoStep !== undefined,
      isRequired: tenant.requiresTwoStep,
      recoveryCodesLeft: Number(twoStep?.codesLeft ?? 0),
    },
  }
}
