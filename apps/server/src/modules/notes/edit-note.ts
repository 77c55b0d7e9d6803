import type { Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import {
  accessMessage,
  announce,
  findMessages,
  type MessageData,
  messageChanged,
  toMessage,
} from '../conversations/index.ts'
import { scopeOf } from '../visibility/index.ts'
import { noteEdited } from './events.ts'
import { findMentions, type Mention } from './mentions.ts'

/** Changes a note of the actor's own; what was said to the team stays its author's word. */
export function editNote(
  deps: ConversationDeps,
  actor: Actor,
  { sid, note, mentions: asked }: { sid: string; note: string; mentions: string[] },
): Promise<{ message: Message; notTold: Mention[] }> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const { row: before, conversation } = await accessMessage(tx, actor, id)
    if (before.type !== 'note') throw new AppError('MessageNotFound')
    if (before.authorUserId !== actor.userId) throw new AppError('NoteNotYours')
    const { mentions, notTold } = await findMentions(tx, asked, conversation)
    const at = deps.now()
    const data: MessageData = { note: { mentions, editedOnUtc: at } }
    await tx
      .updateTable('messages')
      .set({ body: note, data: JSON.stringify(data), version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
    const eventId = await noteEdited.record(tx, {
      at,
      scope: scopeOf(conversation),
      conversationId: before.conversationId,
      messageId: id,
      actorUserId: actor.userId,
    })
    const [row] = await findMessages(tx, [id])
    if (!row) throw new Error('A locked note is gone.')
    const message = toMessage(row)
    tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, message)]))
    return { message, notTold }
  })
}
