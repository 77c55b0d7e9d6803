import { z } from 'zod'
import { TZDATA_VERSION } from '../../platform/clock.ts'
import { tenantPages } from '../../platform/database/tenant-pages.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { keepLocalTimesSpec } from './job-specs.ts'

/** Keeps the local times of all upcoming visits after an update of the time zone data. Safe to run twice. */
export const checkTzdata = defineJob({
  name: 'check-tzdata',
  lane: 'background',
  runsAtStart: true,
  payload: z.unknown(),
  run: async ({ directory, now, log }: Needs<'directory' | 'now' | 'log'>) => {
    const applied = await directory.selectFrom('directory.tzdataVersion').select('version').executeTakeFirst()
    if (applied?.version === TZDATA_VERSION) return
    log.info({ from: applied?.version ?? null, to: TZDATA_VERSION }, 'the time zone data changed')
    for await (const tenants of tenantPages(directory))
      await enqueueForTenants(
        directory,
        tenants.map((tenantId) => keepLocalTimesSpec(tenantId)),
      )
    const values = { version: TZDATA_VERSION, appliedAt: now() }
    await directory
      .insertInto('directory.tzdataVersion')
      .values(values)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
      .execute()
  },
})
