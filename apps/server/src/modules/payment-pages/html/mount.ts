import { DOCUMENT_KINDS, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { parseForms } from '../../../platform/pages/respond.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { createPaymentPageLimits } from '../limits.ts'
import { checkoutHandler } from './checkout-handler.ts'
import { documentPages } from './document-pages.ts'
import { estimateHandlers } from './estimate-handlers.ts'
import { fileHandlers } from './file-handlers.ts'
import { respond, respondWithFile, showFailures } from './respond.ts'

/** Mounts the pages on which contacts see, approve and pay documents: plain forms, which work in every browser. */
export function mountPaymentPages(app: FastifyInstance, deps: PaymentPageDeps): void {
  const limits = createPaymentPageLimits(deps.database.directoryPool)
  void app.register(async (pages) => {
    parseForms(pages)
    showFailures(pages)
    for (const kind of DOCUMENT_KINDS) {
      const document = documentPages(deps, limits, kind)
      const files = fileHandlers(deps, document)
      const token = `${PAYMENT_PAGE_PATHS[kind]}:token`
      pages.get(token, respond(document.show))
      pages.post(token, respond(document.enterDigits))
      pages.get(`${token}/document.pdf`, respondWithFile(files.download))
      pages.get(`${token}/logo.png`, files.logo)
      pages.get(`${token}/files/:sid`, files.file)
      if (kind === 'request') {
        pages.post(`${token}/checkout`, respond(checkoutHandler(deps, limits, document)))
        continue
      }
      const estimate = estimateHandlers(deps, limits, document)
      pages.get(`${token}/approve`, respond(estimate.confirmApproval))
      pages.post(`${token}/approve`, respond(estimate.approve))
      pages.get(`${token}/decline`, respond(estimate.confirmDecline))
      pages.post(`${token}/decline`, respond(estimate.decline))
    }
  })
}
