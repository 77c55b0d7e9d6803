import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { deleteFile } from './create-import.ts'
import { deleteRows } from './delete-rows.ts'
import { lockImport, undoableSince, updateImport } from './rows.ts'

/** Deletes the rows of imports that can no longer be undone, and of those that were never started. */
export const clearImportRows = defineCleanup(async (tx, now, limit) => {
  const since = undoableSince(now)
  await discardAbandoned(tx, since)
  const imports = await tx
    .selectFrom('contactImports as i')
    .where('i.tenantId', '=', tx.tenantId)
    .where(({ eb, or }) =>
      or([
        eb('i.state', 'in', ['discarded', 'undone']),
        eb('i.state', 'in', ['done', 'stopped']).and('i.finishedAt', '<', since),
      ]),
    )
    .where(
      sql<boolean>`exists (select from contact_import_rows r where r.tenant_id = ${tx.tenantId} and r.import_id = i.id offset 0)`,
    )
    .orderBy('i.id')
    .limit(100)
    .select('i.id')
    .execute()
  let deleted = 0
  for (const { id } of imports) if (deleted < limit) deleted += await deleteRows(tx, id, limit - deleted)
  return deleted
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
