import type { DocumentKind, Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { accessDocument } from './access.ts'
import { documentUrl } from './document-token.ts'

/** A link to the page of a document, for a teammate to pass on. A draft has none. */
export async function getLink(
  deps: Needs<'secrets' | 'publicUrl'>,
  tx: TenantTx,
  viewer: Viewer,
  which: { id: string; kind: DocumentKind },
): Promise<{ url: string }> {
  const document = await accessDocument(tx, viewer, which)
  if (document.invoiceNumber === '') throw new AppError('PaymentStatusWrong')
  return { url: documentUrl(deps, tx, document) }
}
