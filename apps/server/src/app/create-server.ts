import type { Server as HttpServer } from 'node:http'
import { contract } from '@frontdesk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  accountDeletionJobs,
  accountDeletionRoutes,
  type DeletionDeps,
  eraseTenant,
  mountExports,
} from '../modules/account-deletion/index.ts'
import {
  type AccountDeps,
  ATTEMPT_RULES,
  type AttemptRules,
  accountJobs,
  accountRoutes,
  createAttemptLimits,
  createSessions,
  FILES_COOKIE,
  registrationRoutes,
  type Sessions,
  securityRoutes,
} from '../modules/accounts/index.ts'
import { AUTO_ASSIGN, assignmentJobs, assignmentRoutes } from '../modules/assignment/index.ts'
import { attentionJobs, attentionRoutes } from '../modules/attention/index.ts'
import { type AuditDeps, auditRoutes, mountAuditLog } from '../modules/audit/index.ts'
import { answerSubscription, autoReplyJobs, CLOSE_IDLE_CONVERSATIONS } from '../modules/auto-replies/index.ts'
import { blockedNumberRoutes } from '../modules/blocked-numbers/index.ts'
import { bulkActionRoutes, runBulkAction } from '../modules/bulk-actions/index.ts'
import { businessHoursRoutes } from '../modules/business-hours/index.ts'
import { catchUp } from '../modules/catch-up/index.ts'
import { contactStatusRoutes } from '../modules/contact-statuses/index.ts'
import { contactRoutes } from '../modules/contacts/index.ts'
import { conversationConfigRoutes } from '../modules/conversation-configs/index.ts'
import {
  type ConversationDeps,
  conversationJobs,
  conversationRoutes,
  maySeeMessage,
  moveConversations,
} from '../modules/conversations/index.ts'
import { type Demo, devAdminRoutes } from '../modules/dev-admin/index.ts'
import { deleteFiles, fileRoutes, mountFiles } from '../modules/files/index.ts'
import { folderRoutes, moveFolders } from '../modules/folders/index.ts'
import { locationRoutes, type RemovalDeps } from '../modules/locations/index.ts'
import { loggerRoutes } from '../modules/logger/index.ts'
import { type MailDeps, mailRoutes, sendMail } from '../modules/mail/index.ts'
import { mergingRoutes } from '../modules/merging/index.ts'
import {
  clearOldPreviews,
  FIND_MISSED_TEXTS,
  MESSAGE_WEBHOOK_PATH,
  messageJobs,
  messageRoutes,
  messageSubscriptions,
  mountLinkPreviews,
  mountWebhooks,
  scheduledMessageRoutes,
  sendingRoutes,
  undeliveredRoutes,
} from '../modules/messages/index.ts'
import type { CarrierAccount } from '../modules/messaging/index.ts'
import { noteRoutes } from '../modules/notes/index.ts'
import { noticeRoutes } from '../modules/notices/index.ts'
import {
  clearEndedDevices,
  clearOldNotifications,
  type NotificationDeps,
  notificationJobs,
  notificationRoutes,
  notificationSubscription,
} from '../modules/notifications/index.ts'
import { onboardingRoutes } from '../modules/onboarding/index.ts'
import {
  clearOldLookups,
  createNumberRouting,
  numberCheckRoutes,
  type PhoneNumberDeps,
  POINT_MOVED_NUMBERS,
  phoneNumberRoutes,
  pointMovedNumbers,
} from '../modules/phone-numbers/index.ts'
import { createPresence, type PresenceDeps, presenceRoutes, whoIsThere } from '../modules/presence/index.ts'
import { mountPictures, type ProfileDeps, profileRoutes } from '../modules/profile/index.ts'
import { messageSearchRoutes } from '../modules/search/index.ts'
import type { SettingDeps } from '../modules/settings/index.ts'
import { mountShortLinks, type ShortLinkDeps, shortLinkRoutes } from '../modules/short-links/index.ts'
import { markDevAdmins, mustNotBeOnTrial, subscriptionRoutes } from '../modules/subscription/index.ts'
import { teamRoutes } from '../modules/team/index.ts'
import { moveTemplates, templateRoutes } from '../modules/templates/index.ts'
import { timelineRoutes } from '../modules/timeline/index.ts'
import {
  type TranslationDeps,
  translateInboundJob,
  translationRoutes,
  translationSubscription,
} from '../modules/translation/index.ts'
import { viewRoutes } from '../modules/views/index.ts'
import { atLocationRooms, roomsOf, settingRoom } from '../modules/visibility/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { type DatabaseMonitor, monitorDatabase } from '../platform/database/monitor.ts'
import { type Dispatcher, startDispatchers } from '../platform/events/dispatcher.ts'
import { createHealth, type Health } from '../platform/health.ts'
import type { AdmissionLimits } from '../platform/http/admission.ts'
import { createApi, mountApi } from '../platform/http/api.ts'
import { createHttpApp } from '../platform/http/app.ts'
import { trackRequests } from '../platform/http/under-way.ts'
import { CLEAR_OLD_ROWS, clearOldRows } from '../platform/jobs/clear-old-rows.job.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createHostBreakers } from '../platform/outbound/host-breakers.ts'
import { type Push, type Realtime, startRealtime } from '../platform/realtime/realtime.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { createStorage } from '../platform/storage.ts'
import { type AiAccount, createAiTranslator } from '../providers/ai/ai-translator.ts'
import { createGooglePlaces, type GooglePlacesAccount } from '../providers/google/google-places.ts'
import { createSmtpMailer } from '../providers/smtp/smtp-mailer.ts'
import { createTwilioCarrier } from '../providers/twilio/twilio-carrier.ts'
import { isSigned, readInbound, readStatus } from '../providers/twilio/webhook.ts'
import { createPageReader } from '../providers/web/page-reader.ts'
import { createWebPush } from '../providers/web-push/web-push-service.ts'
import { mountApiDocs } from './api-docs.ts'
import { EVENTS } from './events.ts'
import { mountWebApp } from './web-app.ts'

