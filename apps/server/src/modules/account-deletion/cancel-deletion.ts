import type { AccountDeletion } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { assertAccountHolder, type DeletionDeps, publishAccountChanged } from './deps.ts'
import { deletionCancelled } from './events.ts'
import { findDeletion } from './queries.ts'

/**
 * Cancels the deletion during the grace period; the queued job then does nothing. Afterwards the job may be running
 * already, so the deletion is returned unchanged.
 */
export async function cancelDeletion(deps: DeletionDeps, tx: TenantTx, actor: Actor): Promise<AccountDeletion | null> {
  assertAccountHolder(actor)
  const at = deps.now()
  const cancelled = await tx
    .deleteFrom('accountDeletions')
    .where('tenantId', '=', tx.tenantId)
    .where('deleteAfter', '>', at)
    .returning('requestedAt')
    .executeTakeFirst()
  if (!cancelled) return findDeletion(tx)
  const id = await deletionCancelled.record(tx, { at, actorUserId: actor.userId })
  await recordAudit(tx, { action: 'account.deletion-cancelled', actor, subject: actor.displayName, at })
  publishAccountChanged(deps, tx, id, at)
  return null
}
