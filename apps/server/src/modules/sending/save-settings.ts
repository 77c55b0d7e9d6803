import type { SendingSettings } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, writeSetting } from '../settings/index.ts'
import { SENDING } from './settings.ts'

type Changes = { [Key in keyof SendingSettings]?: SendingSettings[Key] | undefined }

export async function saveSendingSettings(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<SendingSettings> {
  const before = await readSetting(tx, SENDING, 'change')
  const { version: _version, ...present } = before
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const at = tx.now()
  const after = await writeSetting(tx, SENDING, { before, value: { ...present, ...given }, expected, at })
  await recordSettingChanged(tx, { subject: 'sending', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Sending',
    data: Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
    ) as Record<string, string | number | boolean | null>,
    at,
  })
  return after
}
