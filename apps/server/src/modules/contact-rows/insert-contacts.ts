import { phoneCountry } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { countContacts, countTags } from './counts.ts'

export interface NewContactRow {
  name: string
  /** In E.164. */
  phone: string
  email?: string | null
  birthDate?: string | null
  tags?: string[]
  labels?: string[]
}

/** Inserts contacts of one location, except those whose number a contact has already. Returns the ids of the new ones. */
export async function insertContacts(
  tx: TenantTx,
  contacts: readonly NewContactRow[],
  { locationId, source, at }: { locationId: string; source: string; at: string },
): Promise<string[]> {
  if (contacts.length === 0) return []
  const rows = await tx
    .insertInto('contacts')
    .values(
      contacts.map((contact) => ({
        ...contact,
        tenantId: tx.tenantId,
        id: newId(),
        countryCode: phoneCountry(contact.phone) ?? 'US',
        locationId,
        source,
        createdAt: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenantId', 'phone']).doNothing())
    .returning(['id', 'tags'])
    .execute()
  await countContacts(tx, [{ locationId, source, n: rows.length }])
  await countTags(tx, { before: [], after: rows.flatMap(({ tags }) => tags) })
  return rows.map(({ id }) => id)
}
