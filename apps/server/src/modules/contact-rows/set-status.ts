import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Sets the status of the contacts of conversations, of those that grant access to their contacts. */
export async function setStatusOfContacts(
  tx: TenantTx,
  conversationIds: readonly string[],
  statusKey: string | null,
): Promise<void> {
  await sql`
    update contacts t set status_key = ${statusKey}
    from conversations c
    where c.tenant_id = ${tx.tenantId} and c.id = any(${[...conversationIds]}::uuid[]) and not c.is_contact_restricted
      and t.tenant_id = ${tx.tenantId} and t.phone = c.contact_phone and t.status_key is distinct from ${statusKey}`.execute(
    tx,
  )
}

/** Sets the status of the contacts that meet a condition on the row `t`. */
export async function setStatusWhere(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
  statusKey: string | null,
): Promise<void> {
  await sql`update contacts t set status_key = ${statusKey} where t.tenant_id = ${tx.tenantId} and ${condition}`.execute(
    tx,
  )
}
