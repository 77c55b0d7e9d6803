import type { Template } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation } from '../locations/index.ts'
import { type SettingDeps, tellOfSetting } from '../settings/index.ts'
import { findTemplate, locationsOf, lockTemplate, TEMPLATES_MAX } from './queries.ts'

interface Draft {
  id?: string | undefined
  title: string
  message: string
  /** Null: every location. */
  locationIDs: string[] | null
  version?: number | undefined
}

/**
 * Adds a template, or updates the one with this id. If other locations use it too, the actor can only change which of
 * their own locations use it.
 */
export async function saveTemplate(deps: SettingDeps, actor: Actor, draft: Draft): Promise<Template> {
  const { title, message } = draft
  // For someone with some locations, “every location” means theirs.
  const locationIDs = draft.locationIDs ?? (actor.locationIds && [...actor.locationIds])
  if (locationIDs?.length === 0) throw new AppError('LocationNotFound')
  return deps
    .inTenant(actor, async (tx) => {
      for (const locationID of locationIDs ?? []) {
        if (!(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
      }
      const at = deps.now()
      const id = draft.id ?? newId()
      const isEverywhere = locationIDs === null
      if (draft.id === undefined) {
        await mustHaveRoom(tx)
        await tx
          .insertInto('templates')
          .values({ tenantId: tx.tenantId, id, title, message, isEverywhere, createdAt: at })
          .execute()
      } else {
        const before = await lockTemplate(tx, actor, id)
        if (!before) throw new AppError('TemplateNotFound')
        if (draft.version !== undefined && draft.version !== before.version)
          throw new AppError('ChangedMeanwhile', { present: before })
        if (before.isShared && (before.locationIDs === null || title !== before.title || message !== before.message))
          throw new AppError('TemplateShared')
        await tx
          .updateTable('templates')
          .set({ title, message, isEverywhere, version: sql`version + 1` })
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', id)
          .execute()
      }
      await keepLocations(tx, actor, id, locationIDs ?? [])
      await tellOfSetting(deps, tx, { subject: 'templates', actorUserId: actor.userId, at })
      await recordAudit(tx, {
        action: 'template.changed',
        actor,
        subject: title,
        locationIDs: await locationsOf(tx, id),
        at,
      })
      const saved = await findTemplate(tx, actor, id)
      if (!saved) throw new Error('A template that was just saved was not found.')
      return saved
    })
    .catch((error: unknown) => {
      if (violates(error, 'templates_title')) throw new AppError('TemplateTitleTaken')
      throw error
    })
}

async function mustHaveRoom(tx: TenantTx): Promise<void> {
  const { count } = await tx
    .selectFrom('templates')
    .where('tenantId', '=', tx.tenantId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= TEMPLATES_MAX) throw new AppError('TooManyTemplates')
}

/** Locations its writer cannot see stay as they are. */
async function keepLocations(tx: TenantTx, actor: Actor, templateId: string, locationIds: string[]): Promise<void> {
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
