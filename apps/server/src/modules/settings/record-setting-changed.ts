import type { SettingSubject } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { ownRoom, settingRoom } from '../visibility/index.ts'
import { settingChanged } from './events.ts'

/**
 * Records that a setting changed, and after commit notifies the open screens of everyone who may read it, or of the
 * actor alone if it is private. A job has no actor.
 */
export async function recordSettingChanged(
  tx: TenantTx,
  {
    subject,
    actorUserId,
    isPrivate = false,
    at,
  }: { subject: SettingSubject; actorUserId: string | null; isPrivate?: boolean; at: string },
): Promise<void> {
  const audienceUserId = isPrivate && actorUserId !== null ? actorUserId : undefined
  const by = actorUserId === null ? {} : { actorUserId }
  const audience = audienceUserId === undefined ? {} : { audienceUserId }
  const id = await settingChanged.record(tx, { at, ...by, ...audience, data: { subject } })
  tx.publish([audienceUserId === undefined ? settingRoom(subject) : ownRoom(audienceUserId)], {
    type: 'setting.changed',
    id,
    at,
    subject,
  })
}
