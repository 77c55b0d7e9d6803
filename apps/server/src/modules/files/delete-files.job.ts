import { z } from 'zod'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import type { Storage } from '../../platform/storage.ts'

const NAME = 'delete-stored-files'
const BATCH = 200

/** Jobs to enqueue in the transaction that deletes the rows, so that no file outlives its row. */
export const deleteFilesSpecs = (tenantId: string, keys: string[]): JobSpec[] =>
  Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, batch) => ({
    identifier: NAME,
    payload: { tenantId, keys: keys.slice(batch * BATCH, (batch + 1) * BATCH) },
  }))

/** Safe to run twice: deleting a missing file succeeds. */
export const deleteFiles = defineJob({
  name: NAME,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), keys: z.array(z.string()).max(BATCH) }),
  run: async ({ storage }: { storage: Storage }, { tenantId, keys }) => {
    for (const key of keys) if (key.startsWith(`${tenantId}/`)) await storage.delete(key)
  },
})
