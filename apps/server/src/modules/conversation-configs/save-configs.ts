import type { ConversationConfigs } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, refreshAnswersInbound, writeSetting } from '../settings/index.ts'
import { CONFIGS } from './configs.ts'

type Changes = { [Key in keyof ConversationConfigs]?: ConversationConfigs[Key] | undefined }

export async function saveConversationConfigs(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<ConversationConfigs> {
  await mustBeTeammates(tx, changes.autoAssignUserIDs ?? [])
  const before = await readSetting(tx, CONFIGS, 'change')
  const { version: _version, ...present } = before
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const at = tx.now()
  const after = await writeSetting(tx, CONFIGS, { before, value: { ...present, ...given }, expected, at })
  await refreshAnswersInbound(tx)
  await keepInDirectory(tx, 'directory.autoClose', after.autoClose !== 'never')
  await keepInDirectory(tx, 'directory.autoAssignTenants', after.isAutoAssign || after.reassignAfterMinutes !== null)
  await recordSettingChanged(tx, { subject: 'conversation-configs', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Conversations',
    data: Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
    ) as Record<string, string | boolean | null>,
    at,
  })
  return after
}

async function mustBeTeammates(tx: TenantTx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  const found = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', userIds)
    .where('removedAt', 'is', null)
    .select('id')
    .execute()
  if (found.length < new Set(userIds).size) throw new AppError('AssigneeUnknown')
}

/** Which tenants a periodic job looks at. */
async function keepInDirectory(
  tx: TenantTx,
  table: 'directory.autoClose' | 'directory.autoAssignTenants',
  isOn: boolean,
): Promise<void> {
  const { tenantId } = tx
  if (isOn) {
    await tx
      .insertInto(table)
      .values({ tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx.deleteFrom(table).where('tenantId', '=', tenantId).execute()
  }
}
