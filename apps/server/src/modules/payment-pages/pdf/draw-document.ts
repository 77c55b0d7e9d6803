import type { Needs } from '../../../platform/module.ts'
import { FileMissing } from '../../../platform/storage.ts'
import type { DocumentRow } from '../../payment-documents/index.ts'
import type { PageContext } from '../html/respond.ts'
import type { DocumentView } from '../read-document.ts'
import { printDocument } from './print-document.ts'

/** Draws a document as it is now, with the logo of the business. */
export async function drawDocument(
  { storage, drawPdf }: Needs<'storage' | 'drawPdf'>,
  context: Pick<PageContext, 'language' | 'texts'>,
  view: DocumentView,
): Promise<Uint8Array> {
  const printed = { ...printDocument(context, view), logo: await readLogo(storage, view) }
  const { content } = await drawPdf(view.document.tenantId, printed)
  return content
}

export const readLogo = async (
  storage: Needs<'storage'>['storage'],
  { logo }: Pick<DocumentView, 'logo'>,
): Promise<Uint8Array | null> => logo && storage.get(logo.storageKey).catch(orNone)

/** A logo that was replaced at this moment is not a reason to refuse the document. */
function orNone(error: unknown): null {
  if (error instanceof FileMissing) return null
  throw error
}

export const pdfName = ({ invoiceNumber }: Pick<DocumentRow, 'invoiceNumber'>): string =>
  `${invoiceNumber.replaceAll(/[^\w-]/g, '-') || 'draft'}.pdf`
