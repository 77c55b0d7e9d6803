import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSandbox, type Sandbox, type SandboxOptions, type StripeCredentials } from '@frontdesk/sandbox'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../app/create-server.ts'
import type { Frontdesk, ServerOptions } from '../app/frontdesk.ts'
import { demoOf } from '../demo/seed-demo.ts'
import { readConfig } from '../platform/config.ts'
import { NOTIFY_OF_DUE_JOBS } from '../platform/jobs/due-jobs.ts'
import type { Log } from '../platform/log.ts'

export interface RunningInstance {
  server: Frontdesk
  sandbox: Sandbox
  /** The environment's carrier account, used by every tenant without its own. */
  account: { sid: string; authToken: string }
  /** The sandbox’s Stripe. */
  stripe: StripeCredentials
  url: string
  /** The addresses of all nodes, `url` first. */
  urls: string[]
  /** Errors that the server logged; tests assert that there are none. */
  errors: unknown[]
  /** All log lines as objects. */
  logLines: unknown[]
  /** Resolves once all events are dispatched and all due jobs and webhooks have run. */
  idle: () => Promise<void>
  /** Makes the delayed jobs of a kind due now, and waits until idle. */
  runDelayedJobs: (jobName: string, options?: { mayHaveRun?: boolean }) => Promise<void>
  /** Runs a scheduled job now, and waits until idle. */
  runJob: (jobName: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Whether a job is due or an event is not dispatched yet. The dispatcher reads only below the oldest open transaction,
 * which may be one of another database of the same PostgreSQL.
 */
const IS_BUSY = `
  select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
    or exists (select from directory.event_readers r join events e on (e.xid, e.id) > (r.xid, r.event_id)) as "isBusy"`

export interface StartOptions
  extends Pick<
    ServerOptions,
    | 'attemptRules'
    | 'fetchCalendarFile'
    | 'now'
    | 'pdfLimits'
    | 'readPage'
    | 'sessionClock'
    | 'webhookLimits'
    | 'wrapPush'
  > {
  /** URL of a migrated database. */
  databaseUrl: string
  /** Parent of the data folder; default: the system's temporary folder. */
  parentDir?: string
  sandbox?: Partial<SandboxOptions>
  /** Servers on the database, each serving requests and running jobs; more than one need `REDIS_URL`. Default: 1. */
  nodes?: number
  env?: Record<string, string>
  /** Maps the sandbox's URL to the one that the server uses, such as a closed port for a carrier outage. */
  carrierUrl?: (sandboxUrl: string) => string
  /** Mail server; default: the sandbox's. */
  mailUrl?: string
  /** The same for Google Places. */
  placesUrl?: (sandboxUrl: string) => string
  /** Called before the sandbox is registered. */
  prepare?: (app: FastifyInstance) => void
  /** Called before the routes of the sandbox’s Stripe are registered. */
  prepareStripe?: (app: FastifyInstance) => void
}

/** Starts a server with its sandbox on a free port. */
export async function startInstance(options: StartOptions): Promise<RunningInstance> {
  const dataDir = await mkdtemp(path.join(options.parentDir ?? tmpdir(), 'frontdesk-instance-'))
  const { log, lines, errors } = createRecordingLog()
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 0, ...options.sandbox })
  const account = sandbox.createAccount({ friendlyName: 'Tests' })
  const smtpUrl = await sandbox.openMailServer()
  const stripe = await sandbox.openStripe({
    origin: () => serverUrl(),
    ...(options.prepareStripe && { prepare: options.prepareStripe }),
  })
  const urlOf = ({ app }: Frontdesk) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const serverUrl = () => urlOf(server)
  const carrierUrl = options.carrierUrl ?? ((sandboxUrl: string) => sandboxUrl)
  const placesUrl = options.placesUrl ?? ((sandboxUrl: string) => sandboxUrl)
  const serverOptions: ServerOptions = {
    config: readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, ...options.env }),
    databaseUrl: options.databaseUrl,
    log,
    sharedAccount: () => ({ accountSid: account.sid, authToken: account.authToken }),
    carrierUrl: () => carrierUrl(`${serverUrl()}/sandbox/twilio`),
    mailUrl: () => options.mailUrl ?? smtpUrl,
    places: () => ({ baseUrl: placesUrl(`${serverUrl()}/sandbox/google`), apiKey: 'tests' }),
    googleCalendars: () => ({
      clientId: 'tests',
      clientSecret: 'tests',
      apiUrl: `${serverUrl()}/sandbox/google`,
      consentUrl: `${serverUrl()}/sandbox/google/o/oauth2/v2/auth`,
      tokenUrl: `${serverUrl()}/sandbox/google/token`,
      revokeUrl: `${serverUrl()}/sandbox/google/revoke`,
    }),
    stripe: () => stripe,
    ai: () => ({ baseUrl: `${serverUrl()}/sandbox/openai/v1`, apiKey: 'tests', model: 'sandbox-translator' }),
    // A schedule would change rows in the middle of any test; tests run these jobs themselves.
    hasSchedules: false,
    demo: demoOf(sandbox),
    readPage: options.readPage ?? (async () => null),
    fetchCalendarFile: options.fetchCalendarFile ?? (async () => ({ error: 'unavailable' })),
    ...(options.attemptRules && { attemptRules: options.attemptRules }),
    ...(options.now && { now: options.now }),
    ...(options.sessionClock && { sessionClock: options.sessionClock }),
    ...(options.wrapPush && { wrapPush: options.wrapPush }),
    ...(options.pdfLimits && { pdfLimits: options.pdfLimits }),
    ...(options.webhookLimits && { webhookLimits: options.webhookLimits }),
  }
  const server = await createServer(serverOptions)
  options.prepare?.(server.app)
  await server.app.register(sandbox.plugin, { prefix: '/sandbox' })
  await server.listen()
  await server.startWork()
  const others: Frontdesk[] = []
  while (others.length + 1 < (options.nodes ?? 1)) {
    const node = await createServer(serverOptions)
    await node.listen()
    await node.startWork()
    others.push(node)
  }

  const { owner } = server.database
  const idle = async () => {
    // Idle twice in a row: jobs can create work for the sandbox and vice versa.
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
    stripe,
    url: serverUrl(),
    urls: [server, ...others].map(urlOf),
    errors,
    logLines: lines,
    idle,
    runDelayedJobs: async (jobName, { mayHaveRun = false } = {}) => {
      await idle()
      const { rowCount } = await owner.query(
        `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where task_id =
           (select id from graphile_worker._private_tasks where identifier = $1) and locked_at is null`,
        [jobName],
      )
      if (rowCount === 0 && !mayHaveRun) throw new Error(`No delayed job ${jobName} found.`)
      await owner.query(NOTIFY_OF_DUE_JOBS)
      await idle()
    },
    runJob: async (jobName) => {
      await idle()
      await owner.query('select jobs.enqueue($1)', [JSON.stringify([{ identifier: jobName, payload: {} }])])
      await idle()
    },
    close: async () => {
      for (const node of [...others, server]) await node.close()
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
  // Only the methods that the server calls; pino's type has dozens more.
  const log = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    fatal: record('fatal'),
  } as unknown as Log
  return { log, lines: logLines, errors }
}
