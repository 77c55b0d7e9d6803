import { ContactStatus } from '@frontdesk/contract/api'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const STATUSES: SettingKind<{ statuses: ContactStatus[] }> = {
  key: 'contact-statuses',
  schema: z.object({ statuses: z.array(ContactStatus) }),
  fallback: { statuses: [] },
}

/** Lists the statuses; locked until the transaction ends, so that none is removed concurrently. */
export const listStatuses = async (tx: TenantTx): Promise<ContactStatus[]> =>
  (await readSetting(tx, STATUSES, 'change')).statuses

/** The names of all statuses, by key. */
export const findStatusNames = async (tx: TenantTx): Promise<Map<string, string>> =>
  new Map((await readSetting(tx, STATUSES)).statuses.map(({ key, name }) => [key, name]))

/** Locks the status until the transaction ends, so that it is not removed concurrently. */
export async function findStatus(tx: TenantTx, key: string): Promise<ContactStatus | undefined> {
  return (await listStatuses(tx)).find((status) => status.key === key)
}
