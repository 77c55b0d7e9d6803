import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'
import type { ProfileDeps } from './change-profile.ts'
import { businessRenamed } from './events.ts'

/** Renames the business and makes every open screen reload its session, which has the name. */
export const renameBusiness = (deps: ProfileDeps, actor: Actor, name: string): Promise<{ name: string }> =>
  deps.inTenant(actor, async (tx) => {
    const renamed = await tx
      .updateTable('tenants')
      .set({ name })
      .where('tenantId', '=', tx.tenantId)
      .where('name', '!=', name)
      .returning('name')
      .executeTakeFirst()
    if (!renamed) return { name }
    const at = deps.now()
    const id = await businessRenamed.record(tx, { at, actorUserId: actor.userId })
    await recordAudit(tx, { action: 'business.renamed', actor, subject: name, at })
    tx.afterCommit(() => deps.push(tx.tenantId, [TEAM_ROOM], { type: 'viewer.changed', id, at }))
    return { name }
  })