export interface ServerOptions {
  config: Config
  databaseUrl: string
  /** The environment's carrier account and where the carrier is; functions, because a sandbox knows its address only once it listens. */
  sharedAccount?: () => CarrierAccount | null
  carrierUrl?: () => string | null
  /** Where mails go, when not by the configuration. */
  mailUrl?: () => string | null
  /** Where places are searched; the environment's unless a sandbox plays Google. */
  places?: () => GooglePlacesAccount | null
  /** The language model; the environment's unless a sandbox plays one. */
  ai?: () => AiAccount | null
  /** How the demo business is made, where a sandbox plays its contacts. */
  demo?: (server: Frontdesk) => Demo
  now?: Clock
  log?: Log
  attemptRules?: Partial<AttemptRules>
  webhookLimits?: AdmissionLimits
}

export interface Frontdesk {
  app: FastifyInstance
  database: Database
  sessions: Sessions
  /** What the seed and the tests need of the inside. */
  accounts: AccountDeps
  conversations: ConversationDeps
  phoneNumbers: PhoneNumberDeps
  push: Push
  publicUrl: () => string
  listen: () => Promise<string>
  /** Jobs and the dispatcher; separate, so that a test can look at what is waiting. */
  startWork: () => Promise<void>
  dispatcher: () => Dispatcher | null
  close: () => Promise<void>
}

const REPORT_LANES_MS = 2_000

