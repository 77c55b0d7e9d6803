import { cardConsent } from '@frontdesk/contract/rules'
import { type Html, html } from '../../../platform/pages/html.ts'
import { dueAmountOf } from '../../payment-documents/index.ts'
import type { DocumentView } from '../read-document.ts'
import { suggestedTip } from '../tip.ts'
import {
  businessHead,
  dateText,
  documentFoot,
  errorText,
  fileList,
  lineTable,
  money,
  rateText,
  receiptTexts,
  totalsList,
} from './parts.ts'
import type { PageContext } from './respond.ts'

const RECEIPTS: readonly string[] = ['paid', 'marked-as-paid', 'partly-refunded', 'refunded', 'disputed']

export const requestTitle = ({ texts }: PageContext, { document }: DocumentView): string =>
  RECEIPTS.includes(document.status) ? texts.receipt(document.invoiceNumber) : texts.request(document.invoiceNumber)

interface RequestPage {
  path: string
  today: string
  error: string | null
  /** Back from the card processor, whose confirmation may take a moment. */
  isReturning: boolean
  /**
   * Whether the page polls for the confirmation. It then hides an earlier failure, and the form, so nobody pays twice.
   */
  isWaiting: boolean
  /** The values of a form that failed. */
  form: Record<string, string | undefined>
}

/** A payment request: amount due and payments. Returning from the processor’s page does not prove payment. */
export function requestPage(
  context: PageContext,
  view: DocumentView,
  { path, today, error, isReturning, isWaiting, form }: RequestPage,
): Html {
  const { texts, link } = context
  const { document, status } = view
  const { dueOn, currency } = document
  const dueAmount = dueAmountOf(document)
  const isDue = dueAmount > 0 && !document.isProcessing
  return html`
${businessHead(context, view)}
<h1>${requestTitle(context, view)}</h1>
${errorText(error)}
${(!isWaiting || status !== 'failed') && html`<p role="status"><strong>${texts.statuses[document.isProcessing ? 'processing' : status]}</strong>${view.failure && !document.isProcessing && html` ${texts.failures[view.failure]}`}</p>`}
${
  isDue &&
  html`<p class="amount"><span>${texts.amountDue}</span> <strong>${money(context, dueAmount, currency)}</strong></p>
${dueOn !== null && html`<p class="soft">${dueOn < today ? texts.overdue(dateText(context, dueOn)) : texts.dueOn(dateText(context, dueOn))}</p>`}`
}
${isDue && isReturning && html`<p class="notice">${texts.checking} <a href="${link(path, { from: 'checkout' })}">${texts.checkAgain}</a></p>`}
${isDue && !isWaiting && (view.isOnline ? payForm(context, view, { path, form }) : html`<p class="notice">${texts.notOnline}</p>`)}
${lineTable(context, view)}
${totalsList(context, view)}
${receiptTexts(context, view).map((text) => html`<p class="soft">${text}</p>`)}
<p><a href="${link(`${path}/document.pdf`)}">${texts.download}</a></p>
${fileList(context, view, path)}
${documentFoot(context, view)}`
}

/** Form before the card processor’s page: tip, and consent to keep the card on file. */
function payForm(
  context: PageContext,
  { document, configs, businessName }: DocumentView,
  { path, form: { tip = 'none', other = '', keeps } }: Pick<RequestPage, 'path' | 'form'>,
): Html {
  const { texts, link, language } = context
  const { currency } = document
  const dueAmount = dueAmountOf(document)
  const choice = (value: string, label: Html | string) =>
    html`<label class="check"><input type="radio" name="tip" value="${value}"${value === tip ? html` checked` : null}><span>${label}</span></label>`
  return html`<form method="post" action="${link(`${path}/checkout`)}">
${
  configs.tipRates.length > 0 &&
  html`<fieldset><legend>${texts.tipTitle}</legend>
${choice('none', texts.noTip)}
${configs.tipRates.map((rate) => choice(String(rate), `${rateText(context, rate)} · ${money(context, suggestedTip(dueAmount, rate, currency), currency)}`))}
${choice('other', texts.otherTip)}
<input class="other" name="other" inputmode="decimal" maxlength="12" aria-label="${texts.otherTip}" value="${other}"></fieldset>`
}
<label class="check"><input type="checkbox" name="keeps" value="yes"${keeps === 'yes' ? html` checked` : null}><span>${cardConsent(businessName, language)}</span></label>
<div class="actions"><button class="main">${texts.pay}</button></div>
</form>`
}

/** Links to the processor’s page, because a `form-action` policy can block a form from redirecting to another site. */
export const leavingPage = (
  context: PageContext,
  view: Pick<DocumentView, 'businessName' | 'logo'>,
  url: string,
): Html => html`
${businessHead(context, view)}
<h1>${context.texts.leaving}</h1>
<div class="actions"><a class="button main" href="${url}">${context.texts.continue}</a></div>`
