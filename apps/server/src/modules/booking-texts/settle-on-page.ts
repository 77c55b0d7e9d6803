import type { TenantTx } from '../../platform/database/database.ts'
import { type BookingDeps, type BookingRow, findThreadOfContact } from '../bookings/index.ts'
import { endWait } from './end-wait.ts'

/** Ends a contact’s wait for a reply once they settle on the page of their visit what our reply had left open. */
export async function settleOnPage(
  deps: BookingDeps,
  tx: TenantTx,
  { contactId, locationId }: Pick<BookingRow, 'contactId' | 'locationId'>,
  settled: 'visit-time' | 'delay',
): Promise<void> {
  const conversation = contactId && (await findThreadOfContact(tx, contactId, locationId, { starts: false }))
  if (conversation) await endWait(deps, tx, conversation, settled)
}
