import { keysOf } from '@frontdesk/contract/rules'
import { parseCronItems } from 'graphile-worker'
import type pg from 'pg'
import { retryOnDeadlock } from '../database/deadlock.ts'
import type { Log } from '../log.ts'
import { createPresence, sweepExhausted } from './dead-workers.ts'
import type { BoundJob } from './define-job.ts'
import { watchDueJobs } from './due-jobs.ts'
import { type LaneStatus, startLane } from './lane-runner.ts'
import { LANES } from './lanes.ts'

export interface Worker {
  status: () => LaneStatus[]
  stop: () => Promise<void>
}

const DEAD_WORKER_CHECK_MS = 60_000
const DEAD_WORKER_RETRY_MS = 1000
const SWEEP_MS = 60 * 60_000

/**
 * Runs the jobs of this process with graphile-worker, one runner per lane. `hasSchedules`: also starts jobs by their
 * schedules.
 */
export async function startWorker(
  pool: pg.Pool,
  jobs: readonly BoundJob[],
  log: Log,
  { hasSchedules = true } = {},
): Promise<Worker> {
  const presence = createPresence(pool, log)
  let isStopping = false
  const freeJobs = (): Promise<void> =>
    presence.freeJobsOfDeadWorkers().then(
      (dead) => {
        if (dead.length > 0) log.warn({ workers: dead.length }, 'freed the jobs of dead workers')
      },
      (error) => {
        log.error({ err: error }, 'could not free the jobs of dead workers; retrying')
        setTimeout(freeJobs, DEAD_WORKER_RETRY_MS).unref()
      },
    )
  const cron = parseCronItems(
    jobs.flatMap(({ name, schedule }) =>
      schedule === undefined ? [] : [{ task: name, match: schedule, options: { backfillPeriod: 0 } }],
    ),
  )
  await registerTasks(pool, jobs)
  const used = keysOf(LANES).filter((lane) => jobs.some((job) => job.lane === lane))
  const lanes = await Promise.all(
    used.map((lane) =>
      startLane({
        lane,
        pool,
        jobs: jobs.filter((job) => job.lane === lane),
        cron: hasSchedules && lane === 'default' ? cron : [],
        log,
        onStart: presence.add,
        onEnd: (poolId) => {
          presence.remove(poolId)
          if (!isStopping) void freeJobs()
        },
      }),
    ),
  )
  await freeJobs()
  const sweep = () => sweepExhausted(pool).catch((error) => log.error({ err: error }, 'could not sweep exhausted jobs'))
  await sweep()
  const stopWatching = watchDueJobs(pool, log)
  const timer = setInterval(freeJobs, DEAD_WORKER_CHECK_MS).unref()
  const sweepTimer = setInterval(sweep, SWEEP_MS).unref()
  const atStart = jobs.flatMap(({ name, runsAtStart }) =>
    runsAtStart ? [{ identifier: name, payload: {}, jobKey: name }] : [],
  )
  await pool.query('select jobs.enqueue($1)', [JSON.stringify(atStart)])

  return {
    status: () => lanes.map((lane) => lane.status()),
    stop: async () => {
      isStopping = true
      stopWatching()
      clearInterval(timer)
      clearInterval(sweepTimer)
      await Promise.all(lanes.map((lane) => lane.stop()))
      await presence.close()
    },
  }
}

/**
 * Registers the names of all jobs in one order. Otherwise each lane registers its own in the background, and so does the
 * enqueueing of jobs, in another order: at the first start of new jobs they could wait for each other.
 */
async function registerTasks(pool: pg.Pool, jobs: readonly BoundJob[]): Promise<void> {
  const names = jobs.map(({ name }) => name).toSorted()
  await retryOnDeadlock(() =>
    pool.query(
      `insert into graphile_worker._private_tasks (identifier)
       select name from unnest($1::text[]) as n (name)
       where not exists (select from graphile_worker._private_tasks t where t.identifier = n.name)
       on conflict do nothing`,
      [names],
    ),
  )
}
