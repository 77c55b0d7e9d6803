import { EventEmitter } from 'node:events'
import { type JobHelpers, Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { freeJobsOfTheDead, takePresence } from './dead-workers.ts'
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

const LOOK_FOR_DEAD_MS = 60_000

/** Runs the jobs of this process with graphile-worker, fetched and completed in batches (performance.md section 6). */
export async function startWorker(
  pool: pg.Pool,
  jobs: readonly AnyJob[],
  periodic: readonly PeriodicJob[],
  log: Log,
): Promise<Worker> {
  const events = new EventEmitter() as WorkerEvents
  const named = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)))
  const runner = await run({
    pgPool: pool,
    events,
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
  const id = await named
  const presence = await takePresence(pool, id)
  const freeJobs = () =>
    freeJobsOfTheDead(presence, id).then(
      (dead) => {
        if (dead.length > 0) log.warn({ workers: dead.length }, 'jobs of workers that had died were freed')
      },
      (error) => log.error({ err: error }, 'looking for dead workers failed'),
    )
  await freeJobs()
  const timer = setInterval(freeJobs, LOOK_FOR_DEAD_MS).unref()

  return {
    add: async (name) => void (await runner.addJob(name, {}, { jobKey: name })),
    stop: async () => {
      clearInterval(timer)
      await runner.stop()
      presence.release(true)
    },
  }
}

const jobName = (meta: unknown) => (meta as { job?: { task_identifier?: string } } | undefined)?.job?.task_identifier
