import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/**
 * Stores on the tenant whether any setting answers, assigns or translates inbound texts, so that receiving one need
 * not.
 */
export async function refreshAnswersInbound(tx: TenantTx): Promise<void> {
  await sql`
    update tenants set answers_inbound =
      exists (
        select from business_hours h where h.tenant_id = ${tx.tenantId} and (h.value #>> '{afterHours,isEnabled}')::boolean
      ) or exists (
        select from settings s where s.tenant_id = ${tx.tenantId} and s.key = 'conversation-configs'
          and ((s.value #>> '{replyOnNewMessage,isEnabled}')::boolean
            or (s.value #>> '{directMessageAutoSubscribeMessage,isEnabled}')::boolean or (s.value ->> 'isAutoAssign')::boolean
            or not coalesce((s.value ->> 'reopenKeepsAssignee')::boolean, true) or s.value ->> 'translateTo' is not null)
      )
    where tenant_id = ${tx.tenantId}`.execute(tx)
}
