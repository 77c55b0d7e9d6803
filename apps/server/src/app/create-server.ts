import type { Server as HttpServer } from 'node:http'
import { contract } from '@frontdesk/contract/api'
import type { FastifyInstance } from 'fastify'
import { type AttemptRules, createSessions } from '../modules/accounts/index.ts'
import type { Demo } from '../modules/dev-admin/index.ts'
import { markDevAdmins } from '../modules/subscription/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { type DatabaseMonitor, monitorDatabase } from '../platform/database/monitor.ts'
import { type Dispatcher, startDispatchers } from '../platform/events/dispatcher.ts'
import { createHealth, type Health } from '../platform/health.ts'
import type { AdmissionLimits } from '../platform/http/admission.ts'
import { createApi, mountApi } from '../platform/http/api.ts'
import { createHttpApp } from '../platform/http/app.ts'
import { trackRequests } from '../platform/http/in-flight-requests.ts'
import { clearOldRows } from '../platform/jobs/clear-old-rows.job.ts'
import { bindJob } from '../platform/jobs/define-job.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { assembleServices, type BaseServices, type Services } from '../platform/module.ts'
import { type Push, type Realtime, startRealtime } from '../platform/realtime/realtime.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { createStorage } from '../platform/storage.ts'
import { mountApiDocs } from './api-docs.ts'
import { EVENTS } from './events.ts'
import { MODULES } from './modules.ts'
import { openModules } from './open-modules.ts'
import { openProviders, type ProviderOptions } from './open-providers.ts'
import { mountWebApp } from './web-app.ts'

export interface ServerOptions extends ProviderOptions {
  config: Config
  databaseUrl: string
  /** How the demo business is made, where a sandbox plays its contacts. */
  demo?: (server: Frontdesk) => Demo
  now?: Clock
  /** The clock by which sessions expire, when it is another one. */
  sessionClock?: Clock
  log?: Log
  attemptRules?: Partial<AttemptRules>
  webhookLimits?: AdmissionLimits
  /** Wraps what sends to live connections, so that a test can make it fail. */
  wrapPush?: (push: Push) => Push
}

export interface Frontdesk {
  app: FastifyInstance
  database: Database
  /** What the modules work with, for the demo and for tests that call an operation or a job themselves. */
  services: Services
  publicUrl: () => string
  listen: () => Promise<string>
  /** Starts the jobs and the dispatcher; separate, so that a test can look at what is waiting. */
  startWork: () => Promise<void>
  dispatcher: () => Dispatcher | null
  close: () => Promise<void>
}

const REPORT_LANES_MS = 2_000

/** Builds platform and providers, and assembles the modules on them. */
export async function createServer(options: ServerOptions): Promise<Frontdesk> {
  const { config, now = systemClock, log = createLog(config.logLevel), wrapPush = (push: Push) => push } = options
  const isApi = config.role !== 'worker'
  const isWorker = config.role !== 'api'
  const push = wrapPush((...event) => realtime.push(...event))
  const database = await openDatabase({ url: options.databaseUrl, log, context: { now, push } })
  const secrets = await loadSecrets(config)
  const storage = await createStorage(config, log)
  let isDraining = false
  let isReady = false
  const metrics = createMetrics({ connections: () => realtime.connections() })
  const health = createHealth()
  const databaseMonitor: DatabaseMonitor = monitorDatabase(options.databaseUrl, health, log)
  const app = await createHttpApp({
    config,
    log,
    metrics,
    health,
    checkReady: async () => {
      if (isDraining || !isReady) throw new Error('not ready')
      await databaseMonitor.check()
    },
  })
  const requests = trackRequests(app)
  const publicUrl = () => config.publicUrl ?? `http://localhost:${addressPort(app.server)}`
  const sessions = createSessions({ database, secrets, now: options.sessionClock ?? now })
  const providers = openProviders({ now, secrets, publicUrl }, config, options)
  let dispatcher: Dispatcher | null = null
  let worker: Worker | null = null
  let lanesReport: NodeJS.Timeout | undefined

  const base: BaseServices = {
    ...providers,
    database,
    directory: database.directory,
    inTenant: database.inTenant,
    secrets,
    storage,
    now,
    log,
    metrics,
    sessions,
    publicUrl,
    push,
    pushToAll: (event) => realtime.pushToAll(event),
    screensOf: (...question) => realtime.screensOf(...question),
    viewersChanged: (tenantId) => realtime.viewersChanged(tenantId),
    disconnectSession: (sessionId) => realtime.endSession(sessionId),
    wake: () => dispatcher?.wake(),
    demo: () => options.demo?.(frontdesk) ?? null,
    hasHttps: config.publicUrl?.startsWith('https:') ?? false,
    signUp: config.signUp,
    supportEmail: config.supportEmail,
    attemptRules: options.attemptRules ?? {},
    webhookLimits: options.webhookLimits ?? null,
    events: EVENTS,
    locationFollowers: MODULES.flatMap(({ locationFollowers }) => locationFollowers),
  }
  const services = assembleServices(MODULES, base)
  const modules = openModules(MODULES, services)

  const realtime: Realtime = await startRealtime({
    httpServer: isApi ? app.server : null,
    redisUrl: config.redisUrl,
    publicOrigins: () => [publicUrl()],
    authenticate: sessions.authenticateBearer,
    reload: sessions.reload,
    forgetSession: sessions.forget,
    forgetTenant: sessions.forgetTenant,
    forgetAll: sessions.forgetAll,
    now,
    roomsOf: modules.roomsOf,
    catchUp: modules.catchUp,
    screens: modules.screens,
    log,
  })
  if (isApi) {
    const api = createApi(contract, sessions.authenticate)
    await mountApiDocs(app)
    mountApi(app, api.router(modules.routes(api)), { log, publicUrl, authenticate: sessions.authenticate })
    modules.mount(app)
    await mountWebApp(app)
  }

  const frontdesk: Frontdesk = {
    app,
    database,
    services,
    publicUrl,
    dispatcher: () => dispatcher,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port })
      return publicUrl()
    },
    startWork: async () => {
      await markDevAdmins(database.directory, config.devAdminEmails)
      isReady = true
      if (!isWorker) return
      const jobs = [...modules.jobs, bindJob(clearOldRows(modules.cleanups), services)]
      worker = await startWorker(database.owner, jobs, log)
      dispatcher = startDispatchers(database.dispatcher, modules.readers, log, health)
      lanesReport = reportLanes(worker, health)
    },
    close: async () => {
      isDraining = true
      // Nothing new comes in, then requests in flight end, then the database may go.
      const closed = app.close()
      await requests.drain()
      await realtime.close()
      // What is left are idle connections; browsers open some in advance.
      app.server.closeAllConnections()
      await closed
      clearInterval(lanesReport)
      await dispatcher?.stop()
      await worker?.stop()
      providers.mailer.close()
      await databaseMonitor.stop()
      await database.close()
    },
  }
  return frontdesk
}

/** Reports each running lane of the worker to the process's health. */
function reportLanes(worker: Worker, health: Health): NodeJS.Timeout {
  const lanes = new Map(worker.status().map(({ lane }) => [lane, health.register(`jobs ${lane}`)]))
  const report = () => {
    for (const { lane, state } of worker.status()) if (state === 'running') lanes.get(lane)?.()
  }
  return setInterval(report, REPORT_LANES_MS).unref()
}

function addressPort(server: HttpServer): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The public address is known once the server listens.')
  return address.port
}
