import type { ConversationConfigs } from '@frontdesk/contract/api'
import { isOpen } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { findLocationRow } from '../locations/index.ts'
import type { AutoAssignRules } from './auto-assign.ts'

/**
 * Reads who takes part in round robin now. Call it before locking a conversation: other processes may have to respond.
 */
export const readAutoAssignRules = async (
  deps: Needs<'listActiveUsers'>,
  tenantId: string,
  configs: ConversationConfigs,
): Promise<AutoAssignRules> => ({
  among: configs.autoAssignUserIDs,
  capacity: configs.autoAssignCapacity,
  present: configs.isAutoAssignOnlyPresent ? await deps.listActiveUsers(tenantId) : null,
})

export const hoursAt = async (tx: TenantTx, locationId: string) =>
  findBusinessHours(tx, await findLocationRow(tx, locationId))

/** Whether conversations of a location are auto-assigned now. */
export async function isAutoAssignActive(
  deps: Needs<'now'>,
  tx: TenantTx,
  locationId: string,
  { isAutoAssign, isAutoAssignInHours }: ConversationConfigs,
): Promise<boolean> {
  if (!isAutoAssign || !isAutoAssignInHours) return isAutoAssign
  const hours = await hoursAt(tx, locationId)
  return !hours || isOpen(hours, deps.now())
}
