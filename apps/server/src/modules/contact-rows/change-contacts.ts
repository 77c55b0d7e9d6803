import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type ContactAuthor, type ContactUpdate, insertActivities, updateOfContacts } from './activities.ts'
import { copyToFurtherRows } from './several-numbers.ts'

/**
 * Changes contacts, in their main rows and the copies, and records it. Returns the ids of those that met the condition.
 */
export async function changeContacts(tx: TenantTx, author: ContactAuthor, update: ContactUpdate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      ${updateOfContacts(tx, { ...update, where: sql`t.main_id is null and (${update.where})` })}
    ), recorded as (${insertActivities(tx, author)})
    select c.id from changed c`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await copyToFurtherRows(tx, ids)
  return ids
}
