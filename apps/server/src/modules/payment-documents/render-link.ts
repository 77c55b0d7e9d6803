import { PAYMENT_LINK_VARIABLE } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import { shortenForMessage } from '../short-links/index.ts'
import { documentUrl } from './document-token.ts'
import type { DocumentRow } from './rows.ts'

/** A message that carries a document. */
export interface TextWithLink {
  text: string
  messageId: string
  conversationId: string
  /** Null for rules of the business, whose links are not shortened. */
  createdBy: string | null
}

/**
 * Puts the link to the page of a document into a text, where it has the variable, and stores that the message carries
 * it. A repeated request gets the same text.
 */
export async function renderPaymentLink(
  deps: Needs<'secrets' | 'publicUrl'>,
  tx: TenantTx,
  document: DocumentRow,
  { text, messageId, conversationId, createdBy }: TextWithLink,
): Promise<string> {
  if (!text.includes(PAYMENT_LINK_VARIABLE)) return text
  const written = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    .select('createdAt')
    .executeTakeFirst()
  await tx
    .updateTable('paymentDocuments')
    .set({ sentMessageId: messageId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', document.id)
    .execute()
  const url = documentUrl(deps, tx, document, written?.createdAt)
  const link =
    createdBy === null ? url : await shortenForMessage(deps, tx, { url, messageId, conversationId, createdBy })
  return text.replaceAll(PAYMENT_LINK_VARIABLE, link)
}
