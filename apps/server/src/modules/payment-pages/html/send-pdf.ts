import type { FastifyReply } from 'fastify'
import type { Needs } from '../../../platform/module.ts'
import { drawDocument, pdfName } from '../pdf/draw-document.ts'
import type { DocumentView } from '../read-document.ts'
import type { PageContext } from './respond.ts'

/** Sends a document as a PDF. */
export async function sendPdf(
  deps: Needs<'storage' | 'drawPdf'>,
  reply: FastifyReply,
  context: Pick<PageContext, 'language' | 'texts'>,
  view: DocumentView,
): Promise<FastifyReply> {
  const pdf = await drawDocument(deps, context, view)
  return reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-disposition', `inline; filename="${pdfName(view.document)}"`)
    .type('application/pdf')
    .send(Buffer.from(pdf))
}
