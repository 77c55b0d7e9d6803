import type { FastifyReply } from 'fastify'
import { drawInWorker } from '../pdf/draw-in-worker.ts'
import { printDocument } from '../pdf/print-document.ts'
import type { DocumentView } from '../read-document.ts'
import type { PageContext } from './respond.ts'

/** Sends a document as a PDF. */
export async function sendPdf(
  reply: FastifyReply,
  context: Pick<PageContext, 'language' | 'texts'>,
  view: DocumentView,
): Promise<FastifyReply> {
  const pdf = await drawInWorker(printDocument(context, view))
  const name = view.document.invoiceNumber.replaceAll(/[^\w-]/g, '-') || 'draft'
  return reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .type('application/pdf')
    .send(Buffer.from(pdf))
}
