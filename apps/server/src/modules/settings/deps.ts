import type { SettingSubject } from '@frontdesk/contract'
import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'

export interface SettingDeps {
  inTenant: InTenant
  now: Clock
  /** Tells every open screen of the tenant that a setting is not what it was. */
  tellSettingChanged: (tenantId: string, event: { id: string; at: string; subject: SettingSubject }) => void
}
