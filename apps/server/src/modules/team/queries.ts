import type { TeamMember } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

type UserColumns =
  | 'id'
  | 'displayName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'role'
  | 'profileUrl'
  | 'isAccountHolder'
  | 'hasAllLocations'
  | 'invitedAt'
  | 'lastSeenAt'
  | 'version'

export type MemberRow = Pick<Row<'users'>, UserColumns> & {
  locationIds: string[]
  inviteMail: TeamMember['inviteMail']
  openConversations: number
}

const toMember = ({ role, hasAllLocations, locationIds, ...row }: MemberRow): TeamMember => ({
  ...row,
  roles: [role],
  roleName: role,
  locations: hasAllLocations ? null : locationIds,
})

const selectMembers = (tx: TenantTx, userId: string | null) =>
  runPrepared(
    tx,
    sql<MemberRow>`
    select u.id, u.display_name as "displayName", u.first_name as "firstName", u.last_name as "lastName",
      u.email::text as email, u.role, u.profile_url as "profileUrl", u.is_account_holder as "isAccountHolder",
      u.has_all_locations as "hasAllLocations", u.invited_at as "invitedAt", u.last_seen_at as "lastSeenAt", u.version,
      (
        select case when m.state = 'failed' then 'refused' when m.state = 'queued' and m.attempts > 0 then 'waiting' end
        from mails m where m.tenant_id = ${tx.tenantId} and m.id = u.invite_mail_id and u.invited_at is not null
      ) as "inviteMail",
      array(
        select l.location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id order by 1
      ) as "locationIds",
      coalesce((
        select sum(n.n) from conversation_counts n
        where n.tenant_id = ${tx.tenantId} and n.to_user_id = u.id and not n.is_closed
      ), 0)::int as "openConversations"
    from users u
    where u.tenant_id = ${tx.tenantId} and u.removed_at is null and (${userId}::uuid is null or u.id = ${userId}::uuid)
    order by u.created_at, u.id limit 1000`,
  )

export const listMembers = async (tx: TenantTx): Promise<TeamMember[]> => (await selectMembers(tx, null)).map(toMember)

export async function findMember(tx: TenantTx, userId: string): Promise<TeamMember | undefined> {
  const [row] = await selectMembers(tx, userId)
  return row && toMember(row)
}

export const listChangedPermissions = (tx: TenantTx) =>
  tx
    .selectFrom('rolePermissions')
    .where('tenantId', '=', tx.tenantId)
    .select(['role', 'permission', 'isGranted'])
    .execute()

/** Counts members, including invited ones. */
export async function countMembers(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('removedAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
