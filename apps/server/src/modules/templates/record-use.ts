import type { Template } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findTemplate } from './queries.ts'

/** Counts a use of a template. Not published to other screens, to avoid needless updates. */
export async function recordUse(tx: TenantTx, actor: Actor, id: string): Promise<Template> {
  await accessTemplate(tx, actor, id)
  await tx
    .updateTable('templates')
    .set({ usedCount: sql`used_count + 1`, lastUsedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  return accessTemplate(tx, actor, id)
}

/** Adds or removes a template in the user's favorites. */
export async function setFavorite(tx: TenantTx, actor: Actor, id: string, favorite: boolean): Promise<Template> {
  await accessTemplate(tx, actor, id)
  const row = { tenantId: tx.tenantId, userId: actor.userId, templateId: id }
  if (favorite) {
    await tx
      .insertInto('templateFavorites')
      .values(row)
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
  return accessTemplate(tx, actor, id)
}

async function accessTemplate(tx: TenantTx, actor: Actor, id: string): Promise<Template> {
  const template = await findTemplate(tx, actor, id)
  if (!template) throw new AppError('TemplateNotFound')
  return template
}
