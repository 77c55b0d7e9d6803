import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { snoozeChange } from './attention-changes.ts'
import { parseSnoozeEnd } from './snooze-end.ts'

/** Hides an open conversation from the list until a time or, when that is null, until the contact writes. */
export async function snoozeConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, until: requested }: { id: string; until: string | null },
): Promise<ConversationRow> {
  const until = parseSnoozeEnd(requested, deps.now())
  const before = await accessConversation(tx, actor, id, 'change')
  if (before.isClosed) throw new AppError('ConversationClosed')
  const [after] = await snoozeChange.apply(startChange(deps, tx, { by: actor }), [id], { until })
  return after ?? before
}
