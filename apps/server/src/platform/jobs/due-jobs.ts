import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { BoundJob } from './define-job.ts'

const CHECK_MS = 1000

/** Jobs that became due: how many of each name. The SQL function `jobs.enqueue` notifies of those due at once. */
const CHANNEL = 'jobs:due'
const Due = z.record(z.string(), z.int())

/** Instead of a name: more are due than were looked at, of any lane. */
const ANY = '*'
const CHECK_ROWS = 50

/** Notifies the lanes of due jobs that no slot has taken. */
export const NOTIFY_OF_DUE_JOBS = `
  with jobs as (
    select task_id from graphile_worker._private_jobs where is_available and run_at <= now() limit ${CHECK_ROWS}
  )
  select pg_notify('${CHANNEL}', json_object_agg(name, n)::text)
  from (
    select t.identifier as name, count(*) as n
    from jobs join graphile_worker._private_tasks t on t.id = jobs.task_id group by 1
    union all
    select '${ANY}', count(*) from jobs having count(*) = ${CHECK_ROWS}
  ) due
  having count(*) > 0`

/**
 * Wakes as many slots of a lane as jobs of it are due, on the connection on which graphile-worker listens. Its own
 * notification doesn't name the job, so that every new job would make every lane look for work: six statements of which
 * five find nothing.
 */
export function listenForDueJobs(events: WorkerEvents, jobs: readonly BoundJob[], log: Log): void {
  const listeners = new Map<pg.PoolClient, (message: pg.Notification) => void>()
  events.on('pool:listen:success', ({ client, workerPool }) => {
    const listener = ({ channel, payload }: pg.Notification) => {
      if (channel !== CHANNEL) return
      const due = Due.parse(JSON.parse(payload ?? '{}'))
      const count = [ANY, ...jobs.map(({ name }) => name)].reduce((sum, name) => sum + (due[name] ?? 0), 0)
      if (count > 0) workerPool.nudge(count)
    }
    listeners.set(client, listener)
    client.on('notification', listener)
    // The event precedes the LISTEN of graphile-worker. If this fails, the slots still poll.
    queueMicrotask(() =>
      client
        .query(`unlisten "jobs:insert"; listen "${CHANNEL}"`)
        .catch((error) => log.error({ err: error }, 'could not listen for due jobs')),
    )
  })
  events.on('pool:listen:release', ({ client }) => {
    const listener = listeners.get(client)
    if (!listener) return
    listeners.delete(client)
    client.off('notification', listener)
    client.query(`unlisten "${CHANNEL}"`).catch(() => {})
  })
}

/**
 * Wakes the slots of the lanes whose delayed jobs become due. One statement a second replaces a poll of each slot, and
 * finds nothing most of the time. Returns a function that stops it.
 */
export function watchDueJobs(pool: pg.Pool, log: Log): () => void {
  let isChecking = false
  let hasFailed = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await pool.query({ name: 'due-jobs', text: NOTIFY_OF_DUE_JOBS })
      hasFailed = false
    } catch (error) {
      // Log only the first failure: in an outage each attempt fails the same way.
      if (!hasFailed) log.error({ err: error }, 'could not look for due jobs; retrying')
      hasFailed = true
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(check, CHECK_MS).unref()
  return () => clearInterval(timer)
}
