import { createHash } from 'node:crypto'
import { type DrawnEvidence, type EvidenceFilePlan, entryText, minuteText } from '../../card-payments/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import { PAYMENT_PAGE_TEXTS } from '../html/texts.ts'
import { describeLinked, loadDocumentView } from '../read-document.ts'
import { pdfName, readLogo } from './draw-document.ts'
import type { DrawnPdf, PrintedDocument } from './draw-pdf.ts'
import { printDocument } from './print-document.ts'

/** Memory for files of all businesses. */
const CACHE_MAX_BYTES = 32_000_000

/**
 * Draws files for the bank, in English like the statement that they belong to. The newest are cached by their contents:
 * their list, a preview and the upload are one drawing.
 */
export function createEvidenceDrawer(
  deps: PaymentPageDeps,
): (tenantId: string, plan: EvidenceFilePlan) => Promise<DrawnEvidence> {
  const cache = new Map<string, DrawnPdf>()
  const add = (key: string, drawn: DrawnPdf) => {
    cache.set(key, drawn)
    let bytes = [...cache.values()].reduce((sum, { content }) => sum + content.length, 0)
    for (const [oldest, { content }] of cache) {
      if (bytes <= CACHE_MAX_BYTES) return
      cache.delete(oldest)
      bytes -= content.length
    }
  }
  return async (tenantId, plan) => {
    const view = await deps.inTenant({ tenantId }, async (tx) =>
      loadDocumentView(deps, tx, await describeLinked(tx, plan.documentId)),
    )
    const document = addRecords(printDocument({ language: 'en', texts: PAYMENT_PAGE_TEXTS.en }, view), plan)
    const printed = { ...document, createdAt: plan.createdAt, logo: await readLogo(deps.storage, view) }
    const key = keyOf(tenantId, printed)
    const cached = cache.get(key)
    const drawn = cached ?? (await deps.drawPdf(tenantId, printed))
    if (!cached) add(key, drawn)
    return { ...drawn, filename: `${plan.kind}-${pdfName(view.document)}` }
  }
}

const keyOf = (tenantId: string, { logo, ...texts }: PrintedDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, texts]))
    .update(logo ?? '')
    .digest('base64url')

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
