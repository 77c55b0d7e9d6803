import {
  type ChangedPermission,
  type ConversationScope,
  conversationRules,
  effectivePermissions,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

export interface Mention {
  userId: string
  displayName: string
}

/** The mentioned teammates, and which of them cannot see the conversation. */
export async function findMentions(
  tx: TenantTx,
  userIds: string[],
  scope: ConversationScope,
): Promise<{ mentions: Mention[]; unnotified: Mention[] }> {
  const mentionedIds = [...new Set(userIds)]
  if (mentionedIds.length === 0) return { mentions: [], unnotified: [] }
  const members = await tx
    .selectFrom('users as u')
    .where('u.tenantId', '=', tx.tenantId)
    .where('u.id', 'in', mentionedIds)
    .where('u.removedAt', 'is', null)
    .select(['u.id', 'u.displayName', 'u.role', 'u.hasAllLocations'])
    .select([
      sql<
        string[]
      >`array(select l.location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id)`.as(
        'locationIds',
      ),
      sql<ChangedPermission[]>`coalesce((
        select jsonb_agg(jsonb_build_object('permission', r.permission, 'isGranted', r.is_granted))
        from role_permissions r where r.tenant_id = ${tx.tenantId} and r.role = u.role
      ), '[]')`.as('changedPermissions'),
    ])
    .execute()
  if (members.length !== mentionedIds.length) throw new AppError('MemberNotFound')
  const sees = ({ id: userId, role, hasAllLocations, changedPermissions, ...member }: (typeof members)[number]) => {
    const permissions = effectivePermissions(role, changedPermissions)
    const locationIds = hasAllLocations ? null : member.locationIds
    return conversationRules.see({ userId, role, permissions, locationIds }, scope)
  }
  const toMention = ({ id: userId, displayName }: { id: string; displayName: string }): Mention => ({
    userId,
    displayName,
  })
  return { mentions: members.map(toMention), unnotified: members.filter((member) => !sees(member)).map(toMention) }
}
