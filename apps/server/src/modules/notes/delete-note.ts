import { can } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { replaceWithTombstone } from '../messages/index.ts'
import { accessMessage, type MessageRow } from '../threads/index.ts'

/** Deletes a note: the author's own, or any with the permission to delete messages. */
export async function deleteNote(deps: ConversationDeps, tx: TenantTx, actor: Actor, id: string): Promise<MessageRow> {
  const { row, conversation } = await accessMessage(tx, actor, id)
  if (row.type === 'update') return row
  if (row.type !== 'note') throw new AppError('MessageNotFound')
  if (row.authorUserId !== actor.userId && !can(actor, 'convos_delete_message')) throw new AppError('NoteNotYours')
  const { message } = await replaceWithTombstone(deps, tx, actor, { row, conversation })
  await recordAudit(tx, {
    action: 'note.deleted',
    actor,
    subject: `Number ending in ${conversation.contactPhone.slice(-4)}`,
    locationIDs: [conversation.locationId],
    data: { author: row.author, writtenAt: row.createdAt },
    at: tx.now(),
  })
  return message
}
