import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { type DeletionDeps, mustBeAccountHolder, tellAccountChanged } from './deps.ts'
import { deletionCancelled } from './events.ts'

/** Keeps the business. The waiting job finds nothing to do. */
export function cancelDeletion(deps: DeletionDeps, actor: Actor): Promise<null> {
  mustBeAccountHolder(actor)
  return deps.inTenant(actor, async (tx) => {
    const gone = await tx
      .deleteFrom('accountDeletions')
      .where('tenantId', '=', tx.tenantId)
      .returning('requestedAt')
      .executeTakeFirst()
    if (!gone) return null
    const at = deps.now()
    const id = await deletionCancelled.record(tx, { at, actorUserId: actor.userId })
    await recordAudit(tx, { action: 'account.deletion-cancelled', actor, subject: actor.displayName, at })
    tellAccountChanged(deps, tx, id, at)
    return null
  })
}
