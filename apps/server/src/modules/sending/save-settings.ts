import type { SendingSettings } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listContactFields } from '../contact-fields/index.ts'
import { changeSetting } from '../settings/index.ts'
import { SENDING } from './settings.ts'

type Changes = { [Key in keyof SendingSettings]?: SendingSettings[Key] | undefined }

export async function saveSendingSettings(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<SendingSettings> {
  if (changes.stateFieldID) await assertHoldsText(tx, changes.stateFieldID)
  return changeSetting(tx, actor, SENDING, { changes, expected, subject: 'sending', auditSubject: 'Sending' })
}

/** A state is a text or a choice, not a number or a date. */
async function assertHoldsText(tx: TenantTx, fieldId: string): Promise<void> {
  const field = (await listContactFields(tx)).find(({ id }) => id === fieldId)
  if (field?.type !== 'text' && field?.type !== 'choice') throw new AppError('ContactFieldNotFound')
}
