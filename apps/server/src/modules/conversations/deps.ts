import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Carrier, CarrierAccount } from '../messaging/index.ts'
import type { FindNumberRoute } from '../phone-numbers/index.ts'
import type { Announcer } from './realtime.ts'

/** What a page of the open web says of itself. */
export interface PageSummary {
  title: string
  description: string | null
  siteName: string
  /** As it came; nobody has looked into it yet. */
  picture: Uint8Array | null
}

/** Null: nothing to show, for whatever reason. */
export type PageReader = (url: string) => Promise<PageSummary | null>

export interface ConversationDeps extends Announcer {
  database: Database
  inTenant: Database['inTenant']
  secrets: Secrets
  storage: Storage
  carrier: Carrier
  sharedAccount: () => CarrierAccount | null
  findNumberRoute: FindNumberRoute
  readPage: PageReader
  /** Where carriers and browsers reach us, without a trailing slash. */
  publicUrl: () => string
  /** The people of a tenant who have Frontdesk open and used it lately. */
  whoIsThere: (tenantId: string) => Promise<string[]>
  now: Clock
  log: Log
  metrics: Metrics
}
