import type { SendingSettings } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, type SettingDeps, writeSetting } from '../settings/index.ts'
import { SENDING } from './settings.ts'

type Changes = { [Key in keyof SendingSettings]?: SendingSettings[Key] | undefined }

export function saveSendingSettings(
  deps: SettingDeps,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<SendingSettings> {
  return deps.inTenant(actor, async (tx) => {
    const before = await readSetting(tx, SENDING, 'change')
    const { version: _version, ...present } = before
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const at = deps.now()
    const after = await writeSetting(tx, SENDING, { before, value: { ...present, ...given }, expected, at })
    await recordSettingChanged(deps, tx, { subject: 'sending', actorUserId: actor.userId, at })
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
  })
}
