import type { TenantTx } from '../../platform/database/database.ts'
import { type BookingDeps, type BookingRow, findThreadOfContact } from '../bookings/index.ts'
import { endWait } from './end-wait.ts'

/** Ends the wait of a contact who settled on the page of their visit what a reply to their texts had left open. */
export async function settleOnPage(
  deps: BookingDeps,
  tx: TenantTx,
  { contactId, locationId }: Pick<BookingRow, 'contactId' | 'locationId'>,
  settled: 'visit-time' | 'delay',
): Promise<void> {
  const conversation = contactId && (await findThreadOfContact(tx, contactId, locationId, { starts: false }))
  if (conversation) await endWait(deps, tx, conversation, settled)
}
