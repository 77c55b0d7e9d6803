import type { TenantTx } from '../../platform/database/database.ts'
import { countContacts, countTags } from './counts.ts'

/** Deletes a contact that has no conversations. */
export async function deleteContact(tx: TenantTx, id: string): Promise<void> {
  const { locationId, source, tags } = await tx
    .deleteFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returning(['locationId', 'source', 'tags'])
    .executeTakeFirstOrThrow()
  await countContacts(tx, [{ locationId, source, n: -1 }])
  await countTags(tx, { before: tags, after: [] })
}
