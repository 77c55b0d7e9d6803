import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestInstance, type TestInstance } from '../../testing/test-instance.ts'
import { createPresence, sweepExhausted } from './dead-workers.ts'
import { bindJob, defineJob } from './define-job.ts'
import { startWorker } from './worker.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance()
})
afterAll(() => instance.close())

const log = { error: () => {}, debug: () => {}, info: () => {}, warn: () => {}, fatal: () => {} } as never

test('frees the jobs of a killed worker at the next start, but not those of a live one', async () => {
  const { owner } = instance.server.database
  const NAME = 'test-of-the-dead'
  const add = async (who: string) => {
    await owner.query(`select graphile_worker.add_job($1, json_build_object('of', $2::text))`, [NAME, who])
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where payload ->> 'of' = $1`,
      [who],
    )
  }
  const living = createPresence(owner, log)
  living.add('a-living-worker')
  await add('a-dead-worker')
  await add('a-living-worker')

  const done: string[] = []
  const job = defineJob({
    name: NAME,
    lane: 'default',
    payload: z.object({ of: z.string() }),
    run: async (_services, payload) => void done.push(payload.of),
  })
  const pool = new pg.Pool({ connectionString: owner.options.connectionString, max: 5 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const worker = await startWorker(pool, [bindJob(job, null)], log)
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a-dead-worker'])
  await worker.stop()
  const { rows } = await owner.query(
    `select locked_by from graphile_worker._private_jobs where locked_by = 'a-living-worker'`,
  )
  expect(rows).toHaveLength(1)
  await living.close()
  await pool.end()
})

test('attempts lost to a killed process are restored; permanently failed jobs are deleted after a week', async () => {
  const { owner } = instance.server.database
  const add = async (of: string, set: string) => {
    await owner.query(
      `select graphile_worker.add_job('test-of-the-exhausted', json_build_object('of', $1::text), max_attempts => 3)`,
      [of],
    )
    await owner.query(`update graphile_worker._private_jobs set attempts = 3, ${set} where payload ->> 'of' = $1`, [of])
  }
  const dying = createPresence(owner, log)
  await add('killed-now', `locked_by = 'a-killed-worker', locked_at = now(), updated_at = now() - interval '1 minute'`)
  // As graphile-worker leaves a running job when a newer one with its key is added.
  await add('replaced', `locked_by = 'a-killed-worker', locked_at = now() - interval '1 second', updated_at = now()`)
  await add('killed-long-ago', `updated_at = now() - interval '8 days'`)
  await add('failed-lately', `last_error = 'no'`)
  await add('failed-long-ago', `last_error = 'no', updated_at = now() - interval '8 days'`)
  await dying.freeJobsOfDeadWorkers()
  await dying.close()
  await sweepExhausted(owner)
  const { rows } = await owner.query(
    `select payload ->> 'of' as "of", attempts, is_available as "isAvailable", run_at > now() as "isLater"
     from graphile_worker._private_jobs where payload ->> 'of' ~ '^(killed-|failed-|replaced)' order by 1`,
  )
  expect(rows).toEqual([
    { of: 'failed-lately', attempts: 3, isAvailable: false, isLater: false },
    { of: 'killed-long-ago', attempts: 2, isAvailable: true, isLater: false },
    { of: 'killed-now', attempts: 2, isAvailable: true, isLater: true },
    { of: 'replaced', attempts: 1, isAvailable: true, isLater: false },
  ])
})
