import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { ContactAuthor } from './activities.ts'
import { changeContacts } from './change-contacts.ts'
import { mainContactId } from './main-id.ts'

/** Sets the status of the contacts of conversations, of those that grant access to their contacts. */
export async function setStatusOfContacts(
  tx: TenantTx,
  author: ContactAuthor,
  { conversationIds, statusKey }: { conversationIds: readonly string[]; statusKey: string | null },
): Promise<void> {
  if (conversationIds.length === 0) return
  await changeContacts(tx, author, {
    set: { statusKey: sql`${statusKey}` },
    from: sql`conversations c join contacts r on r.tenant_id = ${tx.tenantId} and r.phone = c.contact_phone`,
    where: sql`c.tenant_id = ${tx.tenantId} and c.id = any(${[...conversationIds]}::uuid[]) and not c.is_contact_restricted
      and t.id = ${mainContactId('r')} and t.status_key is distinct from ${statusKey}`,
  })
}

/** Clears statuses that no longer exist, also of further rows. That is no activity of each contact. */
export async function clearStatusKeys(tx: TenantTx, keys: readonly string[]): Promise<void> {
  await sql`
    update contacts t set status_key = null
    where t.tenant_id = ${tx.tenantId} and t.status_key = any(${[...keys]}::text[])`.execute(tx)
}
