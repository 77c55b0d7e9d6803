import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type House, openHouse } from '../../testing/house.ts'
import { createPresence } from './dead-workers.ts'
import { defineJob } from './define-job.ts'
import { startWorker } from './worker.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const log = { error: () => {}, debug: () => {}, info: () => {}, warn: () => {}, fatal: () => {} } as never

test('the jobs of a worker that was killed run at the next start, those of a living one do not', async () => {
  const { owner } = house.server.database
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
    run: async (payload) => void done.push(payload.of),
  })
  const pool = new pg.Pool({ connectionString: owner.options.connectionString, max: 5 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const worker = await startWorker(pool, [job], [], log)
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a-dead-worker'])
  await worker.stop()
  const { rows } = await owner.query(
    `select locked_by from graphile_worker._private_jobs where locked_by = 'a-living-worker'`,
  )
  expect(rows).toHaveLength(1)
  await living.close()
  await pool.end()
})
