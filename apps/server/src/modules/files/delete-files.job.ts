import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Storage } from '../../platform/storage.ts'

const NAME = 'delete-stored-files'
const BATCH = 200

/** Jobs to enqueue in the transaction that deletes the rows, so that no file outlives its row. */
export const deleteFilesSpecs = (tenantId: string, keys: string[]): JobSpec[] =>
  Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, batch) => ({
    identifier: NAME,
    payload: { tenantId, keys: keys.slice(batch * BATCH, (batch + 1) * BATCH) },
  }))

/** Enqueues deleting the stored contents of deleted rows. */
export async function deleteContents(tx: TenantTx, rows: readonly { storageKey: string | null }[]): Promise<void> {
  const keys = rows.flatMap(({ storageKey }) => storageKey ?? [])
  if (keys.length > 0) await enqueue(tx, ...deleteFilesSpecs(tx.tenantId, keys))
}

/** Safe to run twice: deleting a missing file succeeds. */
export const deleteFiles = defineJob({
  name: NAME,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), keys: z.array(z.string()).max(BATCH) }),
  run: async ({ storage }: { storage: Storage }, { tenantId, keys }) => {
    for (const key of keys) if (key.startsWith(`${tenantId}/`)) await storage.delete(key)
  },
})
