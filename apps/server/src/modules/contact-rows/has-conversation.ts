import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Updates whether contacts have a conversation that grants access to them, after their conversations were added or removed. */
export async function markHasConversation(tx: TenantTx, phones: readonly string[]): Promise<void> {
  await sql`
    update contacts t set has_conversation = not t.has_conversation
    where t.tenant_id = ${tx.tenantId} and t.phone = any(${[...phones]}::text[]) and t.has_conversation <> exists (
      select from conversations c
      where c.tenant_id = ${tx.tenantId} and c.contact_phone = t.phone and not c.is_contact_restricted
    )`.execute(tx)
}
