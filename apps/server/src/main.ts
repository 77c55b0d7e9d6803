import { createHash } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSandbox, type Sandbox, type StripeCredentials } from '@frontdesk/sandbox'
import pg from 'pg'
import { createServer } from './app/create-server.ts'
import { demoOf, hasDemo, isEmpty, seedDemo, seedDemoAdmin } from './demo/seed-demo.ts'
import type { CarrierAccount } from './modules/messaging/index.ts'
import { markDevAdmins } from './modules/subscription/index.ts'
import { type Config, readConfig, StartError } from './platform/config.ts'
import { prepareDataDir } from './platform/data-dir.ts'
import { startEmbeddedPostgres } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { isConnectionLost } from './platform/database/unavailable.ts'
import { createLog, describeError, type Log } from './platform/log.ts'
import { loadSecrets } from './platform/secrets.ts'

const DRAIN_MS = 15_000
/** After an uncaught error: time for requests in flight, without delaying the restart. */
const CRASH_DRAIN_MS = 3_000
/** A database on another machine may start later than this process. */
const DATABASE_TIMEOUT_MS = 60_000
/** The sandbox requires a key and accepts any. */
const SANDBOX_KEY = 'sandbox'

/** How to close what was opened so far; the last opened is closed first. */
const toClose: (() => Promise<unknown>)[] = []

async function closeAll(): Promise<void> {
  for (let close = toClose.pop(); close; close = toClose.pop()) await close()
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // After an uncaught error the state of the process is unknown; a restart is always safe.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error: stopping')
    void stop(1, CRASH_DRAIN_MS)
  })
  await prepareDataDir(config.dataDir)
  await assertPortFree(config)

  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, isDetached: true })
  if (embedded) toClose.push(embedded.stop)
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, log)
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  owner.on('error', () => {})
  owner.on('connect', (client) => client.on('error', () => {}))
  toClose.push(() => owner.end())
  await migrate(owner)
  toClose.pop()
  await owner.end()

  const sandbox = config.hasSandbox ? await openSandbox(config, () => `http://127.0.0.1:${port()}`) : null
  if (sandbox) toClose.push(() => sandbox.box.close())
  const server = await createServer({
    config,
    databaseUrl,
    log,
    ...(sandbox && {
      demo: demoOf(sandbox.box, { isPaidInSandbox: config.stripe === null }),
      sharedAccount: () => sandbox.account,
      carrierUrl: () => `http://127.0.0.1:${port()}/sandbox/twilio`,
      ...(!config.mail.smtpUrl && { mailUrl: () => sandbox.smtpUrl }),
      // A configured model replaces that of the sandbox.
      ...(config.ai === null && {
        ai: () => ({
          baseUrl: `http://127.0.0.1:${port()}/sandbox/openai/v1`,
          apiKey: SANDBOX_KEY,
          model: 'sandbox-translator',
        }),
      }),
      // With a key, payments are those at Stripe.
      ...(config.stripe === null && { stripe: () => sandbox.stripe }),
      // With a client, calendars are those at Google.
      ...(config.google.clientId === null && {
        googleCalendars: () => ({
          clientId: SANDBOX_KEY,
          clientSecret: SANDBOX_KEY,
          apiUrl: `http://127.0.0.1:${port()}/sandbox/google`,
          consentUrl: `${server.publicUrl()}/sandbox/google/o/oauth2/v2/auth`,
          tokenUrl: `http://127.0.0.1:${port()}/sandbox/google/token`,
          revokeUrl: `http://127.0.0.1:${port()}/sandbox/google/revoke`,
        }),
      }),
      // With a key, addresses are searched at Google.
      ...(config.google.mapsApiKey === null && {
        places: () => ({ baseUrl: `http://127.0.0.1:${port()}/sandbox/google`, apiKey: SANDBOX_KEY }),
      }),
    }),
  })
  toClose.push(server.close)
  // Node writes the cache only at a clean exit. Without NODE_COMPILE_CACHE, and when nothing is new, this does nothing.
  flushCompileCache()
  const port = () => {
    const address = server.app.server.address()
    return typeof address === 'object' && address ? address.port : config.port
  }
  if (sandbox) await server.app.register(sandbox.box.plugin, { prefix: '/sandbox' })

  const url = await server.listen()
  const isDemo = !config.databaseUrl && !config.isProduction && sandbox !== null
  const isSeedRequested = process.argv.includes('--seed-demo')
  if (isSeedRequested && !sandbox)
    throw new StartError('The demo business texts with the sandbox. Set SANDBOX=on to have one, then seed again.')
  const hasDemoNow = sandbox !== null && (await hasDemo(server))
  if (sandbox && !hasDemoNow && (isSeedRequested || (isDemo && (await isEmpty(server)))))
    await seedDemo(server, sandbox.box, { isPaidInSandbox: config.stripe === null })
  if (isSeedRequested) {
    await closeAll()
    process.stdout.write(hasDemoNow ? 'The demo business is already there.\n' : 'The demo business is there now.\n')
    return
  }
  await server.startWork()
  notifySupervisor('ready')
  const hasDemoBusiness = sandbox !== null && (await hasDemo(server))
  const demoAdmin = hasDemoBusiness && !config.isProduction ? await seedDemoAdmin(server) : null
  if (demoAdmin) await markDevAdmins(server.database.directory, [...config.devAdminEmails, demoAdmin])
  process.stdout.write(greeting(url, { hasDemoBusiness, demoAdmin, hasSandbox: sandbox !== null }))
}

