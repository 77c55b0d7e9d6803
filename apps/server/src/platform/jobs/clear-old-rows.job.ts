import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database, TenantTx } from '../database/database.ts'
import { defineJob } from './define-job.ts'

/** Nightly. */
export const CLEAR_OLD_ROWS = 'clear-old-rows'

/** Deletes rows of one kind that nobody comes back to, so many at most; returns how many. */
export type Clearing = (tx: TenantTx, now: string, limit: number) => Promise<number>

/** Rows a transaction deletes at most, so that nobody waits for one. */
const BATCH = 1000
const TENANTS_PAGE = 500

interface Deps {
  database: Pick<Database, 'directory' | 'inTenant'>
  now: Clock
}

/** Business by business and batch by batch; a run that was cut off is finished by the next. */
export const clearOldRows = (deps: Deps, clearings: readonly Clearing[]) =>
  defineJob({
    name: CLEAR_OLD_ROWS,
    lane: 'background',
    payload: z.unknown(),
    run: async () => {
      for (let after: string | undefined; ; ) {
        const tenants = await findTenants(deps, after)
        for (const tenantId of tenants) for (const clear of clearings) await clearAll(deps, tenantId, clear)
        after = tenants.at(-1)
        if (tenants.length < TENANTS_PAGE || after === undefined) return
      }
    },
  })

async function findTenants({ database }: Deps, after: string | undefined): Promise<string[]> {
  const query = database.directory.selectFrom('directory.memberships').select('tenantId').distinct()
  const rows = await (after === undefined ? query : query.where('tenantId', '>', after))
    .orderBy('tenantId')
    .limit(TENANTS_PAGE)
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

async function clearAll({ database, now }: Deps, tenantId: string, clear: Clearing): Promise<void> {
  for (;;) {
    const cleared = await database.inTenant({ tenantId }, (tx) => clear(tx, now(), BATCH))
    if (cleared < BATCH) return
  }
}
