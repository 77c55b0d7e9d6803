import type { SendingSettings } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeSetting } from '../settings/index.ts'
import { SENDING } from './settings.ts'

type Changes = { [Key in keyof SendingSettings]?: SendingSettings[Key] | undefined }

export const saveSendingSettings = (
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<SendingSettings> =>
  changeSetting(tx, actor, SENDING, { changes, expected, subject: 'sending', auditSubject: 'Sending' })
