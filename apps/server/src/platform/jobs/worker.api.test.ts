import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestInstance, type TestInstance } from '../../testing/test-instance.ts'
import type { Log } from '../log.ts'
import { HostUnavailable } from '../outbound/host-breakers.ts'
import { bindJob, defineJob, type Job } from './define-job.ts'
import { LANES, type Lane } from './lanes.ts'
import { startWorker } from './worker.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance()
})
afterAll(() => instance.close())

const logTo = (error: (...line: unknown[]) => void) =>
  ({ error, debug: () => {}, info: () => {}, warn: () => {}, fatal: () => {} }) as unknown as Log

/** Starts a second worker with its own jobs on the database of the instance. */
async function workerOf(
  jobs: Job<null>[],
  onError: (...line: unknown[]) => void = () => {},
  onConnect: (client: pg.PoolClient) => void = () => {},
) {
  const { connectionString } = instance.server.database.owner.options
  const pool = new pg.Pool({ connectionString, max: 12, application_name: 'lanes' })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    onConnect(client)
  })
  const worker = await startWorker(
    pool,
    jobs.map((job) => bindJob(job, null)),
    logTo(onError),
  )
  return {
    worker,
    stop: async () => {
      await worker.stop()
      await pool.end()
    },
  }
}

/** Calls `intercept` for each query of the connection; what it returns, if anything, is the answer. */
function interceptQueries(client: pg.PoolClient, intercept: (config: unknown) => unknown): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  Object.assign(client, { query: (...given: unknown[]) => intercept(given[0]) ?? query(...given) })
}

const Fetch = z.object({
  text: z.string().includes('_private_jobs as jobs'),
  values: z.tuple([z.unknown(), z.int().array()], z.unknown()),
})

const add = (name: string, count = 1) =>
  instance.server.database.owner.query(
    `select graphile_worker.add_job($1, json_build_object('n', n)) from generate_series(1, $2::int) n`,
    [name, count],
  )

/** Many due jobs would wake every lane of the next worker, once a second. */
const deleteWaitingJobs = (name: string) =>
  instance.server.database.owner.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.locked_at is null`,
    [name],
  )

const aJob = (name: string, lane: Lane, run: (n: number) => Promise<void>) =>
  defineJob({ name, lane, payload: z.object({ n: z.int() }), run: (_services, { n }) => run(n) })

test('the first start of new jobs has no deadlock between a lane and the jobs that run at start', async () => {
  const { owner } = instance.server.database
  await owner.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger slowly before insert on graphile_worker._private_tasks for each row execute function slowly()`)
  const ran: string[] = []
  const atStart = (name: string) =>
    defineJob({ name, lane: 'default', runsAtStart: true, payload: z.object({}), run: async () => void ran.push(name) })
  const names = [...'fedcba'].map((letter) => `start-${letter}`)
  const { stop } = await workerOf(names.map(atStart))
  await expect.poll(() => ran.toSorted()).toEqual(names.toSorted())
  await stop()
  await owner.query('drop trigger slowly on graphile_worker._private_tasks; drop function slowly')
})

test('jobs that never finish block only their own lane', async () => {
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
  await deleteWaitingJobs('lanes-stuck')
  stuck.resolve()
  await stop()
})

test('a new job makes only its own lane look for work', async () => {
  const fetches: number[][] = []
  const recordFetch = (config: unknown) => {
    const fetch = Fetch.safeParse(config)
    if (fetch.success) fetches.push(fetch.data.values[1])
  }
  const done: number[] = []
  const { stop } = await workerOf(
    [aJob('lanes-awake', 'mail', async (n) => void done.push(n)), aJob('lanes-asleep', 'background', async () => {})],
    undefined,
    (client) => interceptQueries(client, recordFetch),
  )
  const countFetches = async () => {
    // The worker adds its tasks once it has started.
    const { rows } = await instance.server.database.owner.query<{ id: number }>(
      `select id from graphile_worker._private_tasks where identifier = 'lanes-asleep'`,
    )
    return fetches.filter((tasks) => tasks.includes(rows[0]?.id ?? 0)).length
  }
  await expect.poll(countFetches).toBe(LANES.background.slots)
  for (const n of [1, 2, 3, 4, 5])
    await instance.server.database.owner.query('select jobs.enqueue($1)', [
      JSON.stringify([{ identifier: 'lanes-awake', payload: { n } }]),
    ])
  await expect.poll(() => done.length).toBe(5)
  expect(await countFetches()).toBe(LANES.background.slots)
  await stop()
})

