import type pg from 'pg'

/** Namespace of the advisory locks by which living workers are known. */
const PRESENCE = 7_368_423

/**
 * Holds a lock under the name that a worker's jobs are locked with, on a connection of its own: it falls with the process,
 * however that ends.
 */
export async function takePresence(pool: pg.Pool, workerId: string): Promise<pg.PoolClient> {
  const client = await pool.connect()
  await client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE, workerId])
  return client
}

/**
 * Frees the jobs of workers that were killed; graphile-worker itself waits four hours for them to come back.
 * Should a living one be taken for dead, its jobs run twice, which every job is written for.
 */
export async function freeJobsOfTheDead(client: pg.PoolClient, ownId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select locked_by as id from graphile_worker._private_jobs where locked_by is not null and locked_by <> $1
     union select locked_by from graphile_worker._private_job_queues where locked_by is not null and locked_by <> $1`,
    [ownId],
  )
  const dead: string[] = []
  for (const { id } of rows) {
    const found = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as is_dead', [PRESENCE, id])
    if (!found.rows[0].is_dead) continue
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE, id])
    dead.push(id)
  }
  return dead
}
