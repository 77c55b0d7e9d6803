import type { SettingSubject } from '@frontdesk/contract'
import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'

export interface SettingDeps {
  inTenant: InTenant
  now: Clock
  /** Tells the open screens of everyone who may read a setting that it changed. */
  tellSettingChanged: (tenantId: string, event: { id: string; at: string; subject: SettingSubject }) => void
}
