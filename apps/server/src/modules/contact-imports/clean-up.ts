import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { deleteFile } from './create-import.ts'
import { lockImport, undoableSince, updateImport } from './rows.ts'

/** Deletes the rows of imports that can no longer be undone, and of those that were never started. */
export const clearImportRows = defineCleanup(async (tx, now, limit) => {
  const since = undoableSince(now)
  await discardAbandoned(tx, since)
  const { rows } = await sql`
    delete from contact_import_rows r where r.tenant_id = ${tx.tenantId} and (r.import_id, r.n) in (
      select e.import_id, e.n from contact_imports i
      join contact_import_rows e on e.tenant_id = ${tx.tenantId} and e.import_id = i.id
      where i.tenant_id = ${tx.tenantId} and (
        i.state in ('discarded', 'undone') or (i.state in ('done', 'stopped') and i.finished_at < ${since}::timestamptz)
      ) limit ${limit}
    ) returning r.n`.execute(tx)
  return rows.length
})

/** Discards imports that were never started, with their files. */
async function discardAbandoned(tx: TenantTx, since: string): Promise<void> {
  const abandoned = await tx
    .selectFrom('contactImports')
    .where('tenantId', '=', tx.tenantId)
    .where('state', 'in', ['uploading', 'read', 'ready', 'failed'])
    .where('createdAt', '<', since)
    .select('id')
    .execute()
  for (const { id } of abandoned) {
    const row = await lockImport(tx, id)
    if (row) await deleteFile(tx, await updateImport(tx, row, { state: 'discarded' }))
  }
}
