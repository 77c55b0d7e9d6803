import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { findLocationsOf, lockTemplate } from './queries.ts'

/** Deletes a template. One that other locations use too is only removed from the actor's locations. */
export async function deleteTemplate(tx: TenantTx, actor: Actor, id: string): Promise<{ success: true }> {
  const template = await lockTemplate(tx, actor, id)
  if (!template) throw new AppError('TemplateNotFound')
  const { isShared, locationIDs, title: subject } = template
  if (isShared && locationIDs === null) throw new AppError('TemplateShared')
  const at = tx.now()
  const locationIDsOfTemplate = await findLocationsOf(tx, id)
  if (isShared)
    await tx
      .deleteFrom('templateLocations')
      .where('tenantId', '=', tx.tenantId)
      .where('templateId', '=', id)
      .where('locationId', 'in', locationIDs ?? [])
      .execute()
  else await tx.deleteFrom('templates').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordSettingChanged(tx, { subject: 'templates', actorUserId: actor.userId, at })
  const action = isShared ? 'template.changed' : 'template.removed'
  await recordAudit(tx, { action, actor, subject, locationIDs: locationIDsOfTemplate, at })
  return { success: true }
}
