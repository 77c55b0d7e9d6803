import { PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { accessDocument, findDocumentById, managedKinds } from '../payment-documents/index.ts'
import type { PaymentPageDeps } from './deps.ts'
import { sendPdf } from './html/send-pdf.ts'
import { PAYMENT_PAGE_TEXTS } from './html/texts.ts'
import { describeLinked, loadDocumentView } from './read-document.ts'

/** Serves documents as PDF to teammates who manage them. */
export function mountStaffPdfs(app: FastifyInstance, deps: PaymentPageDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Params: { id: string } }>('/files/payments/:id.pdf', async (request, reply) => {
    const actor = await deps.authenticateFiles(request)
    const { id } = request.params
    if (!z.uuid().safeParse(id).success) throw new AppError('PaymentNotFound')
    const view = await deps.inTenant(actor, async (tx) => {
      const kind = (await findDocumentById(tx, id))?.kind
      if (!kind || !managedKinds(actor).includes(kind)) throw new AppError('PaymentNotFound')
      await accessDocument(tx, actor, { id, kind })
      return loadDocumentView(deps, tx, await describeLinked(tx, id))
    })
    const language = PAGE_LANGUAGES.find((each) => each === view.contact?.language) ?? 'en'
    return sendPdf(deps, reply, { language, texts: PAYMENT_PAGE_TEXTS[language] }, view)
  })
}
