import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'
import { businessRenamed } from './events.ts'

/** Renames the business and makes every open screen reload its session, which has the name. */
export async function renameBusiness(tx: TenantTx, actor: Actor, name: string): Promise<{ name: string }> {
  const renamed = await tx
    .updateTable('tenants')
    .set({ name })
    .where('tenantId', '=', tx.tenantId)
    .where('name', '!=', name)
    .returning('name')
    .executeTakeFirst()
  if (!renamed) return { name }
  const at = tx.now()
  const id = await businessRenamed.record(tx, { at, actorUserId: actor.userId })
  await recordAudit(tx, { action: 'business.renamed', actor, subject: name, at })
  tx.publish([TEAM_ROOM], { type: 'viewer.changed', id, at })
  return { name }
}
