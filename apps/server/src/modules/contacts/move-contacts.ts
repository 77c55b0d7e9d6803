import type { ContactActivityCause } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { locationChange } from '../assignment/index.ts'
import { startChange } from '../changes/index.ts'
import { moveContact, recordContactUpdated, recordManyUpdated } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { findVisibleConversations } from '../conversations/index.ts'
import { findLocation } from '../locations/index.ts'
import { accessContact, lockContact } from './access.ts'
import type { ContactDeps } from './deps.ts'

/**
 * Moves contacts and their conversations to a location; none of them if the actor may not see one of the contacts.
 * Moves only the conversations the actor sees; if a contact has others, the contact itself keeps its location.
 */
export async function moveContacts(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  { contactIDs, locationID, cause }: { contactIDs: string[]; locationID: string; cause?: ContactActivityCause },
): Promise<number> {
  const location = await findLocation(tx, actor, locationID)
  if (!location) throw new AppError('LocationNotFound')
  const contacts = await Promise.all([...new Set(contactIDs)].map((id) => accessContact(tx, actor, id)))
  const ids = [...new Set(contacts.map(({ id }) => id))]
  const formerLocationIds = new Set<string>()
  // In the order of their ids, so that concurrent moves don't deadlock.
  for (const id of ids.toSorted()) {
    const { contact, threads } = await lockContact(tx, actor, id)
    const visible = await findVisibleConversations(tx, actor, threads)
    const run = startChange(deps, tx, { by: actor })
    const author = { userId: actor.userId, at: run.at, cause }
    if (visible.length === threads.length) {
      await moveContact(tx, author, { id: contact.id, locationId: locationID })
      formerLocationIds.add(contact.locationID)
    }
    await locationChange.apply(run, visible, { location })
    await contactChanged.record(tx, {
      at: tx.now(),
      actorUserId: actor.userId,
      data: { contactId: contact.id },
    })
    await recordContactUpdated(tx, actor, contact.id)
  }
  // Without conversations, contacts are gone for those who have only the location they were at.
  await recordManyUpdated(tx, actor, [...formerLocationIds])
  return ids.length
}
