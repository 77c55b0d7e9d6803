import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database, TenantTx } from '../database/database.ts'
import { tenantPages } from '../database/tenant-pages.ts'
import { defineJob } from './define-job.ts'

/** Old rows of one kind. */
export interface Cleanup {
  /** Deletes at most `limit` of them and returns how many. */
  deleteSome: (tx: TenantTx, now: string, limit: number) => Promise<number>
}

export const defineCleanup = (deleteSome: Cleanup['deleteSome']): Cleanup => ({ deleteSome })

/** Maximum number of rows per transaction, so that others don't wait long for its locks. */
const BATCH = 1000

interface Deps {
  database: Pick<Database, 'directory' | 'inTenant'>
  now: Clock
}

/** Nightly, tenant by tenant and batch by batch; the next run finishes one that was interrupted. */
export const clearOldRows = (cleanups: readonly Cleanup[]) =>
  defineJob({
    name: 'clear-old-rows',
    lane: 'background',
    schedule: '41 8 * * *',
    payload: z.unknown(),
    run: async (deps: Deps) => {
      for await (const tenants of tenantPages(deps.database.directory))
        for (const tenantId of tenants) for (const cleanup of cleanups) await clearAll(deps, tenantId, cleanup)
    },
  })

async function clearAll({ database, now }: Deps, tenantId: string, { deleteSome }: Cleanup): Promise<void> {
  for (;;) {
    const deleted = await database.inTenant({ tenantId }, (tx) => deleteSome(tx, now(), BATCH))
    if (deleted < BATCH) return
  }
}
