import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { contactPhones, isThreadOf } from '../number-pairs/index.ts'

/**
 * Locks all conversations with a contact, in the order of their ids, like all code that locks several. Call it before
 * one of them is locked, where more than one may have to change.
 */
export async function lockConversationsOf(tx: TenantTx, contactId: string): Promise<void> {
  const phones = sql`(
    select ${contactPhones()} from contacts r
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = ${mainContactId('r')}
    where r.tenant_id = ${tx.tenantId} and r.id = ${contactId}
  )::text[]`
  await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, phones)}
    order by c.id for no key update`.execute(tx)
}
