import { ContactStatus } from '@frontdesk/contract'
import { z } from 'zod'
import type { SettingKind } from '../settings/index.ts'

export const STATUSES: SettingKind<{ statuses: ContactStatus[] }> = {
  key: 'contact-statuses',
  schema: z.object({ statuses: z.array(ContactStatus) }),
  fallback: { statuses: [] },
}
