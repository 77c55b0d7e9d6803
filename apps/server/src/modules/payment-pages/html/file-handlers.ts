import { toSid } from '@frontdesk/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { fileHeaders } from '../../files/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { DocumentPages } from './document-pages.ts'
import { readRequest } from './respond.ts'
import { sendPdf } from './send-pdf.ts'

/** The PDF, the files and the logo of a document. */
export function fileHandlers(deps: PaymentPageDeps, pages: DocumentPages) {
  /** The document as a PDF, for verified visitors. */
  const download = async (request: FastifyRequest, reply: FastifyReply) => {
    const pageRequest = readRequest(request)
    const opened = await pages.open(pageRequest)
    const { context, path } = opened
    if (!pages.isVerified(opened, pageRequest)) return reply.redirect(context.link(path), 303)
    return sendPdf(deps, reply, context, await pages.read(opened))
  }

  /** A file of the document, for verified visitors. */
  const file = async (request: FastifyRequest, reply: FastifyReply) => {
    const pageRequest = readRequest(request)
    const opened = await pages.open(pageRequest)
    const { context, path } = opened
    if (!pages.isVerified(opened, pageRequest)) return reply.redirect(context.link(path), 303)
    const { files } = await pages.read(opened)
    const stored = files.find(({ id }) => toSid('ME', id) === pageRequest.params.sid)
    if (!stored?.storageKey) throw new AppError('FileNotFound')
    return reply
      .headers(fileHeaders(stored))
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .send(Buffer.from(await deps.storage.get(stored.storageKey)))
  }

  /** The logo of the business, for everyone who has the link. */
  const logo = async (request: FastifyRequest, reply: FastifyReply) => {
    const { linked } = await pages.open(readRequest(request))
    if (!linked.logo) throw new AppError('FileNotFound')
    return reply
      .type('image/png')
      .header('cache-control', 'private, max-age=86400')
      .header('referrer-policy', 'no-referrer')
      .send(Buffer.from(await deps.storage.get(linked.logo.storageKey)))
  }

  return { download, file, logo }
}
