import type { GroupNote } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { accessGroup } from './access.ts'
import { recordGroupChanged } from './record-group-changed.ts'

const NOTES_MAX = 500

const toNote = ({ id, note, author, authorUserId, createdAt }: Row<'groupNotes'>): GroupNote => ({
  id,
  note,
  author,
  authorUserID: authorUserId,
  addedOnUtc: createdAt,
})

export async function listGroupNotes(tx: TenantTx, actor: Actor, groupId: string): Promise<GroupNote[]> {
  await accessGroup(tx, actor, groupId)
  const rows = await tx
    .selectFrom('groupNotes')
    .where('tenantId', '=', tx.tenantId)
    .where('groupId', '=', groupId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTES_MAX)
    .selectAll()
    .execute()
  return rows.map(toNote)
}

export async function addGroupNote(tx: TenantTx, actor: Actor, groupId: string, note: string): Promise<GroupNote> {
  const group = await accessGroup(tx, actor, groupId)
  const row = await tx
    .insertInto('groupNotes')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      groupId,
      note,
      authorUserId: actor.userId,
      author: actor.displayName,
      createdAt: tx.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordGroupChanged(tx, actor, group)
  return toNote(row)
}

export async function deleteGroupNote(tx: TenantTx, actor: Actor, groupId: string, id: string): Promise<void> {
  const group = await accessGroup(tx, actor, groupId)
  const note = await tx
    .selectFrom('groupNotes')
    .where('tenantId', '=', tx.tenantId)
    .where('groupId', '=', groupId)
    .where('id', '=', id)
    .select('authorUserId')
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw new AppError('NoteNotFound')
  if (note.authorUserId !== actor.userId && !can(actor, 'convos_delete_message')) throw new AppError('NoteNotYours')
  await tx.deleteFrom('groupNotes').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordGroupChanged(tx, actor, group)
}
