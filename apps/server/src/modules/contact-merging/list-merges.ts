import type { ContactMerge } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessContact, getContactWithRows } from '../contacts/index.ts'
import { StoredMerge } from './stored-merge.ts'

const MERGES_MAX = 50

/** Lists the contacts merged into a contact and not separated since, newest first. */
export async function listMerges(tx: TenantTx, actor: Actor, id: string): Promise<ContactMerge[]> {
  const { rowIds } = await getContactWithRows(tx, await accessContact(tx, actor, id))
  const isOfContact = (column: string) => sql<boolean>`${sql.ref(column)} = any(${rowIds}::uuid[])`
  const rows = await tx
    .selectFrom('contactMerges as m')
    .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'm.mergedBy'))
    .innerJoin('contacts as o', (join) => join.on('o.tenantId', '=', tx.tenantId).onRef('o.id', '=', 'm.otherId'))
    .where('m.tenantId', '=', tx.tenantId)
    .where(isOfContact('m.survivor_id'))
    .where(isOfContact('m.other_id'))
    .where('m.unmergedAt', 'is', null)
    .orderBy('m.mergedAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(MERGES_MAX)
    .select(['m.id', 'm.before', 'm.after', 'm.mergedAt', 'u.displayName as mergedBy', 'o.phone'])
    .execute()
  return rows.map(({ before, after, mergedAt, ...row }) => ({
    ...row,
    name: StoredMerge.parse({ before, after }).before.other.values.name,
    mergedOnUtc: mergedAt,
  }))
}
