import { PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import type { MailFile } from '../../mail/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { PAYMENT_PAGE_TEXTS } from '../html/texts.ts'
import { describeLinked, loadDocumentView } from '../read-document.ts'
import { drawDocument, pdfName } from './draw-document.ts'

/** Total size of attachments that most mail servers accept. */
const FILES_MAX_BYTES = 10_000_000

/** The PDF of a document in its contact’s language, and those of its files that fit into an email. */
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
    // The other files are on the page.
    if (storageKey === null || bytes > FILES_MAX_BYTES) break
    files.push({ filename, contentType, content: await deps.storage.get(storageKey) })
  }
  return files
}
