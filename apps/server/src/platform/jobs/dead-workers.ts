import type pg from 'pg'
import type { Log } from '../log.ts'

/** Namespace of the advisory locks that mark live runners. */
const PRESENCE_LOCK = 7_368_423
const RETRY_MS = 500

export interface Presence {
  /** Marks a runner as live. */
  add: (poolId: string) => void
  /** Marks a runner as ended; jobs it left locked can be freed. */
  remove: (poolId: string) => void
  freeJobsOfDeadWorkers: () => Promise<string[]>
  close: () => Promise<void>
}

/**
 * Holds an advisory lock for each runner of this process, under the id its jobs are locked with, on one connection: the
 * locks are released when the process ends, however that happens. A lost connection is reopened.
 */
export function createPresence(pool: pg.Pool, log: Log): Presence {
  const liveIds = new Set<string>()
  let held: { client: pg.PoolClient; locked: Set<string> } | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const serialize = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }

  const open = async () => {
    const client = await pool.connect()
    const opened = { client, locked: new Set<string>() }
    client.once('end', () => {
      if (held === opened) drop()
    })
    return opened
  }

  const drop = () => {
    const lost = held
    held = null
    lost?.client.release(true)
    if (!isClosed) setTimeout(apply, RETRY_MS).unref()
  }

  const lockLiving = async () => {
    held ??= await open()
    const { client, locked } = held
    for (const id of liveIds) {
      if (locked.has(id)) continue
      await client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE_LOCK, id])
      locked.add(id)
    }
    for (const id of locked) {
      if (liveIds.has(id)) continue
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE_LOCK, id])
      locked.delete(id)
    }
    return client
  }

  const apply = () =>
    void serialize(async () => {
      if (!isClosed) await lockLiving()
    }).catch((error) => {
      log.error({ err: error }, 'could not lock the presence of the job runners; retrying')
      drop()
    })

  return {
    add: (poolId) => {
      liveIds.add(poolId)
      apply()
    },
    remove: (poolId) => {
      liveIds.delete(poolId)
      apply()
    },
    freeJobsOfDeadWorkers: () =>
      serialize(async () => (isClosed ? [] : freeJobsOfDeadWorkers(await lockLiving(), [...liveIds]))),
    close: () =>
      serialize(async () => {
        isClosed = true
        drop()
      }),
  }
}

/**
 * Frees the jobs of runners that ended without finishing them; graphile-worker itself waits four hours for them to come
 * back. If a live runner is taken for dead, its jobs run twice, which every job must tolerate anyway.
 */
async function freeJobsOfDeadWorkers(client: pg.PoolClient, living: string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select locked_by as id from graphile_worker._private_jobs where locked_by <> all($1)
     union select locked_by from graphile_worker._private_job_queues where locked_by <> all($1)`,
    [living],
  )
  const dead: string[] = []
  for (const { id } of rows) {
    const { rows: locks } = await client.query<{ isDead: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as "isDead"',
      [PRESENCE_LOCK, id],
    )
    if (!locks[0]?.isDead) continue
    // A killed attempt still counts. A job out of attempts gets one more, after a pause because the job itself may have
    // killed the process. A job that a newer one with its key replaced while it ran only looks like that:
    // graphile-worker sets its attempts to the maximum, and `updated_at`, which fetching a job leaves alone.
    await client.query(
      `update graphile_worker._private_jobs set
         attempts = case when updated_at > locked_at then 1 else max_attempts - 1 end,
         run_at = case when updated_at > locked_at then run_at else now() + interval '1 minute' end
       where locked_by = $1 and attempts >= max_attempts`,
      [id],
    )
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE_LOCK, id])
    dead.push(id)
  }
  return dead
}

/**
 * graphile-worker keeps jobs without remaining attempts forever. A job without an error lost its attempts to killed
 * processes and gets one more; a failed one has been logged and is deleted after a week.
 */
export async function sweepExhausted(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts - 1
     where attempts >= max_attempts and locked_by is null and last_error is null`,
  )
  await pool.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_by is null and updated_at < now() - interval '7 days'`,
  )
}
