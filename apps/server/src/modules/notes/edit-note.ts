import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { announce, type ConversationDeps } from '../conversations/index.ts'
import { accessMessage, findMessages, type MessageData, type MessageRow, messageChanged } from '../threads/index.ts'
import { noteEdited } from './events.ts'
import { findMentions, type Mention } from './mentions.ts'

/** Changes a note. Only its author may. */
export async function editNote(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, note, mentions: userIds }: { id: string; note: string; mentions: string[] },
): Promise<{ message: MessageRow; unnotified: Mention[] }> {
  const { row: before, conversation } = await accessMessage(tx, actor, id)
  if (before.type !== 'note') throw new AppError('MessageNotFound')
  if (before.authorUserId !== actor.userId) throw new AppError('NoteNotYours')
  const { mentions, unnotified } = await findMentions(tx, userIds, conversation)
  const at = tx.now()
  const data: MessageData = { note: { mentions, editedOnUtc: at } }
  await tx
    .updateTable('messages')
    .set({ body: note, data: JSON.stringify(data), version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const eventId = await noteEdited.record(tx, {
    at,
    scope: conversation,
    conversationId: before.conversationId,
    messageId: id,
    actorUserId: actor.userId,
  })
  const [row] = await findMessages(tx, [id])
  if (!row) throw new Error('A locked note is gone.')
  tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, row)]))
  return { message: row, unnotified }
}
