import { AutomationActions, AutomationConditions } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { assertMayEditInScope, isInScope } from '../visibility/index.ts'

export type AutomationRow = Row<'automations'>

/** Fields that decide when an automation applies, and its actions. */
export type AutomationRule = Pick<AutomationRow, 'kind' | 'locationId' | 'conditions' | 'delayMinutes' | 'actions'>

/** Fields added later take their defaults. */
export const toAutomationRow = (row: AutomationRow): AutomationRow => ({
  ...row,
  conditions: AutomationConditions.parse(row.conditions),
  actions: AutomationActions.parse(row.actions),
})

/** The only way from an id to an automation. */
export async function accessAutomation(tx: TenantTx, viewer: Viewer, id: string): Promise<AutomationRow> {
  const row = await tx
    .selectFrom('automations as a')
    .where('a.tenantId', '=', tx.tenantId)
    .where('a.id', '=', id)
    .where('a.deletedAt', 'is', null)
    .where(isInScope(viewer, 'a.location_id'))
    .selectAll('a')
    .executeTakeFirst()
  if (!row) throw new AppError('AutomationNotFound')
  return toAutomationRow(row)
}

/** Locks an automation to change it. */
export async function lockToChange(tx: TenantTx, viewer: Viewer, id: string): Promise<AutomationRow> {
  await lockAutomation(tx, id)
  const automation = await accessAutomation(tx, viewer, id)
  assertMayEditInScope(viewer, automation.locationId)
  return automation
}

/** Locks an automation without checking access. */
export async function lockAutomation(tx: TenantTx, id: string): Promise<AutomationRow | undefined> {
  const row = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toAutomationRow(row)
}

/** The automations that are on, in an order of their own, so that a page of them is stable. */
export async function listEnabled(tx: TenantTx): Promise<AutomationRow[]> {
  const rows = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map(toAutomationRow)
}
