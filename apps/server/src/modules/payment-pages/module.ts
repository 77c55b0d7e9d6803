import { defineModule } from '../../platform/module.ts'
import { PAYMENT_PAGE_NEEDS } from './deps.ts'
import { mountPaymentPages } from './html/mount.ts'
import { drawAttachments } from './pdf/draw-attachment.ts'
import { createEvidenceDrawer } from './pdf/draw-evidence.ts'
import { createPdfDrawer } from './pdf/draw-in-worker.ts'
import { mountStaffPdfs } from './pdf-routes.ts'

/** Payment pages: where contacts see, approve and pay documents without a login. */
export const paymentPagesModule = defineModule({
  needs: [...PAYMENT_PAGE_NEEDS, 'authenticateFiles', 'pdfLimits'],
  offers: {
    drawPdf: ({ pdfLimits }) => createPdfDrawer(pdfLimits),
    drawDocumentFiles: (services) => (document) => drawAttachments(services, document),
    drawEvidence: createEvidenceDrawer,
  },
  http: [mountPaymentPages, mountStaffPdfs],
})
