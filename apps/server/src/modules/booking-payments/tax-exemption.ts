import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactIdsByPhone, mainContactId } from '../contact-rows/index.ts'

/** Whether the contact with a phone number or id is tax-exempt. The id may be of a contact merged into it. */
export async function isTaxExempt(tx: TenantTx, who: { phone: string } | { contactId: string }): Promise<boolean> {
  const ids =
    'phone' in who
      ? contactIdsByPhone(tx, [who.phone])
      : sql`array(select ${mainContactId('r')} from contacts r where r.tenant_id = ${tx.tenantId} and r.id = ${who.contactId})`
  const exempt = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.id = any(${ids})`)
    .where('t.taxExemption', 'is not', null)
    .select('t.id')
    .executeTakeFirst()
  return exempt !== undefined
}
