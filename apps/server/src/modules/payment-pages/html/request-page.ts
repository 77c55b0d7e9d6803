import { type Html, html } from '../../../platform/pages/html.ts'
import { dueAmountOf } from '../../payment-documents/index.ts'
import type { ShownDocument } from '../read-document.ts'
import { businessHead, dateText, documentFoot, errorText, lineTable, money, totalsList } from './parts.ts'
import type { PageContext } from './respond.ts'

const RECEIPTS: readonly string[] = ['paid', 'marked-as-paid', 'partly-refunded', 'refunded', 'disputed']

export const requestTitle = ({ texts }: PageContext, { document }: ShownDocument): string =>
  RECEIPTS.includes(document.status) ? texts.receipt(document.invoiceNumber) : texts.request(document.invoiceNumber)

interface RequestPage {
  path: string
  today: string
  error: string | null
  /** Back from the card processor, whose confirmation may take a moment. */
  isReturning: boolean
}

/** A payment request: what is due, and what was paid. What the visitor did elsewhere is no proof of anything. */
export function requestPage(
  context: PageContext,
  shown: ShownDocument,
  { path, today, error, isReturning }: RequestPage,
): Html {
  const { texts, link } = context
  const { document } = shown
  const { status, dueOn, currency } = document
  const dueAmount = dueAmountOf(document)
  const isDue = dueAmount > 0 && status !== 'processing'
  return html`
${businessHead(shown)}
<h1>${requestTitle(context, shown)}</h1>
${errorText(error)}
<p role="status"><strong>${texts.statuses[status]}</strong></p>
${
  isDue &&
  html`<p class="amount"><span>${texts.amountDue}</span> <strong>${money(context, dueAmount, currency)}</strong></p>
${dueOn !== null && html`<p class="soft">${dueOn < today ? texts.overdue(dateText(context, dueOn)) : texts.dueOn(dateText(context, dueOn))}</p>`}`
}
${isDue && isReturning && html`<p class="notice">${texts.checking} <a href="${link(path, { from: 'checkout' })}">${texts.checkAgain}</a></p>`}
${isDue && html`<p class="notice">${texts.notOnline}</p>`}
${lineTable(context, shown)}
${totalsList(context, shown)}
${documentFoot(context, shown)}`
}
