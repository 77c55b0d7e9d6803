import type { PlannedMaintenance } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { isAfter } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { asDevAdmin, type DevAdminDeps, noticesChanged } from './deps.ts'

type Plan = Omit<PlannedMaintenance, 'id'> & { maintenanceID?: string | undefined }

/** Adds or updates maintenance for some businesses or all. */
export function saveMaintenance(
  deps: DevAdminDeps,
  actor: Actor,
  { maintenanceID, tenantIDs, ...plan }: Plan,
): Promise<PlannedMaintenance> {
  return asDevAdmin(
    deps,
    actor,
    async (tx, at) => {
      if (!isAfter(plan.endsAt, plan.startsAt)) {
        throw new AppError('InvalidInput', { fields: [{ path: 'endsAt', message: 'The end must be after the start' }] })
      }
      const values = { ...plan, tenantIds: tenantIDs }
      const {
        createdAt: _,
        tenantIds: savedTenantIDs,
        ...saved
      } = await tx
        .insertInto('directory.maintenances')
        .values({ id: maintenanceID ?? newId(), ...values, createdAt: at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .returningAll()
        .executeTakeFirstOrThrow()
      tx.afterCommit(() => deps.pushToAll(noticesChanged(at)))
      return { ...saved, tenantIDs: savedTenantIDs }
    },
    { action: 'maintenance.changed', subject: plan.startsAt },
  )
}

export const deleteMaintenance = (deps: DevAdminDeps, actor: Actor, id: string): Promise<void> =>
  asDevAdmin(
    deps,
    actor,
    async (tx, at) => {
      await tx.deleteFrom('directory.maintenances').where('id', '=', id).execute()
      tx.afterCommit(() => deps.pushToAll(noticesChanged(at)))
    },
    { action: 'maintenance.changed', subject: id },
  )
