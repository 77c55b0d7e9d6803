import { ContactStatus } from '@frontdesk/contract/api'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const STATUSES: SettingKind<{ statuses: ContactStatus[] }> = {
  key: 'contact-statuses',
  schema: z.object({ statuses: z.array(ContactStatus) }),
  fallback: { statuses: [] },
}

/** Locks the status until the transaction ends, so that it is not removed concurrently. */
export async function findStatus(tx: TenantTx, key: string): Promise<ContactStatus | undefined> {
  const { statuses } = await readSetting(tx, STATUSES, 'change')
  return statuses.find((status) => status.key === key)
}
