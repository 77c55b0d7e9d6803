import type { SettingSubject } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { settingRoom } from '../visibility/index.ts'
import { settingChanged } from './events.ts'

/** Records that a setting changed, and after commit notifies the open screens of everyone who may read it. */
export async function recordSettingChanged(
  tx: TenantTx,
  { subject, actorUserId, at }: { subject: SettingSubject; actorUserId: string; at: string },
): Promise<void> {
  const id = await settingChanged.record(tx, { at, actorUserId, data: { subject } })
  tx.publish([settingRoom(subject)], { type: 'setting.changed', id, at, subject })
}
