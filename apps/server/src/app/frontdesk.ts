import type { FastifyInstance } from 'fastify'
import type { AttemptRules } from '../modules/accounts/index.ts'
import type { Demo } from '../modules/dev-admin/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Dispatcher } from '../platform/events/dispatcher.ts'
import type { AdmissionLimits } from '../platform/http/admission.ts'
import type { Log } from '../platform/log.ts'
import type { BaseServices, Services } from '../platform/module.ts'
import type { Push } from '../platform/realtime/realtime.ts'
import type { ProviderOptions } from './open-providers.ts'

export interface ServerOptions extends ProviderOptions {
  config: Config
  databaseUrl: string
  /** Creates the demo business, where a sandbox plays its contacts. */
  demo?: (server: Frontdesk) => Demo
  now?: Clock
  /** The clock by which sessions expire; default: the server's clock. */
  sessionClock?: Clock
  log?: Log
  attemptRules?: Partial<AttemptRules>
  /** Whether jobs start by their schedules; default: true. */
  hasSchedules?: boolean
  webhookLimits?: AdmissionLimits
  pdfLimits?: NonNullable<BaseServices['pdfLimits']>
  /** Wraps `push`, so that a test can make it fail. */
  wrapPush?: (push: Push) => Push
}

export interface Frontdesk {
  app: FastifyInstance
  database: Database
  /** Services of the modules, for the demo and for tests that call an operation or a job themselves. */
  services: Services
  publicUrl: () => string
  listen: () => Promise<string>
  /** Starts the jobs and the dispatcher; separate, so that tests can inspect queued jobs. */
  startWork: () => Promise<void>
  dispatcher: () => Dispatcher | null
  close: () => Promise<void>
}
