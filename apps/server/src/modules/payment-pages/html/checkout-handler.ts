import { cardConsent } from '@frontdesk/contract/rules'
import { startCheckout } from '../../card-payments/index.ts'
import { dueAmountOf } from '../../payment-documents/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { PaymentPageLimits } from '../limits.ts'
import { tipIn } from '../tip.ts'
import type { DocumentPages } from './document-pages.ts'
import { leavingPage } from './request-page.ts'
import type { PageRequest, PageResponse } from './respond.ts'

/** Leads a verified visitor to the card processor’s page. */
export const checkoutHandler =
  (deps: PaymentPageDeps, limits: PaymentPageLimits, pages: DocumentPages) =>
  (request: PageRequest): Promise<PageResponse> =>
    pages.ofContact(request, async (opened) => {
      const { link, linked, context, path } = opened
      const { document, configs } = linked
      const { texts, language } = context
      await limits.countChange(document.id)
      const { currency, invoiceNumber } = document
      const tipAmount = tipIn(request.form, { tipRates: configs.tipRates, dueAmount: dueAmountOf(document), currency })
      if (tipAmount === null) return pages.showDocument(opened, request, texts.tipWrong)
      const outcome = await startCheckout(deps, {
        ...{ tenantId: link.tenantId, documentId: document.id, tipAmount, language },
        ...{ title: texts.request(invoiceNumber), tipTitle: texts.tip },
        returnUrl: deps.publicUrl() + context.link(path, { from: 'checkout' }),
        cancelUrl: deps.publicUrl() + context.link(path),
        cardConsent: request.form.keeps === 'yes' ? cardConsent(linked.businessName, language) : null,
      })
      if ('url' in outcome)
        return {
          ...pages.respondWith(opened, { title: texts.leaving, body: leavingPage(context, linked, outcome.url) }),
          refresh: { seconds: 0, to: outcome.url },
        }
      if (outcome.error === 'nothing-due' || outcome.error === 'processing') return { redirect: context.link(path) }
      return pages.showDocument(opened, request, outcome.error === 'not-enabled' ? texts.notOnline : texts.unavailable)
    })