let stopping: Promise<never> | undefined

/** Waits for a start in progress, so that it leaves nothing behind, and finishes requests and jobs in flight. */
function stop(exitCode: number, drainMs = DRAIN_MS): Promise<never> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(exitCode || 1), drainMs).unref()
    await starting.catch(() => {})
    await closeAll()
    process.exit(exitCode)
  })()
  return stopping
}

/** Runs before the database starts, so that a taken port is the only thing reported. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  const { createServer: createSocket } = await import('node:net')
  await new Promise<void>((resolve, reject) => {
    const probe = createSocket()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const what = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code})`
      reject(
        new StartError(`Port ${port} ${what}. Stop the other program, or choose another port: PORT=3001 npm start`),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * Waits for a database that is not up yet. Errors that waiting cannot fix, such as a wrong password, abort the start.
 */
async function waitForDatabase(url: string, log: Log): Promise<void> {
  const deadline = performance.now() + DATABASE_TIMEOUT_MS
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    const error = await client.connect().then(
      () => null,
      (failure: Error) => failure,
    )
    await client.end().catch(() => {})
    if (!error) return
    if (!isConnectionLost(error) || performance.now() > deadline)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${error.message || describeError(error).code}`)
    if (tries === 0) log.warn({ err: error }, 'the database is not reachable yet; waiting for it')
    await pause(500)
  }
}

/**
 * `npm start` restarts a server that has been ready once, and doesn't retry a start that failed with a `StartError`.
 */
function notifySupervisor(message: 'ready' | 'refused'): void {
  process.send?.(message)
}

interface OpenSandbox {
  box: Sandbox
  account: CarrierAccount
  smtpUrl: string
  stripe: StripeCredentials
}

/** Opens the sandbox with a carrier account and a Stripe platform that are the same at every start. */
async function openSandbox(config: Config, origin: () => string): Promise<OpenSandbox> {
  const box = createSandbox({
    databaseFile: path.join(config.dataDir, 'sandbox.sqlite'),
    ...(config.publicUrl && { publicUrl: `${config.publicUrl}/sandbox` }),
  })
  const { tokenKey } = await loadSecrets(config)
  const hex = (purpose: string) => createHash('sha256').update(tokenKey).update(purpose).digest('hex').slice(0, 32)
  const { sid, authToken } = box.createAccount({
    friendlyName: 'Frontdesk',
    sid: `AC${hex('sandbox account')}`,
    authToken: hex('sandbox token'),
  })
  const stripe = await box.openStripe({
    origin,
    secretKey: `sk_test_${hex('sandbox stripe key')}`,
    platformSecret: `whsec_${hex('sandbox stripe platform')}`,
    connectSecret: `whsec_${hex('sandbox stripe connect')}`,
  })
  return { box, account: { accountSid: sid, authToken }, smtpUrl: await box.openMailServer(), stripe }
}

interface Greeting {
  hasDemoBusiness: boolean
  demoAdmin: string | null
  hasSandbox: boolean
}

const greeting = (url: string, { hasDemoBusiness, demoAdmin, hasSandbox }: Greeting) =>
  [
    '',
    `  Frontdesk is ready:  ${url}`,
    ...(hasSandbox
      ? [
          `  Contacts' phones:    ${url}/sandbox`,
          `  Mailbox:             ${url}/sandbox/mail`,
          `  Calendars:           ${url}/sandbox/calendar`,
          `  Payments:            ${url}/sandbox/cashier`,
        ]
      : []),
    `  API reference:       ${url}/api/docs`,
    ...(hasDemoBusiness
      ? [
          '',
          '  Demo logins of Harbor Dental, password frontdesk-demo:',
          '    owner@harbor-dental.test',
          '    manager@harbor-dental.test',
          '    member@harbor-dental.test',
        ]
      : []),
    ...(demoAdmin ? ['  Dev admin, same password:', `    ${demoAdmin}`] : []),
    '',
    '',
  ].join('\n')

const starting = start()
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
// The supervisor was killed: don't outlive it as an orphan.
process.on('disconnect', () => void stop(0))
process.channel?.unref()
try {
  await starting
} catch (error) {
  if (error instanceof StartError) notifySupervisor('refused')
  process.stderr.write(
    error instanceof StartError ? `\n${error.message}\n\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  await stop(1)
}
