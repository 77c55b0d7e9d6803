import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import type { SendDeps } from '../messages/index.ts'
import { type AutomationRow, listEnabled } from './access.ts'
import { createDueRuns } from './create-due-runs.ts'
import { performRun } from './perform-run.ts'
import { recordAutomationChanged } from './record-automation-changed.ts'

/** Every minute: one job for each tenant with an automation that is on. */
const RUN_AUTOMATIONS = 'run-automations'
const RUN_AUTOMATIONS_OF_TENANT = 'run-automations-of-tenant'

/** Runs per job. It then enqueues the next one, so that it does not keep its slot for long. */
const RUNS_PER_JOB = 200

const specOf = (tenantId: string) => ({
  identifier: RUN_AUTOMATIONS_OF_TENANT,
  payload: { tenantId },
  jobKey: `automations:${tenantId}`,
})

export const findAutomationTenants = defineJob({
  name: RUN_AUTOMATIONS,
  schedule: '* * * * *',
  lane: 'default',
  payload: z.unknown(),
  run: async ({ database: { directory } }: Needs<'database'>) => {
    const tenants = await directory.selectFrom('directory.automationTenants').select('tenantId').execute()
    await enqueueForTenants(
      directory,
      tenants.map(({ tenantId }) => specOf(tenantId)),
    )
  },
})

/**
 * Finds what has become due and does it, each run in a transaction of its own: safe to run twice, to end at any time,
 * and to run in several processes.
 */
export const runAutomations = defineJob({
  name: RUN_AUTOMATIONS_OF_TENANT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (deps: SendDeps & Needs<'database'>, scope) => {
    const automations = await deps.inTenant(scope, listEnabled)
    for (const { id } of automations) while (await deps.inTenant(scope, (tx) => createDueRuns(tx, id)));
    const due = await deps.inTenant(scope, (tx) =>
      tx
        .selectFrom('automationRuns')
        .where('tenantId', '=', tx.tenantId)
        .where('state', '=', 'waiting')
        .where('dueAt', '<=', tx.now())
        .orderBy('dueAt')
        .orderBy('id')
        .limit(RUNS_PER_JOB)
        .select('id')
        .execute(),
    )
    const performed = new Map<string, AutomationRow>()
    const failures: unknown[] = []
    for (const { id } of due) {
      try {
        const automation = await deps.inTenant(scope, (tx) => performRun(deps, tx, id))
        if (automation) performed.set(automation.id, automation)
      } catch (error) {
        // One run that cannot be performed must not keep the others from it. It is skipped once it is a day late.
        failures.push(error)
      }
    }
    if (performed.size > 0)
      await deps.inTenant(scope, async (tx) => {
        for (const automation of performed.values()) await recordAutomationChanged(tx, null, automation)
      })
    if (due.length === RUNS_PER_JOB && performed.size > 0)
      await enqueueForTenants(deps.database.directory, [specOf(scope.tenantId)])
    if (failures.length > 0) throw failures[0]
  },
})
