import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

export interface AuditDeps {
  inTenant: InTenant
  now: Clock
  secrets: Pick<Secrets, 'tokenKey'>
}
