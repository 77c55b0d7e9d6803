import { type DrawnEvidence, type EvidenceFilePlan, entryText, minuteText } from '../../card-payments/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { PAYMENT_PAGE_TEXTS } from '../html/texts.ts'
import { describeLinked, loadDocumentView } from '../read-document.ts'
import { pdfName, readLogo } from './draw-document.ts'
import type { PrintedDocument } from './draw-pdf.ts'
import { printDocument } from './print-document.ts'

/** Draws a file for the bank, in English like the statement that it belongs to. */
export async function drawEvidence(
  deps: PaymentPageDeps,
  tenantId: string,
  plan: EvidenceFilePlan,
): Promise<DrawnEvidence> {
  const view = await deps.inTenant({ tenantId }, async (tx) =>
    loadDocumentView(deps, tx, await describeLinked(tx, plan.documentId)),
  )
  const document = printDocument({ language: 'en', texts: PAYMENT_PAGE_TEXTS.en }, view)
  const drawn = await deps.drawPdf(tenantId, {
    ...addRecords(document, plan),
    createdAt: plan.createdAt,
    logo: await readLogo(deps.storage, view),
  })
  return { ...drawn, filename: `${plan.kind}-${pdfName(view.document)}` }
}

/** An estimate ends with its approval; messages take the place of the lines. */
function addRecords(document: Omit<PrintedDocument, 'logo'>, plan: EvidenceFilePlan): Omit<PrintedDocument, 'logo'> {
  if (plan.kind === 'receipt') return document
  if (plan.kind === 'estimate') {
    const approval = { title: 'Approval (times are UTC)', text: plan.approvals.map(entryText).join('\n') }
    return { ...document, sections: [...document.sections, approval] }
  }
  const { customer, messages } = plan
  return {
    ...document,
    title: `Messages with ${customer}`,
    facts: [],
    heads: { description: 'Message', quantity: '', amount: 'Time (UTC)' },
    lines: messages.map(({ isOutgoing, body, at }) => ({
      description: `${isOutgoing ? document.businessName : customer}: ${body || '(a file)'}`,
      quantity: '',
      amount: minuteText(at),
    })),
    totals: [],
    sections: [],
  }
}
