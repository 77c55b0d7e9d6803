import { PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import type { MailFile } from '../../mail/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { PAYMENT_PAGE_TEXTS } from '../html/texts.ts'
import { describeLinked, loadDocumentView } from '../read-document.ts'
import { drawDocument, pdfName } from './draw-document.ts'

/** Draws the PDF of a document in the language of its contact, for an email. */
export async function drawAttachment(
  deps: PaymentPageDeps,
  { tenantId, documentId }: { tenantId: string; documentId: string },
): Promise<MailFile> {
  const view = await deps.inTenant({ tenantId }, async (tx) =>
    loadDocumentView(deps, tx, await describeLinked(tx, documentId)),
  )
  const language = PAGE_LANGUAGES.find((each) => each === view.contact?.language) ?? 'en'
  const content = await drawDocument(deps, { language, texts: PAYMENT_PAGE_TEXTS[language] }, view)
  return { filename: pdfName(view.document), contentType: 'application/pdf', content }
}
