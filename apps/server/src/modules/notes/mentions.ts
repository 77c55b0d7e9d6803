import {
  type ChangedPermission,
  type ConversationScope,
  conversationRules,
  effectivePermissions,
  type Role,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

export interface Mention {
  userId: string
  displayName: string
}

interface MemberRow {
  id: string
  displayName: string
  role: Role
  hasAllLocations: boolean
  locationIds: string[]
  changedPermissions: ChangedPermission[]
}

/** The mentioned teammates, and which of them cannot see the conversation. */
export async function findMentions(
  tx: TenantTx,
  userIds: string[],
  scope: ConversationScope,
): Promise<{ mentions: Mention[]; notTold: Mention[] }> {
  const requested = [...new Set(userIds)]
  if (requested.length === 0) return { mentions: [], notTold: [] }
  const { rows } = await sql<MemberRow>`
    select u.id, u.display_name, u.role, u.has_all_locations,
      array(select l.location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id) as location_ids,
      coalesce((
        select jsonb_agg(jsonb_build_object('permission', r.permission, 'isGranted', r.is_granted))
        from role_permissions r where r.tenant_id = ${tx.tenantId} and r.role = u.role
      ), '[]') as changed_permissions
    from users u
    where u.tenant_id = ${tx.tenantId} and u.id = any(${requested}::uuid[]) and u.removed_at is null`.execute(tx)
  if (rows.length !== requested.length) throw new AppError('MemberNotFound')
  const sees = (row: MemberRow) => {
    const { role } = row
    const permissions = effectivePermissions(role, row.changedPermissions)
    const locationIds = row.hasAllLocations ? null : row.locationIds
    return conversationRules.see({ userId: row.id, role, permissions, locationIds }, scope)
  }
  const toMention = ({ id: userId, displayName }: MemberRow): Mention => ({ userId, displayName })
  return { mentions: rows.map(toMention), notTold: rows.filter((row) => !sees(row)).map(toMention) }
}
