import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { countContacts, countTags } from './counts.ts'

/** Deletes a contact that has no conversations, with all its numbers. */
export async function deleteContact(tx: TenantTx, id: string): Promise<void> {
  const rows = await tx
    .deleteFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where(({ eb, or }) => or([eb('id', '=', id), eb('mainId', '=', id)]))
    .returning(['mainId', 'locationId', 'source', 'tags'])
    .execute()
  const main = rows.filter(({ mainId }) => mainId === null)
  await countContacts(
    tx,
    main.map(({ locationId, source }) => ({ locationId, source, n: -1 })),
  )
  await countTags(tx, { before: main.flatMap(({ tags }) => tags), after: [] })
}

/**
 * Deletes the contacts `t` that meet a condition, except those in use: with a conversation, also one that was merged, with
 * notes, or with several numbers. Returns what it deleted.
 */
export async function deleteUnusedContacts(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
): Promise<{ id: string; locationId: string }[]> {
  // Locked first, so that the statement below sees the conversations that were started until then.
  await sql`select from contacts t where t.tenant_id = ${tx.tenantId} and ${condition} order by t.id for update of t`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; locationId: string; source: string; tags: string[] }>`
    delete from contacts t where t.tenant_id = ${tx.tenantId} and ${condition} and t.other_phones = '{}'
      and not exists (select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = t.phone)
      and not exists (select from merged_conversations m where m.tenant_id = ${tx.tenantId} and m.contact_phone = t.phone)
      and not exists (select from contact_notes o where o.tenant_id = ${tx.tenantId} and o.contact_id = t.id)
    returning t.id, t.location_id, t.source, t.tags`.execute(tx)
  await countContacts(
    tx,
    rows.map(({ locationId, source }) => ({ locationId, source, n: -1 })),
  )
  await countTags(tx, { before: rows.flatMap(({ tags }) => tags), after: [] })
  return rows
}
