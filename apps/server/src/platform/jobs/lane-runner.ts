import { EventEmitter } from 'node:events'
import { type JobHelpers, Logger, type ParsedCronItem, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { HostUnavailable } from '../outbound/host-breakers.ts'
import type { BoundJob } from './define-job.ts'
import { listenForDueJobs } from './due-jobs.ts'
import { LANES, type Lane } from './lanes.ts'
import { createTenantShare } from './tenant-share.ts'

export interface LaneStatus {
  lane: Lane
  state: 'running' | 'restarting' | 'stopped'
  /** Consecutive early exits or failed starts. */
  failures: number
}

export interface LaneRunner {
  status: () => LaneStatus
  stop: () => Promise<void>
}

export interface LaneOptions {
  lane: Lane
  pool: pg.Pool
  jobs: readonly BoundJob[]
  cron: ParsedCronItem[]
  log: Log
  /** Called with the id that locks this runner's jobs: when the runner has started, and after its last job. */
  onStart: (poolId: string) => void
  onEnd: (poolId: string) => void
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000
const FETCH_FAILURES_MAX = 5
/** A runner that ran this long resets the backoff. */
const HEALTHY_MS = 30_000
/** How often a slot without work polls. Notifications wake it earlier (due-jobs.ts), unless one is lost. */
const POLL_MS = 10_000
/** Time for a runner to record the outcome of its last job. */
const RECORD_MS = 1000

/**
 * Runs the jobs of one lane, and restarts the runner with exponential backoff when it exits on its own: graphile-worker
 * shuts a runner down when it cannot record the outcome of a job, for instance because the database restarts.
 */
export async function startLane(options: LaneOptions): Promise<LaneRunner> {
  const { lane, log } = options
  let isStopped = false
  let isRunning = false
  let failures = 0
  let runner: Runner | null = null
  const ending = new Set<Promise<void>>()
  const stopping = Promise.withResolvers<void>()
  const firstStart = Promise.withResolvers<void>()

  const keepRunning = async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      try {
        const started = await startRunner(options)
        runner = started.runner
        const end = started.ended.finally(() => ending.delete(end))
        ending.add(end)
        isRunning = true
        firstStart.resolve()
        await Promise.race([started.shutsDown, stopping.promise])
        if (isStopped) return
        log.error({ lane }, 'a job runner exited and will be restarted')
      } catch (error) {
        log.error({ err: error, lane }, 'a job runner could not be started; retrying')
      }
      isRunning = false
      failures = performance.now() - startedAt > HEALTHY_MS ? 0 : failures + 1
      await Promise.race([pause(failures), stopping.promise])
    }
  }
  const loop = keepRunning()
  await Promise.race([firstStart.promise, stopping.promise])

  return {
    status: () => ({ lane, state: isStopped ? 'stopped' : isRunning ? 'running' : 'restarting', failures }),
    stop: async () => {
      isStopped = true
      stopping.resolve()
      await loop
      // Rejects if the runner is already shutting down on its own.
      void runner?.stop().catch(() => {})
      await Promise.all(ending)
    },
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

const pause = (failures: number) =>
  sleep(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2))

async function startRunner({ lane, pool, jobs, cron, log, onStart, onEnd }: LaneOptions) {
  const options = LANES[lane]
  const isWaiting = 'waitsForHost' in options
  const events: WorkerEvents = new EventEmitter()
  const shutsDown = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()))
  const idle = Promise.withResolvers<void>()
  let active = 0
  let isShuttingDown = false
  const resolveIfIdle = () => {
    if (isShuttingDown && active === 0) idle.resolve()
  }
  void shutsDown.then(() => {
    isShuttingDown = true
    resolveIfIdle()
  })
  const created = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  )
  listenForDueJobs(events, jobs, log)
  releaseCleanly(events)
  const fetching = watchFetching(events)
  const share = 'perTenant' in options ? createTenantShare(events, options.perTenant) : null
  const runner = await run({
    pgPool: pool,
    events,
    noHandleSignals: true,
    ...(share && { forbiddenFlags: share.forbiddenFlags }),
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        async (payload: unknown, { job: row, addJob }: JobHelpers) => {
          active += 1
          try {
            await job.run(payload, { jobId: row.id, isLast: row.attempts >= row.max_attempts })
          } catch (error) {
            const retryAt = retryAtOf(error)
            const attemptsLeft = row.max_attempts - row.attempts + (isWaiting ? 1 : 0)
            if (!retryAt || attemptsLeft <= 0) throw error
            await addJob(job.name, payload, {
              ...(row.key !== null && { jobKey: row.key }),
              runAt: withJitter(retryAt, isWaiting ? SHORT_SPREAD_MS : SPREAD_MS),
              maxAttempts: attemptsLeft,
              flags: Object.keys(row.flags ?? {}),
            })
          } finally {
            active -= 1
            share?.release(row)
            resolveIfIdle()
          }
        },
      ]),
    ),
    parsedCronItems: cron,
    logger: new Logger(() => (level, message, meta) => {
      if (level !== 'error') return
      // A local queue emits no event for this, only a log line.
      if (message.startsWith('Error occurred fetching jobs')) fetching.failed()
      const { error, job, failure } = (meta ?? {}) as LogMeta
      if (failure && job) {
        const isLast = job.attempts >= job.max_attempts
        const outcome = isLast ? 'a job failed for the last time' : 'a job failed and will be retried'
        log.error({ err: error, job: job.task_identifier, id: job.id }, outcome)
      } else log.error({ err: error, lane }, message)
    }),
    preset: {
      worker: {
        concurrentJobs: options.slots,
        pollInterval: POLL_MS,
        ...('fetchAhead' in options && { localQueue: { size: options.fetchAhead, refetchDelay: { durationMs: 20 } } }),
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  void fetching.givesUp.then(() => runner.stop()).catch(() => {})
  const poolId = await created
  // A runner that failed twice to record jobs never resolves (the counter of graphile-worker's `batch` goes below
  // zero).
  const recorded = idle.promise.then(() => sleep(RECORD_MS))
  const ended = Promise.race([runner.promise.catch(() => {}), recorded]).then(() => onEnd(poolId))
  onStart(poolId)
  return { runner, shutsDown, ended }
}

/**
 * Detects a runner that can no longer fetch jobs and must be replaced: if the connection is lost while it looks up its
 * task ids, graphile-worker 0.18 caches the rejected promise, and every later fetch fails.
 */
function watchFetching(events: WorkerEvents) {
  const givingUp = Promise.withResolvers<void>()
  let failures = 0
  const succeeded = () => {
    failures = 0
  }
  const failed = () => {
    failures += 1
    if (failures === FETCH_FAILURES_MAX) givingUp.resolve()
  }
  events.on('localQueue:getJobs:complete', succeeded)
  events.on('worker:getJob:empty', succeeded)
  events.on('job:start', succeeded)
  events.on('worker:getJob:error', failed)
  return { failed, givesUp: givingUp.promise }
}

/**
 * graphile-worker 0.18 cannot release a local queue that still holds jobs: `release` throws "Cannot background
 * something when the queue is already released" and leaves the promise that returns the jobs without a handler, which
 * ends the process during a database outage. It works while a background promise is pending, so we keep one until the
 * release.
 */
function releaseCleanly(events: WorkerEvents): void {
  const released = Promise.withResolvers<void>()
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets a private method be called this way only
  events.on('localQueue:init', ({ localQueue }) => localQueue['background'](released.promise))
  events.on('localQueue:setMode', ({ newMode }) => {
    if (newMode === 'RELEASED') released.resolve()
  })
}

/** When to run a job again that made no request because the breaker of its host is open. */
function retryAtOf(error: unknown): string | null {
  if (error instanceof HostUnavailable) return error.retryAt
  return error instanceof Error && error.cause instanceof HostUnavailable ? error.cause.retryAt : null
}

const SPREAD_MS = 10_000
const SHORT_SPREAD_MS = 3_000

/** Adds jitter, so that not all jobs of a host run at once. */
const withJitter = (at: string, spreadMs: number) => new Date(Date.parse(at) + Math.random() * spreadMs)

interface LogMeta {
  error?: unknown
  failure?: boolean
  job?: { id: string; task_identifier: string; attempts: number; max_attempts: number }
}
