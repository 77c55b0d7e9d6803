import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { assertAccountHolder, type DeletionDeps, publishAccountChanged } from './deps.ts'
import { deletionCancelled } from './events.ts'

/** Cancels the deletion. The queued job then does nothing. */
export function cancelDeletion(deps: DeletionDeps, actor: Actor): Promise<null> {
  assertAccountHolder(actor)
  return deps.inTenant(actor, async (tx) => {
    const cancelled = await tx
      .deleteFrom('accountDeletions')
      .where('tenantId', '=', tx.tenantId)
      .returning('requestedAt')
      .executeTakeFirst()
    if (!cancelled) return null
    const at = deps.now()
    const id = await deletionCancelled.record(tx, { at, actorUserId: actor.userId })
    await recordAudit(tx, { action: 'account.deletion-cancelled', actor, subject: actor.displayName, at })
    publishAccountChanged(deps, tx, id, at)
    return null
  })
}
