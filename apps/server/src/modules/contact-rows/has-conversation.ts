import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { contactIdsByPhone } from './several-numbers.ts'

/**
 * Updates whether contacts have a conversation that grants access to them, after conversations with these numbers were
 * added or removed.
 */
export async function markHasConversation(tx: TenantTx, phones: readonly string[]): Promise<void> {
  await sql`
    update contacts t set has_conversation = not t.has_conversation
    where t.tenant_id = ${tx.tenantId} and (
      t.id = any(${contactIdsByPhone(tx, phones)}) or t.main_id = any(${contactIdsByPhone(tx, phones)})
    ) and t.has_conversation <> exists (
      select from conversations c
      where c.tenant_id = ${tx.tenantId} and c.contact_phone = any(${contactPhones()}) and not c.is_contact_restricted
    )`.execute(tx)
}
