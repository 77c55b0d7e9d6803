import type { Server as HttpServer } from 'node:http'
import { contract } from '@frontdesk/contract/api'
import { createSessions } from '../modules/accounts/index.ts'
import { markDevAdmins } from '../modules/subscription/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createHealth } from '../platform/health.ts'
import { createApi, mountApi } from '../platform/http/api.ts'
import { createHttpApp } from '../platform/http/app.ts'
import { trackRequests } from '../platform/http/in-flight-requests.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { assembleServices, type BaseServices } from '../platform/module.ts'
import { type Push, type Realtime, startRealtime } from '../platform/realtime/realtime.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { createStorage } from '../platform/storage.ts'
import { mountApiDocs } from './api-docs.ts'
import { EVENTS } from './events.ts'
import type { Frontdesk, ServerOptions } from './frontdesk.ts'
import { createLifecycle } from './lifecycle.ts'
import { MODULES } from './modules.ts'
import { openModules } from './open-modules.ts'
import { openProviders } from './open-providers.ts'
import { mountWebApp } from './web-app.ts'

/** Builds platform and providers, and assembles the modules on them. */
export async function createServer(options: ServerOptions): Promise<Frontdesk> {
  const { config, databaseUrl, now = systemClock, log = createLog(config.logLevel) } = options
  const { wrapPush = (push: Push) => push } = options
  const isApi = config.role !== 'worker'
  const isWorker = config.role !== 'api'
  const push = wrapPush((...event) => realtime.push(...event))
  const database = await openDatabase({ url: databaseUrl, log, context: { now, push } })
  const secrets = await loadSecrets(config)
  const storage = await createStorage(config, log)
  const metrics = createMetrics({ connections: () => realtime.connections() })
  const health = createHealth()
  const { hasSchedules = true } = options
  const lifecycle = createLifecycle({ databaseUrl, database, isWorker, hasSchedules, health, log })
  const app = await createHttpApp({ config, log, metrics, health, checkReady: lifecycle.checkReady })
  const requests = trackRequests(app)
  const publicUrl = () => config.publicUrl ?? `http://localhost:${addressPort(app.server)}`
  const sessions = createSessions({ database, secrets, now: options.sessionClock ?? now })
  const providers = openProviders({ now, secrets, publicUrl }, config, options)

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
    wake: lifecycle.wake,
    demo: () => options.demo?.(frontdesk) ?? null,
    hasHttps: config.publicUrl?.startsWith('https:') ?? false,
    signUp: config.signUp,
    supportEmail: config.supportEmail,
    attemptRules: options.attemptRules ?? {},
    webhookLimits: options.webhookLimits ?? null,
    pdfLimits: options.pdfLimits ?? null,
    events: EVENTS,
    locationFollowers: MODULES.flatMap(({ locationFollowers }) => locationFollowers),
    contactFollowers: MODULES.flatMap(({ contactFollowers }) => contactFollowers),
  }
  const services = assembleServices(MODULES, base)
  const modules = openModules(MODULES, services)

  const realtime: Realtime = await startRealtime({
    httpServer: isApi ? app.server : null,
    redisUrl: config.redisUrl,
    publicOrigins: () => [publicUrl()],
    authenticate: sessions.authenticateBearer,
    reload: sessions.reload,
    findSessionEnd: sessions.findEnd,
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
    dispatcher: lifecycle.dispatcher,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port })
      return publicUrl()
    },
    startWork: async () => {
      await markDevAdmins(database.directory, config.devAdminEmails)
      await lifecycle.start(modules, services)
    },
    close: () => lifecycle.close({ app, requests, realtime, mailer: providers.mailer }),
  }
  return frontdesk
}

function addressPort(server: HttpServer): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The public address is known once the server listens.')
  return address.port
}
