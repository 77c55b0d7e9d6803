import type { Template } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SettingDeps } from '../settings/index.ts'
import { findTemplate } from './queries.ts'

/** Counts that somebody put a template into a text. Not told to others: a count is worth no screen's attention. */
export const recordUse = (deps: SettingDeps, actor: Actor, id: string): Promise<Template> =>
  deps.inTenant(actor, async (tx) => {
    await mustBeVisible(tx, actor, id)
    await tx
      .updateTable('templates')
      .set({ usedCount: sql`used_count + 1`, lastUsedAt: deps.now() })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
    return mustBeVisible(tx, actor, id)
  })

/** Marks a template for one person, or takes the mark away. */
export const setFavorite = (deps: SettingDeps, actor: Actor, id: string, favorite: boolean): Promise<Template> =>
  deps.inTenant(actor, async (tx) => {
    await mustBeVisible(tx, actor, id)
    const mark = { tenantId: tx.tenantId, userId: actor.userId, templateId: id }
    if (favorite) {
      await tx
        .insertInto('templateFavorites')
        .values(mark)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx
        .deleteFrom('templateFavorites')
        .where('tenantId', '=', tx.tenantId)
        .where('userId', '=', actor.userId)
        .where('templateId', '=', id)
        .execute()
    }
    return mustBeVisible(tx, actor, id)
  })

async function mustBeVisible(tx: TenantTx, actor: Actor, id: string): Promise<Template> {
  const template = await findTemplate(tx, actor, id)
  if (!template) throw new AppError('TemplateNotFound')
  return template
}
