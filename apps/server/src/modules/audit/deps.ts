import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

export interface AuditDeps {
  inTenant: InTenant
  now: Clock
  /** Throws where the plan includes no exports. */
  mustIncludeExport: (tx: TenantTx, actor: Actor) => Promise<void>
  secrets: Pick<Secrets, 'tokenKey'>
}
