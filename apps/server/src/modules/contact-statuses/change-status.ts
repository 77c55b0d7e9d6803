import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { statusChange } from './status-change.ts'
import { findStatus } from './statuses.ts'

/** Sets the status of a conversation, or none. */
export async function changeStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, statusKey }: { id: string; statusKey: string | null },
): Promise<ConversationRow> {
  const status = statusKey === null ? null : await findStatus(tx, statusKey)
  // A conversation that the actor cannot see is reported before a status that does not exist.
  const before = await accessConversation(tx, actor, id, 'change')
  if (status === undefined) throw new AppError('ContactStatusUnknown')
  const [after] = await statusChange.apply(startChange(deps, tx, { by: actor }), [id], { status })
  return after ?? before
}
