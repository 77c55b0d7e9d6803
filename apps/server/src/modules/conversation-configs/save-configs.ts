import type { ConversationConfigs } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeSetting, refreshAnswersInbound } from '../settings/index.ts'
import { CONFIGS } from './configs.ts'

type Changes = { [Key in keyof ConversationConfigs]?: ConversationConfigs[Key] | undefined }

export async function saveConversationConfigs(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<ConversationConfigs> {
  await assertTeammates(tx, changes.autoAssignUserIDs ?? [])
  const configs = await changeSetting(tx, actor, CONFIGS, {
    changes,
    expected,
    subject: 'conversation-configs',
    auditSubject: 'Conversations',
  })
  await refreshAnswersInbound(tx)
  await setInDirectory(tx, 'directory.autoClose', configs.autoClose !== 'never')
  await setInDirectory(tx, 'directory.autoAssignTenants', configs.isAutoAssign || configs.reassignAfterMinutes !== null)
  return configs
}

async function assertTeammates(tx: TenantTx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  const members = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', userIds)
    .where('removedAt', 'is', null)
    .select('id')
    .execute()
  if (members.length < new Set(userIds).size) throw new AppError('AssigneeUnknown')
}

/** Adds the tenant to those that a periodic job visits, or removes it. */
async function setInDirectory(
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
