import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { contactUpdated } from '../contacts/events.ts'
import { atLocationRooms, contactRooms } from '../visibility/index.ts'

/**
 * Records that a contact was added or changed, and publishes it to those who may see it. `formerRooms` are those of
 * viewers who could see it before.
 */
export async function recordContactUpdated(
  tx: TenantTx,
  /** Null: the contact changed it, by a text. */
  actor: Person | null,
  contactId: string,
  formerRooms: readonly string[] = [],
): Promise<void> {
  const at = tx.now()
  const rooms = [...new Set([...formerRooms, ...(await contactRooms(tx, contactId))])]
  const id = await contactUpdated.record(tx, { at, actorUserId: actor?.userId, data: { contactID: contactId } })
  tx.publish(rooms, { type: 'contact.changed', id, at, contactID: contactId })
}

/** Records that what lists show of the contact with a number changed, such as its consent; nothing without one. */
export async function recordContactOfNumberUpdated(tx: TenantTx, actor: Person | null, phone: string): Promise<void> {
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(['id', 'mainId'])
    .executeTakeFirst()
  if (contact) await recordContactUpdated(tx, actor, contact.mainId ?? contact.id)
}

/** Records that several contacts, at these locations, were added or changed. */
export async function recordManyUpdated(tx: TenantTx, actor: Person, locationIds: readonly string[]): Promise<void> {
  if (locationIds.length === 0) return
  const at = tx.now()
  const id = await contactUpdated.record(tx, { at, actorUserId: actor.userId, data: { contactID: null } })
  const rooms = new Set(locationIds.flatMap(atLocationRooms))
  tx.publish([...rooms], { type: 'contact.changed', id, at, contactID: null })
}
