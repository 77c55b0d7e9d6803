import type { TenantTx } from '../../platform/database/database.ts'
import { countContacts } from './counts.ts'
import { copyToFurtherRows } from './several-numbers.ts'

/** Moves a contact to a location, without its conversations. */
export async function moveContact(tx: TenantTx, { id, locationId }: { id: string; locationId: string }): Promise<void> {
  const before = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select(['locationId', 'source'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before || before.locationId === locationId) return
  await tx
    .updateTable('contacts')
    .set({ locationId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await copyToFurtherRows(tx, [id])
  const { source } = before
  await countContacts(tx, [
    { locationId: before.locationId, source, n: -1 },
    { locationId, source, n: 1 },
  ])
}

/** Moves all contacts of a location to another one. */
export async function moveAllContacts(tx: TenantTx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of ['contacts', 'contactCounts'] as const)
    await tx
      .updateTable(table)
      .set({ locationId: to })
      .where('tenantId', '=', tx.tenantId)
      .where('locationId', '=', from)
      .execute()
}