/** Puts the rooms of the house together. */
export async function createServer(options: ServerOptions): Promise<Frontdesk> {
  const { config } = options
  const now = options.now ?? systemClock
  const log = options.log ?? createLog(config.logLevel)
  const database = await openDatabase({ url: options.databaseUrl, log })
  const { inTenant } = database
  const secrets = await loadSecrets(config)
  const storage = await createStorage(config, log)
  const isApi = config.role !== 'worker'
  const isWorker = config.role !== 'api'

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
  const underWay = trackRequests(app)
  const publicUrl = () => config.publicUrl ?? `http://localhost:${addressPort(app.server)}`

  const sessions = createSessions({ database, secrets, now })
  const presence: PresenceDeps = {
    inTenant,
    now,
    push: (...told) => realtime.push(...told),
    screensOf: (...asked) => realtime.screensOf(...asked),
  }
  const realtime: Realtime = await startRealtime({
    httpServer: isApi ? app.server : null,
    redisUrl: config.redisUrl,
    publicOrigins: () => [publicUrl()],
    authenticate: sessions.authenticateBearer,
    reload: sessions.reload,
    forgetSession: sessions.forget,
    forgetTenant: sessions.forgetTenant,
    now,
    roomsOf,
    catchUp: (actor, after) => catchUp({ inTenant, events: EVENTS }, actor, after),
    screens: createPresence(presence),
    log,
  })

  const breakers = createHostBreakers(() => Temporal.Instant.from(now()).epochMilliseconds)
  const sharedAccount = options.sharedAccount ?? (() => environmentAccount(config))
  const carrier = createTwilioCarrier(options.carrierUrl ?? (() => config.twilio.baseUrl), breakers)
  const findNumberRoute = createNumberRouting({ database, secrets, sharedAccount })
  let dispatcher: Dispatcher | null = null
  let worker: Worker | null = null
  let lanesReport: NodeJS.Timeout | undefined
  const conversations: ConversationDeps = {
    readPage: createPageReader(breakers),
    database,
    inTenant,
    secrets,
    storage,
    carrier,
    sharedAccount,
    findNumberRoute,
    publicUrl,
    now,
    log,
    metrics,
    whoIsThere: async (tenantId) => whoIsThere(await realtime.screensOf(tenantId), now()),
    push: realtime.push,
    wake: () => dispatcher?.wake(),
  }
  const translation: TranslationDeps = {
    ...conversations,
    translator: createAiTranslator(options.ai ?? (() => config.ai), breakers),
  }
  const endSession = (sessionId: string) => {
    sessions.forget(sessionId)
    realtime.endSession(sessionId)
  }
  const files = { inTenant, storage, now }
  const mails: MailDeps = {
    inTenant,
    now,
    mailer: createSmtpMailer({
      url: options.mailUrl ?? (() => config.mail.smtpUrl),
      from: config.mail.from,
      breakers,
    }),
  }
  const limits = createAttemptLimits(database.directoryPool, { ...ATTEMPT_RULES, ...options.attemptRules })
  const accounts: AccountDeps = {
    database,
    secrets,
    now,
    limits,
    endSession,
    forgetSession: sessions.forget,
    push: realtime.push,
    publicUrl,
    signUp: config.signUp,
    hasHttps: config.publicUrl?.startsWith('https:') ?? false,
  }
  const settings: SettingDeps = {
    inTenant,
    now,
    tellSettingChanged: (tenantId, event) =>
      realtime.push(tenantId, [settingRoom(event.subject)], { type: 'setting.changed', ...event }),
  }
  const phoneNumbers: PhoneNumberDeps = {
    inTenant,
    secrets,
    carrier,
    now,
    sharedAccount,
    inboundWebhookUrl: () => publicUrl() + MESSAGE_WEBHOOK_PATH,
    tellSettingChanged: settings.tellSettingChanged,
  }
  const locations: RemovalDeps = {
    inTenant,
    now,
    log,
    places: createGooglePlaces(options.places ?? (() => environmentPlaces(config)), breakers),
    followers: [moveFolders, moveConversations, moveTemplates],
    tellChanged: (tenantId, event) =>
      realtime.push(tenantId, atLocationRooms(event.locationID), { type: 'location.changed', ...event }),
  }

  const notifications: NotificationDeps = {
    inTenant,
    now,
    log,
    push: realtime.push,
    publicUrl,
    pushService: createWebPush({
      keys: secrets.pushKeys,
      // Apple wants an address it could write to; a page without https is no such.
      subject: () => (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:frontdesk@example.com'),
      trustedOrigin: config.pushServiceUrl && new URL(config.pushServiceUrl).origin,
      breakers,
    }),
  }
  const profile: ProfileDeps = { inTenant, storage, now, push: realtime.push, forgetSession: sessions.forget }

  const audit: AuditDeps = {
    inTenant,
    now,
    secrets,
    mustIncludeExport: (tx, actor) => mustNotBeOnTrial(tx, actor, 'export', now()),
  }
  const deletion: DeletionDeps = {
    database,
    inTenant,
    secrets,
    storage,
    carrier,
    findNumberRoute,
    sharedAccount,
    now,
    log,
    push: realtime.push,
    publicUrl,
    endSession,
  }

  const demo = () => options.demo?.(frontdesk) ?? null
  const shortLinks: ShortLinkDeps = { inTenant, directory: database.directory, publicUrl, now }

  if (isApi) {
    const api = createApi(contract, sessions.authenticate)
    const router = api.router({
      accounts: accountRoutes(api, accounts),
      locations: locationRoutes(api, locations),
      businessHours: businessHoursRoutes(api, settings),
      conversationConfigs: conversationConfigRoutes(api, settings),
      contacts: contactRoutes(api, { ...conversations, ...settings }),
      contactStatuses: contactStatusRoutes(api, { ...conversations, ...settings }),
      blockedNumbers: blockedNumberRoutes(api, conversations),
      templates: templateRoutes(api, settings),
      files: fileRoutes(api, files),
      conversations: conversationRoutes(api, conversations),
      assignment: assignmentRoutes(api, conversations),
      attention: attentionRoutes(api, conversations),
      merging: mergingRoutes(api, conversations),
      messages: messageRoutes(api, conversations),
      notes: noteRoutes(api, conversations),
      scheduledMessages: scheduledMessageRoutes(api, conversations),
      sending: sendingRoutes(api, conversations, settings),
      timeline: timelineRoutes(api, conversations),
      translation: translationRoutes(api, translation),
      undelivered: undeliveredRoutes(api, conversations),
      shortLinks: shortLinkRoutes(api, shortLinks),
      views: viewRoutes(api, settings),
      bulkActions: bulkActionRoutes(api, conversations),
      messageSearch: messageSearchRoutes(api, conversations),
      folders: folderRoutes(api, { ...conversations, ...settings }),
      phoneNumbers: phoneNumberRoutes(api, phoneNumbers),
      numberChecks: numberCheckRoutes(api, phoneNumbers),
      subscription: subscriptionRoutes(api, { inTenant, now }),
      onboarding: onboardingRoutes(api, { inTenant, now }),
      accountDeletion: accountDeletionRoutes(api, deletion),
      notices: noticeRoutes(api, { directory: database.directory, now, supportEmail: config.supportEmail }),
      logger: loggerRoutes(api, { directory: database.directory, metrics, now }),
      devAdmin: devAdminRoutes(api, {
        directory: database.directory,
        inTenant,
        now,
        push: realtime.push,
        pushToAll: realtime.pushToAll,
        demo,
        eraseTenant: (tenantId) => eraseTenant(deletion, tenantId),
      }),
      mail: mailRoutes(api, mails),
      notifications: notificationRoutes(api, notifications),
      presence: presenceRoutes(api, presence),
      profile: profileRoutes(api, profile),
      registration: registrationRoutes(api, accounts),
      security: securityRoutes(api, accounts),
      audit: auditRoutes(api, audit),
      team: teamRoutes(api, {
        inTenant,
        now,
        push: realtime.push,
        publicUrl,
        limits,
        viewersChanged: realtime.viewersChanged,
      }),
    })
    await mountApiDocs(app)
    mountApi(app, router, { log, publicUrl })
    mountWebhooks(app, conversations, { isSigned, readInbound, readStatus }, options.webhookLimits)
    const authenticateFiles = (request: FastifyRequest) => sessions.authenticateFiles(request.cookies[FILES_COOKIE])
    mountExports(app, { ...deletion, authenticateFiles })
    mountLinkPreviews(app, { storage: conversations.storage, authenticateFiles })
    mountPictures(app, { ...profile, authenticateFiles })
    mountAuditLog(app, { ...audit, authenticateFiles })
    mountShortLinks(app, shortLinks)
    mountFiles(app, {
      ...files,
      mediaKey: secrets.mediaKey,
      maySeeMessage,
      authenticateFiles,
    })
    await mountWebApp(app)
  }

  const frontdesk: Frontdesk = {
    app,
    database,
    sessions,
    accounts,
    conversations,
    phoneNumbers,
    push: realtime.push,
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
      const jobs = [
        ...conversationJobs(conversations),
        ...messageJobs(conversations),
        ...attentionJobs(conversations),
        ...assignmentJobs(conversations),
        runBulkAction(conversations),
        pointMovedNumbers({ ...phoneNumbers, database }),
        deleteFiles(files),
        sendMail(mails),
        ...notificationJobs(notifications),
        ...accountJobs(accounts, mails.mailer),
        ...accountDeletionJobs(deletion),
        ...autoReplyJobs(conversations),
        translateInboundJob(translation),
        clearOldRows({ database, now }, [clearOldNotifications, clearEndedDevices, clearOldLookups, clearOldPreviews]),
      ]
      worker = await startWorker(
        database.owner,
        jobs,
        [
          { name: FIND_MISSED_TEXTS, match: '7 * * * *' },
          { name: AUTO_ASSIGN, match: '* * * * *' },
          { name: CLOSE_IDLE_CONVERSATIONS, match: '23 * * * *' },
          { name: CLEAR_OLD_ROWS, match: '41 8 * * *' },
        ],
        log,
      )
      for (const name of [POINT_MOVED_NUMBERS, FIND_MISSED_TEXTS]) await worker.add(name)
      dispatcher = startDispatchers(
        database.dispatcher,
        [
          {
            name: 'jobs',
            gatherMs: 25,
            subscriptions: [...messageSubscriptions, answerSubscription, translationSubscription],
          },
          // Nobody is told faster than they look; under load one job tells of many texts.
          { name: 'notifications', gatherMs: 1000, batchSize: 2000, batches: [notificationSubscription] },
        ],
        log,
        health,
      )
      lanesReport = reportLanes(worker, health)
    },
    close: async () => {
      isDraining = true
      // First nothing new comes in, then what is under way ends, then the database may go.
      const closed = app.close()
      await underWay.finish()
      await realtime.close()
      // Left are connections nobody asks anything on; browsers open some in advance.
      app.server.closeAllConnections()
      await closed
      clearInterval(lanesReport)
      await dispatcher?.stop()
      await worker?.stop()
      mails.mailer.close()
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

const environmentAccount = ({ twilio: { accountSid, authToken } }: Config): CarrierAccount | null =>
  accountSid && authToken ? { accountSid, authToken } : null

const environmentPlaces = ({ google: { placesBaseUrl, mapsApiKey } }: Config): GooglePlacesAccount | null =>
  mapsApiKey ? { baseUrl: placesBaseUrl, apiKey: mapsApiKey } : null

function addressPort(server: HttpServer): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The public address is known once the server listens.')
  return address.port
}
