import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type House, openHouse } from '../../testing/house.ts'
import { type AnyJob, defineJob } from './define-job.ts'
import type { Lane } from './lanes.ts'
import { startWorker } from './worker.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const quiet = { error: () => {}, debug: () => {}, info: () => {}, warn: () => {}, fatal: () => {} } as never

/** A second worker with jobs of its own on the database of the house. */
async function workerOf(jobs: AnyJob[]) {
  const { connectionString } = house.server.database.owner.options
  const pool = new pg.Pool({ connectionString, max: 12, application_name: 'lanes' })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const worker = await startWorker(pool, jobs, [], quiet)
  return {
    worker,
    stop: async () => {
      await worker.stop()
      await pool.end()
    },
  }
}

const add = (name: string, count = 1) =>
  house.server.database.owner.query(
    `select graphile_worker.add_job($1, json_build_object('n', n)) from generate_series(1, $2::int) n`,
    [name, count],
  )

const aJob = (name: string, lane: Lane, run: (n: number) => Promise<void>) =>
  defineJob({ name, lane, payload: z.object({ n: z.int() }), run: ({ n }) => run(n) })

test('jobs that never end fill their own lane only', async () => {
  const stuck = Promise.withResolvers<void>()
  const sent: number[] = []
  let started = 0
  const { stop } = await workerOf([
    aJob('lanes-stuck', 'background', () => {
      started += 1
      return stuck.promise
    }),
    aJob('lanes-send', 'sending', async (n) => void sent.push(n)),
  ])
  await add('lanes-stuck', 200)
  await expect.poll(() => started).toBeGreaterThan(4)
  await add('lanes-send', 50)
  await expect.poll(() => sent.length).toBe(50)
  stuck.resolve()
  await stop()
})

test('every lane goes on by itself after all of its connections were cut, and each job is done', async () => {
  const done = new Set<number>()
  const { worker, stop } = await workerOf([
    aJob('lanes-cut', 'sending', async (n) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      done.add(n)
    }),
    aJob('lanes-cut-too', 'background', async () => {}),
  ])
  for (let round = 0; round < 5; round++) {
    await add('lanes-cut', 200)
    await expect.poll(() => done.size).toBeGreaterThan(round * 20)
    await house.server.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanes'`,
    )
  }
  await expect
    .poll(() => worker.status().map(({ state }) => state), { timeout: 10_000 })
    .toEqual(['running', 'running'])
  const waiting = () =>
    house.server.database.owner.query(
      `select from graphile_worker.jobs where task_identifier in ('lanes-cut', 'lanes-cut-too')`,
    )
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 15_000 }).toBe(0)
  expect(done.size).toBe(200)
  await stop()
})
