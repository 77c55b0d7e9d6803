import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { startChange } from '../changes/index.ts'
import { findStatus, listStatuses, statusChange } from '../contact-statuses/index.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import type { ImportDeps } from './deps.ts'

/** A contact whose status an import or its undo changed. */
export interface ChangedStatus {
  id: string
  before: string | null
  after: string | null
}

/** The statuses that exist, locked until the transaction ends. */
export const statusKeys = async (tx: TenantTx): Promise<string[]> => (await listStatuses(tx)).map(({ key }) => key)

/**
 * Applies the new status of contacts to their conversations that the teammate can see; a status of the closed type
 * closes them. The undo skips conversations whose status has changed since, and reopens none.
 */
export async function setConversationStatuses(
  deps: ImportDeps,
  tx: TenantTx,
  person: Person,
  contacts: readonly ChangedStatus[],
  { at, isUndo = false }: { at: string; isUndo?: boolean },
): Promise<void> {
  const changed = contacts.filter(({ before, after }) => before !== after)
  for (const [before, from] of Map.groupBy(changed, (contact) => contact.before)) {
    for (const [after, group] of Map.groupBy(from, (contact) => contact.after)) {
      const status = after === null ? null : await findStatus(tx, after)
      if (status === undefined) continue
      const conversations = await tx
        .selectFrom('conversations as c')
        .where('c.tenantId', '=', tx.tenantId)
        .where(
          sql<boolean>`c.contact_phone = any(array(
            select p.phone from contacts t cross join lateral unnest(${contactPhones()}) as p (phone)
            where t.tenant_id = ${tx.tenantId} and t.id = any(${group.map(({ id }) => id)}::uuid[])
          ))`,
        )
        .where(isVisible(person, 'c'))
        .select('c.id')
        .execute()
      const only = isUndo ? { only: sql<boolean>`c.status_key is not distinct from ${before}` } : {}
      const run = startChange(deps, tx, { by: person, at, isQuiet: true, ...only })
      await statusChange.apply(
        run,
        conversations.map(({ id }) => id),
        { status },
      )
    }
  }
}
