import { PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import type { MailFile } from '../../mail/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { PAYMENT_PAGE_TEXTS } from '../html/texts.ts'
import { describeLinked, loadDocumentView } from '../read-document.ts'
import { drawDocument, pdfName } from './draw-document.ts'

/** Files together with which a mail is still accepted by most servers, in bytes. */
const FILES_MAX_BYTES = 10_000_000

/** The PDF of a document in the language of its contact, and its files, as far as they fit into an email. */
export async function drawAttachments(
  deps: PaymentPageDeps,
  { tenantId, documentId }: { tenantId: string; documentId: string },
): Promise<MailFile[]> {
  const view = await deps.inTenant({ tenantId }, async (tx) =>
    loadDocumentView(deps, tx, await describeLinked(tx, documentId)),
  )
  const language = PAGE_LANGUAGES.find((each) => each === view.contact?.language) ?? 'en'
  const content = await drawDocument(deps, { language, texts: PAYMENT_PAGE_TEXTS[language] }, view)
  const files: MailFile[] = [{ filename: pdfName(view.document), contentType: 'application/pdf', content }]
  let bytes = content.length
  for (const { filename, contentType, byteSize, storageKey } of view.files) {
    bytes += byteSize ?? 0
    // The others are on the page.
    if (storageKey === null || bytes > FILES_MAX_BYTES) break
    files.push({ filename, contentType, content: await deps.storage.get(storageKey) })
  }
  return files
}
