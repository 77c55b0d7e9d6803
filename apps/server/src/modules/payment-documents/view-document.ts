import type { TenantTx } from '../../platform/database/database.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { lockDocumentById } from './access.ts'
import { announcePayment, type CardAuthor } from './announce-payment.ts'
import { changeDocument } from './change-document.ts'

/** The contact, on their page. */
export const BY_PAYMENT_PAGE: CardAuthor = { userId: null, displayName: 'Payment page' }

/** Records that the contact opened a document that was sent. */
export async function viewDocument(deps: ConversationDeps, tx: TenantTx, id: string): Promise<void> {
  const document = await lockDocumentById(tx, id)
  if (document?.stage !== 'sent' && document?.stage !== 'sent-reminder') return
  const kind = 'viewed'
  const after = await changeDocument(tx, BY_PAYMENT_PAGE, document, { stage: kind, activity: { kind } })
  await announcePayment(deps, tx, BY_PAYMENT_PAGE, after, { kind })
}
