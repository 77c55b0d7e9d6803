import type { Clock } from '../../platform/clock.ts'
import type { Directory, InTenant } from '../../platform/database/database.ts'

export interface ShortLinkDeps {
  inTenant: InTenant
  directory: Directory
  publicUrl: () => string
  now: Clock
}
