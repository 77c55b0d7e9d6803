import type { ReceiptChannel } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findThreadOfContact } from '../bookings/index.ts'
import { canReply } from '../messages/index.ts'
import { type DocumentRow, findContactOf } from '../payment-documents/index.ts'
import type { CardDeps } from './deps.ts'

/**
 * How the contact of a document gets the receipt for an off-session charge: by text, otherwise by email. Null if they
 * can get neither; card networks require a receipt, so the charge is refused.
 */
export async function findReceiptChannel(
  deps: CardDeps,
  tx: TenantTx,
  document: Pick<DocumentRow, 'contactId' | 'locationId'>,
): Promise<ReceiptChannel | null> {
  const contact = await findContactOf(tx, document)
  if (!contact) return null
  const conversation = await findThreadOfContact(tx, document.contactId, document.locationId)
  if (conversation && (await canReply(deps, tx, conversation))) return 'text'
  return contact.email ? 'mail' : null
}
