import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts'
import { startRedis } from '../redis-server.ts'
import { freePort } from '../started-process.ts'
import { type Carrier, type CarrierMood, startCarrier } from './carrier.ts'

const SHIFTED_CLOCK = path.resolve(import.meta.dirname, '../shifted-clock.ts')
const START = path.resolve(import.meta.dirname, '../../../../../scripts/start.ts')
const READY_WITHIN_MS = 90_000
const STOP_WITHIN_MS = 30_000

/** One `npm start`: the supervisor and the server it keeps running. */
export interface Supervised {
  name: string
  url: string
  /** Pid of the current server process; null while none is running. */
  serverPid: () => number | null
  /** Whether the supervisor has exited, which it never should on its own. */
  hasEnded: () => boolean
  stop: () => Promise<number | null>
}

/** The server as real processes, with a carrier in the test's own process. */
export interface SystemUnderTest {
  /** The address for requests and webhooks. */
  url: string
  processes: Supervised[]
  carrier: Carrier
  dataDir: string
  clusterDir: () => Promise<string>
  /** The output of all processes. */
  logFile: string
  /** Opens a short-lived superuser connection, which bypasses row level security. */
  withOwner: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export interface SystemOptions {
  /** Default: a temporary folder that is deleted at the end. */
  dataDir?: string
  /** Runs ROLE=api and ROLE=worker as separate processes with an external database and Redis. */
  isSplit?: boolean
  /** Shifts the clocks of the processes and of the carrier. That of PostgreSQL stays. */
  clockOffsetMs?: number
  carrierMood?: () => CarrierMood
}

export async function startSystem({
  dataDir,
  isSplit = false,
  clockOffsetMs = 0,
  carrierMood,
}: SystemOptions = {}): Promise<SystemUnderTest> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-chaos-'))
  await chmod(tempDir, 0o755)
  const logFile = path.join(tmpdir(), `${path.basename(tempDir)}.log`)
  const systemDataDir = dataDir ?? path.join(tempDir, 'data')
  const carrier = await startCarrier({
    clockOffsetMs,
    productUrl: () => system.url,
    ...(carrierMood && { mood: carrierMood }),
  })
  const clusterDir = () => findClusterDir(systemDataDir)
  const system: SystemUnderTest = {
    url: '',
    processes: [],
    carrier,
    dataDir: systemDataDir,
    clusterDir,
    logFile,
    withOwner: (work) => withClient(findOwnerUrl(systemDataDir), work),
    close: async () => {
      for (const { stop } of system.processes.toReversed()) await stop()
      for (const stop of services.toReversed()) await stop()
      await carrier.close()
      await rm(tempDir, { recursive: true, force: true })
    },
  }
  const services: (() => Promise<unknown>)[] = []
  const start = async (name: string, env: Record<string, string>) => {
    const supervised = await startSupervised(name, logFile, {
      ...environmentOf(carrier, systemDataDir),
      ...(clockOffsetMs !== 0 && {
        CLOCK_OFFSET_MS: String(clockOffsetMs),
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      }),
      ...env,
    })
    system.processes.push(supervised)
    return supervised
  }
  try {
    if (!isSplit) {
      system.url = (await start('server', {})).url
      return system
    }
    await mkdir(systemDataDir, { recursive: true })
    // Stands in for the external database of a real installation, which is supervised separately.
    const postgres = await startEmbeddedPostgres({ dataDir: systemDataDir })
    services.push(postgres.stop)
    const redis = await startRedis()
    services.push(redis.stop)
    const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SECRET_KEY: 'chaos'.repeat(8) }
    system.url = (await start('api', { ...shared, ROLE: 'api' })).url
    await start('worker', { ...shared, ROLE: 'worker', PUBLIC_URL: system.url })
    return system
  } catch (error) {
    await system.close()
    throw error
  }
}

const environmentOf = (carrier: Carrier, dataDir: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: '/tmp',
  DATA_DIR: dataDir,
  SANDBOX: 'off',
  LOG_LEVEL: 'warn',
  TWILIO_BASE_URL: carrier.url,
  TWILIO_ACCOUNT_SID: carrier.account.sid,
  TWILIO_AUTH_TOKEN: carrier.account.authToken,
  SMTP_URL: carrier.smtpUrl,
  GOOGLE_CLIENT_ID: 'chaos',
  GOOGLE_CLIENT_SECRET: 'chaos',
  GOOGLE_CALENDAR_BASE_URL: carrier.googleUrl,
  GOOGLE_ACCOUNTS_BASE_URL: carrier.googleUrl,
  STRIPE_API_URL: carrier.stripe.apiUrl,
  STRIPE_SECRET_KEY: carrier.stripe.secretKey,
  STRIPE_PLATFORM_WEBHOOK_SECRETS: carrier.stripe.platformWebhookSecrets.join(),
  STRIPE_CONNECT_WEBHOOK_SECRETS: carrier.stripe.connectWebhookSecrets.join(),
})

async function startSupervised(name: string, logFile: string, env: Record<string, string>): Promise<Supervised> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = await open(logFile, 'a')
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=64',
      '--heap-growing-percent=40',
      START,
      '--no-build',
    ],
    { cwd: '/', stdio: ['ignore', log.fd, log.fd], env: { PUBLIC_URL: url, ...env, PORT: String(port) } },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  await log.close()
  await untilReady(child, url, logFile)
  return {
    name,
    url,
    serverPid: () => childPidOf(child.pid ?? 0),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      const code = await ended
      clearTimeout(timer)
      return code
    },
  }
}

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    const hasEnded = child.exitCode !== null
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server ${hasEnded ? 'ended' : 'was not ready in time'}:\n${await readFile(logFile, 'utf8')}`)
    }
    await pause(50)
  }
}

function childPidOf(pid: number): number | null {
  try {
    return Number(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n')[0]) || null
  } catch {
    return null
  }
}

/** The cluster folder of the embedded PostgreSQL. */
async function findClusterDir(dataDir: string): Promise<string> {
  const moved = await readFile(path.join(dataDir, 'postgres-lives-in.txt'), 'utf8').catch(() => null)
  return moved?.trim() ?? path.join(dataDir, 'postgres')
}

async function findOwnerUrl(dataDir: string): Promise<string> {
  const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim()
  const lines = (await readFile(path.join(await findClusterDir(dataDir), 'postmaster.pid'), 'utf8')).split('\n')
  return `postgres://postgres:${password}@127.0.0.1:${lines[3]}/postgres`
}

async function withClient<T>(url: Promise<string>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export async function postmasterPid(system: SystemUnderTest): Promise<number> {
  const file = await readFile(path.join(await system.clusterDir(), 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}
