import type { Note } from '@frontdesk/contract/api'
import { can, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { recordActivity } from '../contact-rows/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { contactPhones, isThreadOf } from '../number-pairs/index.ts'
import { assertSeesContact, contactRooms, isVisible, locationsOfNumbers } from '../visibility/index.ts'
import { deleteNote } from './delete-note.ts'
import { contactNoteChanged } from './events.ts'

const NOTES_MAX = 500

/** SQL: all numbers of a contact. */
const phonesOfContact = (tx: TenantTx, contactId: string) => sql`(
  (select ${contactPhones()} from contacts t where t.tenant_id = ${tx.tenantId} and t.id = ${contactId})::text[]
)`

/** SQL: whether a note is about this contact: it stays with the row it was written to, also after a merge. */
const isAboutContact = (tx: TenantTx, contactId: string, column: string) => sql<boolean>`${sql.ref(column)} in (
  select r.id from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = any(${phonesOfContact(tx, contactId)})
)`

export async function addContactNote(
  tx: TenantTx,
  actor: Actor,
  { contactId, note }: { contactId: string; note: string },
): Promise<Note> {
  await assertSeesContact(tx, actor, contactId)
  const id = newId()
  const at = tx.now()
  await tx
    .insertInto('contactNotes')
    .values({
      tenantId: tx.tenantId,
      id,
      contactId,
      note,
      authorUserId: actor.userId,
      author: actor.displayName,
      createdAt: at,
    })
    .execute()
  await publishNotesChanged(tx, actor, contactId, at)
  return {
    id,
    contactId,
    note,
    addedOnUtc: at,
    editedOnUtc: null,
    author: actor.displayName,
    authorUserID: actor.userId,
    conversationSid: null,
  }
}

/** Lists the notes about a contact and those in its conversations that the actor may see. */
export async function listContactNotes(tx: TenantTx, actor: Actor, contactId: string): Promise<Note[]> {
  await assertSeesContact(tx, actor, contactId)
  const aboutContact = tx
    .selectFrom('contactNotes as n')
    .where('n.tenantId', '=', tx.tenantId)
    .where(isAboutContact(tx, contactId, 'n.contact_id'))
    .select(['n.id', 'n.note', 'n.author', 'n.createdAt'])
    .select(({ cast, val, ref }) => [
      ref('n.authorUserId').$castTo<string | null>().as('authorUserId'),
      cast<string | null>(val(null), 'text').as('editedAt'),
      cast<string | null>(val(null), 'uuid').as('conversationId'),
    ])
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(NOTES_MAX)
  const inConversations = tx
    .selectFrom('conversations as c')
    .innerJoin('messages as m', (join) =>
      join.on('m.tenantId', '=', tx.tenantId).onRef('m.conversationId', '=', 'c.id').on('m.type', '=', 'note'),
    )
    .where('c.tenantId', '=', tx.tenantId)
    .where(isVisible(actor, 'c'))
    .where(isThreadOf(tx, phonesOfContact(tx, contactId)))
    .select(['m.id', 'm.body as note', 'm.author', 'm.createdAt', 'm.authorUserId'])
    .select(({ ref }) => [
      sql<string | null>`m.data -> 'note' ->> 'editedOnUtc'`.as('editedAt'),
      ref('m.conversationId').$castTo<string | null>().as('conversationId'),
    ])
    .orderBy('m.createdAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(NOTES_MAX)
  const rows = await tx
    .selectFrom(aboutContact.as('a'))
    .selectAll()
    .unionAll(tx.selectFrom(inConversations.as('b')).selectAll())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTES_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    contactId,
    note: row.note,
    addedOnUtc: row.createdAt,
    editedOnUtc: row.editedAt,
    author: row.author,
    authorUserID: row.authorUserId,
    conversationSid: row.conversationId && toSid('CH', row.conversationId),
  }))
}

/** Deletes a note that `listContactNotes` lists: one about the contact, or one in a conversation. */
export async function deleteContactNote(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { contactId, noteId }: { contactId: string; noteId: string },
): Promise<void> {
  await assertSeesContact(tx, actor, contactId)
  const contactNote = await tx
    .selectFrom('contactNotes')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', noteId)
    .where(isAboutContact(tx, contactId, 'contact_notes.contact_id'))
    .select(['authorUserId', 'author', 'createdAt'])
    .forUpdate()
    .executeTakeFirst()
  if (!contactNote) {
    await deleteNote(deps, tx, actor, noteId).catch((error) => {
      throw error instanceof AppError && error.code === 'MessageNotFound' ? new AppError('NoteNotFound') : error
    })
    return
  }
  if (contactNote.authorUserId !== actor.userId && !can(actor, 'convos_delete_message'))
    throw new AppError('NoteNotYours')
  await tx.deleteFrom('contactNotes').where('tenantId', '=', tx.tenantId).where('id', '=', noteId).execute()
  const at = tx.now()
  const { phone, phones, mainId } = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', '=', contactId)
    .select(({ fn }) => ['t.phone', contactPhones().as('phones'), fn.coalesce('t.mainId', 't.id').as('mainId')])
    .executeTakeFirstOrThrow()
  await recordActivity(tx, { userId: actor.userId, at }, { kind: 'note-deleted', contactId: mainId })
  await publishNotesChanged(tx, actor, contactId, at)
  await recordAudit(tx, {
    action: 'note.deleted',
    actor,
    subject: `Number ending in ${phone.slice(-4)}`,
    locationIDs: await locationsOfNumbers(tx, phones),
    data: { author: contactNote.author, writtenAt: contactNote.createdAt },
    at,
  })
}

async function publishNotesChanged(tx: TenantTx, actor: Actor, contactId: string, at: string): Promise<void> {
  const id = await contactNoteChanged.record(tx, { at, actorUserId: actor.userId, data: { contactID: contactId } })
  const rooms = await contactRooms(tx, contactId)
  // Only an id: open screens of the contact refetch the notes that their viewer may see.
  tx.publish(rooms, { type: 'contact.note-changed', id, at, contactID: contactId })
}
