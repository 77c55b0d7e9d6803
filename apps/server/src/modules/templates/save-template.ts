import type { Template } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { findLocationsOf, findTemplate, lockTemplate, MAX_TEMPLATES } from './queries.ts'

interface Draft {
  id?: string | undefined
  title: string
  message: string
  /** Null means all locations. */
  locationIDs: string[] | null
  version?: number | undefined
}

/**
 * Adds a template, or updates the one with this id. If other locations use it too, the actor can only change which of
 * their own locations use it.
 */
export async function saveTemplate(tx: TenantTx, actor: Actor, draft: Draft): Promise<Template> {
  const { title, message } = draft
  // For users with some locations, all locations means theirs.
  const locationIDs = draft.locationIDs ?? (actor.locationIds && [...actor.locationIds])
  if (locationIDs?.length === 0) throw new AppError('LocationNotFound')
  for (const locationID of locationIDs ?? []) {
    if (!(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  }
  const at = tx.now()
  const id = draft.id ?? newId()
  const isEverywhere = locationIDs === null
  if (draft.id === undefined) {
    await assertTemplateLimit(tx)
    await tx
      .insertInto('templates')
      .values({ tenantId: tx.tenantId, id, title, message, isEverywhere, createdAt: at })
      .execute()
      .catch(throwTitleTaken)
  } else {
    const existing = await lockTemplate(tx, actor, id)
    if (!existing) throw new AppError('TemplateNotFound')
    if (draft.version !== undefined && draft.version !== existing.version)
      throw new AppError('ChangedMeanwhile', { present: existing })
    if (
      existing.isShared &&
      (existing.locationIDs === null || title !== existing.title || message !== existing.message)
    )
      throw new AppError('TemplateShared')
    await tx
      .updateTable('templates')
      .set({ title, message, isEverywhere, version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
      .catch(throwTitleTaken)
  }
  await replaceLocations(tx, actor, id, locationIDs ?? [])
  await recordSettingChanged(tx, { subject: 'templates', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'template.changed',
    actor,
    subject: title,
    locationIDs: await findLocationsOf(tx, id),
    at,
  })
  const saved = await findTemplate(tx, actor, id)
  if (!saved) throw new Error('Template not found in the transaction that saved it.')
  return saved
}

function throwTitleTaken(error: unknown): never {
  throw violates(error, 'templates_title') ? new AppError('TemplateTitleTaken') : error
}

async function assertTemplateLimit(tx: TenantTx): Promise<void> {
  const { count } = await tx
    .selectFrom('templates')
    .where('tenantId', '=', tx.tenantId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_TEMPLATES) throw new AppError('TooManyTemplates')
}

/** Replaces the template's locations among those the actor can see. */
async function replaceLocations(tx: TenantTx, actor: Actor, templateId: string, locationIds: string[]): Promise<void> {
  const all = tx
    .deleteFrom('templateLocations')
    .where('tenantId', '=', tx.tenantId)
    .where('templateId', '=', templateId)
  if (actor.locationIds === null) await all.execute()
  else if (actor.locationIds.length > 0) await all.where('locationId', 'in', [...actor.locationIds]).execute()
  for (const locationId of new Set(locationIds)) {
    await tx
      .insertInto('templateLocations')
      .values({ tenantId: tx.tenantId, templateId, locationId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
