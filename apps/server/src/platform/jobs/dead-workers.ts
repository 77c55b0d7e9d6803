import type pg from 'pg'
import type { Log } from '../log.ts'

/** Namespace of the advisory locks by which living runners are known. */
const PRESENCE = 7_368_423
const RETRY_MS = 500

export interface Presence {
  /** A runner lives from now on. */
  add: (poolId: string) => void
  /** A runner has ended. What it left locked is free for others. */
  remove: (poolId: string) => void
  freeJobsOfTheDead: () => Promise<string[]>
  close: () => Promise<void>
}

/**
 * Holds an advisory lock for each runner of this process, under the id its jobs are locked with, on one connection: the
 * locks fall with the process, however that ends. A lost connection is opened again.
 */
export function createPresence(pool: pg.Pool, log: Log): Presence {
  const living = new Set<string>()
  let held: { client: pg.PoolClient; locked: Set<string> } | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
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
    for (const id of living) {
      if (locked.has(id)) continue
      await client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE, id])
      locked.add(id)
    }
    for (const id of locked) {
      if (living.has(id)) continue
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE, id])
      locked.delete(id)
    }
    return client
  }

  const apply = () =>
    void inTurn(async () => {
      if (!isClosed) await lockLiving()
    }).catch((error) => {
      log.error({ err: error }, 'the presence of the job runners could not be recorded and will be tried again')
      drop()
    })

  return {
    add: (poolId) => {
      living.add(poolId)
      apply()
    },
    remove: (poolId) => {
      living.delete(poolId)
      apply()
    },
    freeJobsOfTheDead: () => inTurn(async () => (isClosed ? [] : freeJobsOfTheDead(await lockLiving(), [...living]))),
    close: () =>
      inTurn(async () => {
        isClosed = true
        drop()
      }),
  }
}

/**
 * Frees the jobs of runners that ended without finishing them; graphile-worker itself waits four hours for them to come
 * back. Should a living one be taken for dead, its jobs run twice, which every job is written for.
 */
async function freeJobsOfTheDead(client: pg.PoolClient, living: string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select locked_by as id from graphile_worker._private_jobs where locked_by <> all($1)
     union select locked_by from graphile_worker._private_job_queues where locked_by <> all($1)`,
    [living],
  )
  const dead: string[] = []
  for (const { id } of rows) {
    const { rows: locks } = await client.query<{ isDead: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as "isDead"',
      [PRESENCE, id],
    )
    if (!locks[0]?.isDead) continue
    // A killed attempt was counted. One whose attempts ran out that way gets another one, after a pause: it may be what
    // killed the process.
    await client.query(
      `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now() + interval '1 minute'
       where locked_by = $1 and attempts >= max_attempts`,
      [id],
    )
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE, id])
    dead.push(id)
  }
  return dead
}

/**
 * graphile-worker keeps jobs without attempts left for ever. One that never failed lost its attempts to kills and gets
 * another; one that failed was logged then, and goes after a week.
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
