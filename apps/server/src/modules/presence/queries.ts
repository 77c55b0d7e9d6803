import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

export interface PersonRow {
  id: string
  displayName: string
  profileUrl: string | null
  role: string
  lastSeenAt: string | null
  hasSession: boolean
}

const PEOPLE_MAX = 1000

/** Finds the active members, or one of them. */
export const findPeople = (tx: TenantTx, userId: string | null): Promise<PersonRow[]> => {
  const people = tx
    .selectFrom('users')
    .where('users.tenantId', '=', tx.tenantId)
    .where('users.removedAt', 'is', null)
    .where('users.invitedAt', 'is', null)
    .select(['users.id', 'users.displayName', 'users.profileUrl', 'users.role', 'users.lastSeenAt'])
    .select(
      sql<boolean>`exists (select from directory.sessions s
        where s.tenant_id = ${tx.tenantId} and s.user_id = users.id and s.revoked_at is null)`.as('hasSession'),
    )
    .orderBy('users.displayName')
    .limit(PEOPLE_MAX)
  return (userId === null ? people : people.where('users.id', '=', userId)).execute()
}
