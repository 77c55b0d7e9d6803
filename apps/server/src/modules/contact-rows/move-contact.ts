import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { ContactAuthor } from './activities.ts'
import { changeContacts } from './change-contacts.ts'
import { countContacts } from './counts.ts'

/** Moves a contact to a location, without its conversations. */
export async function moveContact(
  tx: TenantTx,
  author: ContactAuthor,
  { id, locationId }: { id: string; locationId: string },
): Promise<void> {
  const before = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select(['locationId', 'source'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before || before.locationId === locationId) return
  await changeContacts(tx, author, { set: { locationId: sql`${locationId}::uuid` }, where: sql`t.id = ${id}` })
  const { source } = before
  await countContacts(tx, [
    { locationId: before.locationId, source, n: -1 },
    { locationId, source, n: 1 },
  ])
}

/** Moves all contacts of a location that is removed to another one. That is no activity of each contact. */
export async function moveAllContacts(tx: TenantTx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of ['contacts', 'contactCounts'] as const)
    await tx
      .updateTable(table)
      .set({ locationId: to })
      .where('tenantId', '=', tx.tenantId)
      .where('locationId', '=', from)
      .execute()
}
