import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { copyToFurtherRows } from './several-numbers.ts'

/** Sets the status of the contacts of conversations, of those that grant access to their contacts. */
export async function setStatusOfContacts(
  tx: TenantTx,
  conversationIds: readonly string[],
  statusKey: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update contacts t set status_key = ${statusKey}
    from conversations c join contacts r on r.tenant_id = ${tx.tenantId} and r.phone = c.contact_phone
    where c.tenant_id = ${tx.tenantId} and c.id = any(${[...conversationIds]}::uuid[]) and not c.is_contact_restricted
      and t.tenant_id = ${tx.tenantId} and t.id = coalesce(r.main_id, r.id) and t.status_key is distinct from ${statusKey}
    returning t.id`.execute(tx)
  await copyToFurtherRows(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Sets the status of the rows `t` that meet a condition, which must be true for all rows of a contact or for none. */
export async function setStatusWhere(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
  statusKey: string | null,
): Promise<void> {
  await sql`update contacts t set status_key = ${statusKey} where t.tenant_id = ${tx.tenantId} and (${condition})`.execute(
    tx,
  )
}
