import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'
import type { Push } from '../../platform/realtime/realtime.ts'
import type { AttemptLimits } from '../accounts/index.ts'

export interface TeamDeps {
  inTenant: InTenant
  now: Clock
  push: Push
  publicUrl: () => string
  limits: Pick<AttemptLimits, 'countInvite'>
  /** Lets every process see what the tenant's viewers may do now, their sockets included. */
  viewersChanged: (tenantId: string) => Promise<void>
}
