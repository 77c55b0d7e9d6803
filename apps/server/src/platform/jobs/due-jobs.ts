import type pg from 'pg'
import type { Log } from '../log.ts'

const CHECK_MS = 1000

/**
 * Notifies all runners of due jobs that no slot has taken, by the message that graphile-worker sends when a job is added;
 * it wakes at most as many slots as jobs are due.
 */
const NOTIFY_OF_DUE_JOBS = `
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', due.count)::text)
  from (
    select count(*) from (
      select from graphile_worker._private_jobs where is_available and run_at <= now() limit 50
    ) jobs
  ) due
  where due.count > 0`

/**
 * Wakes the slots of all lanes when a delayed job becomes due. One statement a second replaces a poll of each slot, and
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