test('a tenant with many stuck jobs leaves slots of the lane to other tenants', async () => {
  const [stuckTenant, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const stuck = Promise.withResolvers<void>()
  const done: number[] = []
  let running = 0
  const job = defineJob({
    name: 'lanes-share',
    lane: 'background',
    payload: z.object({ tenantId: z.string(), n: z.int() }),
    run: async (_services, { tenantId, n }) => {
      if (tenantId === other) return void done.push(n)
      running += 1
      await stuck.promise
      running -= 1
    },
  })
  const { stop } = await workerOf([job])
  const enqueueFor = (tenantId: string, count: number) =>
    instance.server.database.owner.query(
      `select jobs.enqueue(jsonb_agg(jsonb_build_object('identifier', 'lanes-share',
         'payload', jsonb_build_object('tenantId', $1::text, 'n', n)))) from generate_series(1, $2::int) n`,
      [tenantId, count],
    )
  await enqueueFor(stuckTenant, 300)
  await expect.poll(() => running).toBe(LANES.background.perTenant)
  await enqueueFor(other, 20)
  await expect.poll(() => done.length).toBe(20)
  expect(running).toBe(LANES.background.perTenant)
  await deleteWaitingJobs('lanes-share')
  stuck.resolve()
  await stop()
})

test.each([
  ['background', 2],
  ['mail', 3],
] as const)(
  'a job whose host has an open breaker is rescheduled for the next trial request, without an error (%s)',
  async (lane, maxAttempts) => {
    const retryAt = Temporal.Now.instant().add({ hours: 1 })
    const job = defineJob({
      name: `put-off-${lane}`,
      lane,
      payload: z.object({ tenantId: z.string() }),
      run: async () => {
        throw new HostUnavailable('push.example.com', retryAt.epochMilliseconds)
      },
    })
    const logged: unknown[] = []
    const { stop } = await workerOf([job], (...line) => logged.push(line))
    const { owner } = instance.server.database
    await owner.query(`select jobs.enqueue($1)`, [
      JSON.stringify([
        { identifier: job.name, payload: { tenantId: 'a-tenant' }, jobKey: `put-off:${lane}`, maxAttempts: 3 },
      ]),
    ])
    const waiting = async () => {
      const { rows } = await owner.query(
        `select run_at > $1 as "isLater", attempts, max_attempts as "maxAttempts", key, flags
       from graphile_worker.jobs where task_identifier = $2 and locked_at is null`,
        [retryAt.subtract({ seconds: 1 }).toString(), job.name],
      )
      return rows
    }
    await expect.poll(waiting).toEqual([
      {
        isLater: true,
        attempts: 0,
        maxAttempts,
        key: `a-tenant put-off:${lane}`,
        flags: { 'tenant:a-tenant': true },
      },
    ])
    await stop()
    expect(logged).toEqual([])
  },
)

test('every lane recovers after all connections were cut, and all jobs run', async () => {
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
    await instance.server.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanes'`,
    )
  }
  await expect
    .poll(() => worker.status().map(({ state }) => state), { timeout: 10_000 })
    .toEqual(['running', 'running'])
  const waiting = () =>
    instance.server.database.owner.query(
      `select from graphile_worker.jobs where task_identifier in ('lanes-cut', 'lanes-cut-too')`,
    )
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 15_000 }).toBe(0)
  expect(done.size).toBe(200)
  await stop()
})

test('a lane that lost its connection while looking up its tasks is restarted', async () => {
  const done: number[] = []
  let losses = 0
  const loseFirstLookup = (config: unknown) => {
    if (losses > 0 || !JSON.stringify(config).includes('_private_tasks as tasks (identifier)')) return
    losses += 1
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  }
  await add('lanes-lookup')
  const { stop } = await workerOf(
    [aJob('lanes-lookup', 'sending', async (n) => void done.push(n))],
    undefined,
    (client) => interceptQueries(client, loseFirstLookup),
  )
  await expect.poll(() => done, { timeout: 15_000 }).toEqual([1])
  expect(losses).toBe(1)
  await stop()
})
