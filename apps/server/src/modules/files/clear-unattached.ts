import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { deleteContents } from './delete-files.job.ts'
import { selectUnattached } from './files.ts'

/** An upload may belong to a message or form that is still open in a browser. */
const KEPT_MS = 7 * 24 * 60 * 60_000

/** Uploads unused since this instant are deleted. */
export const unusedSince = (now: string): string => shift(now, -KEPT_MS)

/** Deletes unattached uploads and their contents. Skips locked rows: they are being attached. */
export const clearUnattachedFiles = defineCleanup(async (tx, now, limit) => {
  const since = unusedSince(now)
  const files = await selectUnattached(tx)
    .where('f.createdAt', '<', since)
    .where(({ or, eb }) => or([eb('f.releasedAt', 'is', null), eb('f.releasedAt', '<', since)]))
    .limit(limit)
    .select(['f.id', 'f.storageKey'])
    .forUpdate('f')
    .skipLocked()
    .execute()
  if (files.length > 0) await deleteRows(tx, files)
  return files.length
})

async function deleteRows(tx: TenantTx, files: readonly { id: string; storageKey: string | null }[]): Promise<void> {
  await tx
    .deleteFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      files.map(({ id }) => id),
    )
    .execute()
  await deleteContents(tx, files)
}
