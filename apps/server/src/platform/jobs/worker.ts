import { type JobHelpers, Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import type { AnyJob } from './define-job.ts'

export interface PeriodicJob {
  name: string
  /** Cron pattern in UTC. */
  match: string
}

export interface Worker {
  /** For what belongs to no tenant's transaction, such as a check at every start. */
  add: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/** Runs the jobs of this process with graphile-worker, fetched and completed in batches (performance.md section 6). */
export async function startWorker(
  pool: pg.Pool,
  jobs: readonly AnyJob[],
  periodic: readonly PeriodicJob[],
  log: Log,
): Promise<Worker> {
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload: unknown, { job: row }: JobHelpers) => job.run(payload, { isLast: row.attempts >= row.max_attempts }),
      ]),
    ),
    parsedCronItems: parseCronItems(
      periodic.map(({ name, match }) => ({ task: name, match, options: { backfillPeriod: 0 } })),
    ),
    logger: new Logger(() => (level, _message, meta) => {
      if (level === 'error')
        log.error(
          { err: (meta as { error?: unknown })?.error, job: jobName(meta) },
          'a job failed and will be tried again',
        )
    }),
    preset: {
      worker: {
        concurrentJobs: 16,
        pollInterval: 1000,
        localQueue: { size: 64, refetchDelay: { durationMs: 20 } },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  return {
    add: async (name) => void (await runner.addJob(name, {}, { jobKey: name })),
    stop: () => runner.stop(),
  }
}

const jobName = (meta: unknown) => (meta as { job?: { task_identifier?: string } } | undefined)?.job?.task_identifier
