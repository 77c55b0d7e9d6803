import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { lockMessage } from './queries.ts'
import type { MessageRow } from './rows.ts'

/** The only way from an id to a message. Locks its conversation. */
export async function accessMessage(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ row: MessageRow; conversation: ConversationRow }> {
  const message = await lockMessage(tx, actor, id)
  if (!message) throw new AppError('MessageNotFound')
  return message
}
