import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { atLocationRooms, contactRooms } from '../visibility/index.ts'
import { contactUpdated } from './events.ts'

/** Records that a contact was added or changed, and tells the screens of those who may see it. */
export async function recordContactUpdated(tx: TenantTx, actor: Actor, contactId: string): Promise<void> {
  const at = tx.now()
  const rooms = await contactRooms(tx, contactId)
  const id = await contactUpdated.record(tx, { at, actorUserId: actor.userId, data: { contactID: contactId } })
  tx.publish(rooms, { type: 'contact.changed', id, at, contactID: contactId })
}

/** Records that several contacts of a location were added or changed. */
export async function recordContactsUpdated(tx: TenantTx, actor: Actor, locationId: string): Promise<void> {
  const at = tx.now()
  const id = await contactUpdated.record(tx, { at, actorUserId: actor.userId, data: { contactID: null } })
  tx.publish(atLocationRooms(locationId), { type: 'contact.changed', id, at, contactID: null })
}
