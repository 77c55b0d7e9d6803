import type { SettingSubject } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { ownRoom, settingRoom } from '../visibility/index.ts'
import { settingChanged } from './events.ts'

/**
 * Records that a setting changed, and after commit notifies the open screens of everyone who may read it, or of the
 * actor alone if it is private.
 */
export async function recordSettingChanged(
  tx: TenantTx,
  {
    subject,
    actorUserId,
    isPrivate = false,
    at,
  }: { subject: SettingSubject; actorUserId: string; isPrivate?: boolean; at: string },
): Promise<void> {
  const audience = isPrivate ? { audienceUserId: actorUserId } : {}
  const id = await settingChanged.record(tx, { at, actorUserId, ...audience, data: { subject } })
  tx.publish([isPrivate ? ownRoom(actorUserId) : settingRoom(subject)], { type: 'setting.changed', id, at, subject })
}
