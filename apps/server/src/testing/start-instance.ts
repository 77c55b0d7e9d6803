import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSandbox, type Sandbox, type SandboxOptions } from '@frontdesk/sandbox'
import type { FastifyInstance } from 'fastify'
import { createServer, type Frontdesk, type ServerOptions } from '../app/create-server.ts'
import { demoOf } from '../demo/seed-demo.ts'
import { readConfig } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

export interface RunningInstance {
  server: Frontdesk
  sandbox: Sandbox
  /** The environment's account at the sandbox, which carries the texts of every tenant without one of its own. */
  account: { sid: string; authToken: string }
  url: string
  /** Errors the server logged; a test that expects none asks for an empty list. */
  errors: unknown[]
  /** Everything logged, as the lines' objects. */
  logLines: unknown[]
  /** Everything committed has been dispatched, every job that is due and every webhook has run. */
  idle: () => Promise<void>
  /** Lets the waiting jobs of a kind run now instead of in minutes or days, and waits until everything has settled. */
  runDelayedJobs: (jobName: string, options?: { mayHaveRun?: boolean }) => Promise<void>
  /** Runs a job that otherwise waits for its hour, and waits until everything has settled. */
  runJob: (jobName: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Whether a job is due or an event waits for the dispatcher, which reads only below the oldest open transaction: one of
 * any database of the same PostgreSQL holds it back.
 */
const IS_BUSY = `
  select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
    or exists (
      select from events where xid >= coalesce((select xid from directory.event_readers order by xid limit 1), '0'::xid8)
    ) as "isBusy"`

export interface StartOptions
  extends Pick<ServerOptions, 'attemptRules' | 'now' | 'readPage' | 'sessionClock' | 'webhookLimits' | 'wrapPush'> {
  /** A migrated database of its own. */
  databaseUrl: string
  /** Where its data folder is made; the system's folder for temporary files when absent. */
  parentDir?: string
  sandbox?: Partial<SandboxOptions>
  env?: Record<string, string>
  /** From the sandbox's address to the one the product calls; a port where nobody listens is a carrier that is down. */
  carrierUrl?: (sandboxUrl: string) => string
  /** The mail server; the sandbox's when absent. */
  mailUrl?: string
  /** The same for Google's places. */
  placesUrl?: (sandboxUrl: string) => string
  /** Called before the sandbox's routes are there. */
  prepare?: (app: FastifyInstance) => void
}

/** A whole Frontdesk on a database of its own, with the outside world beside it, listening on a free port. */
export async function startInstance(options: StartOptions): Promise<RunningInstance> {
  const dataDir = await mkdtemp(path.join(options.parentDir ?? tmpdir(), 'frontdesk-instance-'))
  const { log, lines, errors } = createRecordingLog()
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 0, ...options.sandbox })
  const account = sandbox.createAccount({ friendlyName: 'Tests' })
  const smtpUrl = await sandbox.openMailServer()
  const serverUrl = () => `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const carrierUrl = options.carrierUrl ?? ((sandboxUrl: string) => sandboxUrl)
  const placesUrl = options.placesUrl ?? ((sandboxUrl: string) => sandboxUrl)
  const server = await createServer({
    config: readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, ...options.env }),
    databaseUrl: options.databaseUrl,
    log,
    sharedAccount: () => ({ accountSid: account.sid, authToken: account.authToken }),
    carrierUrl: () => carrierUrl(`${serverUrl()}/sandbox/twilio`),
    mailUrl: () => options.mailUrl ?? smtpUrl,
    places: () => ({ baseUrl: placesUrl(`${serverUrl()}/sandbox/google`), apiKey: 'tests' }),
    ai: () => ({ baseUrl: `${serverUrl()}/sandbox/openai/v1`, apiKey: 'tests', model: 'sandbox-translator' }),
    demo: demoOf(sandbox),
    readPage: options.readPage ?? (async () => null),
    ...(options.attemptRules && { attemptRules: options.attemptRules }),
    ...(options.now && { now: options.now }),
    ...(options.sessionClock && { sessionClock: options.sessionClock }),
    ...(options.wrapPush && { wrapPush: options.wrapPush }),
    ...(options.webhookLimits && { webhookLimits: options.webhookLimits }),
  })
  options.prepare?.(server.app)
  await server.app.register(sandbox.plugin, { prefix: '/sandbox' })
  await server.listen()
  await server.startWork()

  const { owner } = server.database
  const idle = async () => {
    // Quiet twice in a row: what a job did may have made work for the sandbox, and the other way round.
    for (let quiet = 0; quiet < 2; ) {
      await sandbox.idle()
      await server.dispatcher()?.drained()
      const { rows } = await owner.query<{ isBusy: boolean }>(IS_BUSY)
      quiet = rows[0]?.isBusy ? 0 : quiet + 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  return {
    server,
    sandbox,
    account,
    url: serverUrl(),
    errors,
    logLines: lines,
    idle: idle,
    runDelayedJobs: async (jobName, { mayHaveRun = false } = {}) => {
      await idle()
      const { rowCount } = await owner.query(
        `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where task_id =
           (select id from graphile_worker._private_tasks where identifier = $1) and locked_at is null`,
        [jobName],
      )
      if (rowCount === 0 && !mayHaveRun) throw new Error(`No job ${jobName} is waiting.`)
      await owner.query(`select pg_notify('jobs:insert', '{"r":"0","count":1}')`)
      await idle()
    },
    runJob: async (jobName) => {
      await idle()
      await owner.query("select graphile_worker.add_job($1, '{}')", [jobName])
      await idle()
    },
    close: async () => {
      await server.close()
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function createRecordingLog() {
  const logLines: unknown[] = []
  const errors: unknown[] = []
  const record =
    (level: string) =>
    (...parts: unknown[]) => {
      logLines.push({ level, parts })
      if (level === 'error' || level === 'fatal') errors.push(parts)
    }
  const log = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    fatal: record('fatal'),
  } as unknown as Log
  return { log, lines: logLines, errors }
}
