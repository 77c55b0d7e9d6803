import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { deleteContact } from '../contact-rows/index.ts'
import { deleteConversations, findVisibleConversations } from '../conversations/index.ts'
import { separateContact } from '../merging/index.ts'
import { contactRooms, locationsOfNumbers } from '../visibility/index.ts'
import { accessContact, lockContact, phonesOf } from './access.ts'
import type { ContactDeps } from './deps.ts'
import { contactDeleted } from './events.ts'

/**
 * Deletes a contact with all its numbers and every conversation, message and file. Opt-outs and blocks of the number
 * stay. Conversations that were merged with those of another contact are unmerged first. The actor must see all
 * conversations of the contact.
 */
export async function removeContact(deps: ContactDeps, tx: TenantTx, actor: Person, id: string): Promise<void> {
  const phones = phonesOf(await accessContact(tx, actor, id))
  await separateContact(deps, tx, actor, phones)
  const { contact, threads } = await lockContact(tx, actor, id)
  if ((await findVisibleConversations(tx, actor, threads)).length < threads.length)
    throw new AppError('ContactRestricted')
  const locationIDs = await locationsOfNumbers(tx, phones)
  const rooms = await contactRooms(tx, contact.id)
  await deleteConversations(deps, tx, actor, threads)
  await deleteContact(tx, contact.id)
  const at = tx.now()
  const eventId = await contactDeleted.record(tx, { at, actorUserId: actor.userId, data: { contactId: contact.id } })
  tx.publish(rooms, { type: 'contact.changed', id: eventId, at, contactID: contact.id })
  await recordAudit(tx, {
    action: 'contact.deleted',
    actor,
    // The audit log keeps neither the name nor the full number of a deleted contact.
    subject: `Number ending in ${contact.phone.slice(-4)}`,
    locationIDs,
    data: { conversations: String(threads.length) },
    at,
  })
}
