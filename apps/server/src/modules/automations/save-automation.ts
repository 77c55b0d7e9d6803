import type { Automation, AutomationActions, AutomationConditions } from '@frontdesk/contract/api'
import { AUTOMATIONS_MAX, type AutomationKind, conversationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findTeammate } from '../assignees/index.ts'
import { recordAudit } from '../audit/index.ts'
import { listFolders } from '../folders/index.ts'
import { findLocation } from '../locations/index.ts'
import { assertMayEditInScope } from '../visibility/index.ts'
import { type AutomationRow, lockToChange } from './access.ts'
import { getAutomation } from './queries.ts'
import { recordAutomationChanged } from './record-automation-changed.ts'
import { LAST_ID } from './triggers.ts'

interface AutomationDraft {
  id?: string | undefined
  version?: number | undefined
  kind: AutomationKind
  name: string
  locationID: string | null
  conditions: AutomationConditions
  delayMinutes: number
  actions: AutomationActions
}

/** Adds an automation, which is off, or updates one. Waiting runs follow the updated rule. */
export async function saveAutomation(tx: TenantTx, actor: Actor, draft: AutomationDraft): Promise<Automation> {
  const { kind, name, locationID, delayMinutes } = draft
  const existing = draft.id === undefined ? null : await lockToChange(tx, actor, draft.id)
  if (existing && draft.version !== undefined && draft.version !== existing.version)
    throw new AppError('ChangedMeanwhile', { automation: await getAutomation(tx, actor, existing.id) })
  if (existing && existing.kind !== kind) throw invalidInput('kind', 'Cannot be changed')
  if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  assertMayEditInScope(actor, locationID)
  const conditions = usedConditions(draft.conditions)
  const actions = usedActions(kind, draft.actions)
  if (!conversationRules.assign(actor, actions.assignToUserID)) throw new AppError('ConversationsUnassignable')
  await assertTeammates(tx, [conditions.assigneeUserID, actions.assignToUserID])
  await assertFolder(tx, actor, actions.folderKey, locationID)
  const at = tx.now()
  const values = {
    name,
    locationId: locationID,
    conditions: JSON.stringify(conditions),
    delayMinutes,
    actions: JSON.stringify(actions),
    updatedAt: at,
  }
  const id = existing?.id ?? newId()
  if (existing) await updateAutomation(tx, existing, values)
  else {
    await assertAutomationLimit(tx)
    await tx
      .insertInto('automations')
      .values({ tenantId: tx.tenantId, id, kind, ...values, createdAt: at })
      .execute()
  }
  await recordAutomationChanged(tx, actor, { id, locationId: locationID })
  if (existing && existing.locationId !== locationID) await recordAutomationChanged(tx, actor, existing)
  if (existing) await recordChange(tx, actor, existing, 'automation.updated')
  return getAutomation(tx, actor, id)
}

const usedConditions = (conditions: AutomationConditions): AutomationConditions => ({
  ...conditions,
  assigneeUserID: conditions.assignee === 'user' ? conditions.assigneeUserID : null,
})

/** Resets what the kind does not use. */
function usedActions(kind: AutomationKind, actions: AutomationActions): AutomationActions {
  if (kind === 'follow-up') return { ...actions, assignToUserID: null, folderKey: null }
  const { assignToUserID, folderKey } = actions
  return { text: kind === 'reopen' ? '' : actions.text, maxTimes: 1, stopsWhenClosed: true, assignToUserID, folderKey }
}

async function assertTeammates(tx: TenantTx, userIds: readonly (string | null)[]): Promise<void> {
  for (const userId of userIds)
    if (userId !== null && !(await findTeammate(tx, userId))) throw new AppError('AssigneeUnknown')
}

async function assertFolder(
  tx: TenantTx,
  actor: Actor,
  folderKey: string | null,
  locationID: string | null,
): Promise<void> {
  if (folderKey === null) return
  const folders = await listFolders(tx, actor, locationID === null ? undefined : [locationID])
  if (!folders.some((folder) => folder.folderKey === folderKey)) throw new AppError('FolderNotFound')
}

async function assertAutomationLimit(tx: TenantTx): Promise<void> {
  const { n } = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('deletedAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= AUTOMATIONS_MAX) throw new AppError('TooManyAutomations')
}

type AutomationValues = Partial<
  Pick<
    AutomationRow,
    'name' | 'locationId' | 'delayMinutes' | 'isEnabled' | 'enabledAt' | 'examinedAt' | 'examinedId' | 'deletedAt'
  > & { conditions: string; actions: string }
> & { updatedAt: string }

async function updateAutomation(tx: TenantTx, automation: AutomationRow, values: AutomationValues): Promise<void> {
  await tx
    .updateTable('automations')
    .set({ ...values, version: automation.version + 1 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', automation.id)
    .execute()
}

/** Turns an automation on, for triggers from now on, or off. Waiting runs are then skipped when due. */
export async function setAutomationEnabled(
  tx: TenantTx,
  actor: Actor,
  { id, isEnabled }: { id: string; isEnabled: boolean },
): Promise<Automation> {
  const automation = await lockToChange(tx, actor, id)
  if (automation.isEnabled !== isEnabled) {
    const at = tx.now()
    const start = isEnabled && { enabledAt: at, examinedAt: at, examinedId: LAST_ID }
    await updateAutomation(tx, automation, { isEnabled, ...start, updatedAt: at })
    await refreshDirectory(tx)
    await recordAutomationChanged(tx, actor, automation)
    await recordChange(tx, actor, automation, isEnabled ? 'automation.enabled' : 'automation.disabled')
  }
  return getAutomation(tx, actor, id)
}

/** Deletes an automation. Its runs are deleted in batches at night. */
export async function deleteAutomation(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const automation = await lockToChange(tx, actor, id)
  const at = tx.now()
  await updateAutomation(tx, automation, { isEnabled: false, deletedAt: at, updatedAt: at })
  await refreshDirectory(tx)
  await recordAutomationChanged(tx, actor, automation)
  await recordChange(tx, actor, automation, 'automation.deleted')
}

/** Lists the business for the job that runs every minute while one of its automations is on. */
async function refreshDirectory(tx: TenantTx): Promise<void> {
  // Two automations turned on and off at once would each not see the other's change.
  await tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('tenantId').forNoKeyUpdate().execute()
  const enabled = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('isEnabled', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (enabled)
    await tx
      .insertInto('directory.automationTenants')
      .values({ tenantId: tx.tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('directory.automationTenants').where('tenantId', '=', tx.tenantId).execute()
}

const recordChange = (
  tx: TenantTx,
  actor: Actor,
  { name, locationId }: AutomationRow,
  action: 'automation.updated' | 'automation.enabled' | 'automation.disabled' | 'automation.deleted',
) =>
  recordAudit(tx, {
    action,
    actor,
    subject: name,
    locationIDs: locationId === null ? null : [locationId],
    at: tx.now(),
  })

/** Moves the automations of a removed location to the one that replaces it. */
export async function moveAutomations(tx: TenantTx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update automations set location_id = ${to}, version = version + 1
    where tenant_id = ${tx.tenantId} and location_id = ${from}`.execute(tx)
}
