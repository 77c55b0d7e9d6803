import { DOCUMENT_KINDS, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { parseForms } from '../../../platform/pages/respond.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { createPaymentPageLimits } from '../limits.ts'
import { paymentPageHandlers } from './handlers.ts'
import { respond, showFailures } from './respond.ts'

/** Mounts the pages on which contacts see, approve and pay documents: plain forms, which work in every browser. */
export function mountPaymentPages(app: FastifyInstance, deps: PaymentPageDeps): void {
  const limits = createPaymentPageLimits(deps.database.directoryPool)
  void app.register(async (pages) => {
    parseForms(pages)
    showFailures(pages)
    for (const kind of DOCUMENT_KINDS) {
      const handlers = paymentPageHandlers(deps, limits, kind)
      const token = `${PAYMENT_PAGE_PATHS[kind]}:token`
      pages.get(token, respond(handlers.show))
      pages.post(token, respond(handlers.enterDigits))
      pages.get(`${token}/document.pdf`, handlers.download)
      pages.get(`${token}/logo.png`, handlers.logo)
      pages.get(`${token}/files/:sid`, handlers.file)
      if (kind === 'request') {
        pages.post(`${token}/checkout`, respond(handlers.pay))
        continue
      }
      pages.get(`${token}/approve`, respond(handlers.confirmApproval))
      pages.post(`${token}/approve`, respond(handlers.approve))
      pages.get(`${token}/decline`, respond(handlers.confirmDecline))
      pages.post(`${token}/decline`, respond(handlers.decline))
    }
  })
}
