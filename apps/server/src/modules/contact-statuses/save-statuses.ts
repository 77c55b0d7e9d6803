import type { ContactStatus, ContactStatuses } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, writeSetting } from '../settings/index.ts'
import { clearStatuses } from './status-change.ts'
import { STATUSES } from './statuses.ts'

/** Saves the whole list in its order. Conversations with a removed status then have none. */
export async function saveStatuses(
  tx: TenantTx,
  actor: Actor,
  { statuses, version: expected }: { statuses: ContactStatus[]; version: number },
): Promise<ContactStatuses> {
  const before = await readSetting(tx, STATUSES, 'change')
  const at = tx.now()
  const after = await writeSetting(tx, STATUSES, { before, value: { statuses }, expected, at })
  const gone = before.statuses.map(({ key }) => key).filter((key) => !statuses.some((status) => status.key === key))
  await clearStatuses(tx, { keys: gone, by: actor, at })
  await recordSettingChanged(tx, { subject: 'contact-statuses', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Contact statuses',
    data: { statuses: statuses.map(({ name }) => name).join(', ') },
    at,
  })
  return after
}
