import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Places } from './places.ts'

export interface LocationDeps {
  inTenant: InTenant
  places: Places
  now: Clock
  log: Log
  /** Tells the open screens of everyone who has a location that it changed. */
  tellChanged: (tenantId: string, event: { id: string; at: string; locationID: string }) => void
}
