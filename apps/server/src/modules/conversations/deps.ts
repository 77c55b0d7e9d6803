import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Carrier, CarrierAccount } from '../messaging/index.ts'
import type { FindNumberRoute } from '../phone-numbers/index.ts'
import type { Announcer } from './realtime.ts'

export interface ConversationDeps extends Announcer {
  database: Database
  inTenant: Database['inTenant']
  secrets: Secrets
  storage: Storage
  carrier: Carrier
  sharedAccount: () => CarrierAccount | null
  findNumberRoute: FindNumberRoute
  /** Where carriers and browsers reach us, without a trailing slash. */
  publicUrl: () => string
  now: Clock
  log: Log
  metrics: Metrics
}
