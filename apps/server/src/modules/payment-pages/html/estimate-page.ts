import type { DocumentLine } from '@frontdesk/contract/api'
import { chargedShareOf, computeTotals, QUANTITY_ONE, scaleHalfUp, shareOf } from '@frontdesk/contract/rules'
import { type Html, html } from '../../../platform/pages/html.ts'
import { type DocumentRow, dueAmountOf } from '../../payment-documents/index.ts'
import type { DocumentView } from '../read-document.ts'
import { businessHead, dateText, documentFoot, errorText, fileList, lineTable, money, totalsList } from './parts.ts'
import type { PageContext } from './respond.ts'

const OPEN: readonly string[] = ['sent', 'sent-reminder', 'viewed']

/** Whether the contact can still answer; the answer to one past its date waits for the team. */
export const isAnswerable = ({ document: { stage }, isApprovedLate }: DocumentView): boolean =>
  OPEN.includes(stage) || (stage === 'expired' && !isApprovedLate)

const isPastDate = ({ stage, validUntil }: DocumentRow, today: string): boolean =>
  stage === 'expired' || (validUntil !== null && validUntil < today)

/** The estimate with these optional lines chosen. */
export function withChoice(view: DocumentView, chosenLines: readonly number[]): DocumentView {
  const { version } = view
  const lines = view.lines.map((line, index) => ({
    ...line,
    isChosen: line.isOptional && chosenLines.includes(index),
  }))
  const totals = computeTotals({ lines, discount: version.discount, isExempt: version.isTaxExempt })
  const amounts = {
    grossAmount: String(totals.grossAmount),
    discountAmount: String(totals.discountAmount),
    netAmount: String(totals.netAmount),
    totalAmount: String(totals.totalAmount),
  }
  return {
    ...view,
    lines: lines.map((line, index) => ({ ...line, ...totals.lines[index] })),
    version: { ...version, ...amounts, taxes: totals.taxes },
  }
}

/** Indexes of the optional lines that were chosen in a form. */
export const chosenIn = (values: Record<string, string>): number[] =>
  Object.keys(values).flatMap((name) => {
    const [, index] = /^c(\d{1,3})$/.exec(name) ?? []
    return index === undefined ? [] : [Number(index)]
  })

interface EstimatePage {
  path: string
  today: string
  error: string | null
}

/** An estimate, to approve or decline. */
export function estimatePage(context: PageContext, view: DocumentView, { path, today, error }: EstimatePage): Html {
  const { texts, link } = context
  const { status, stage, validUntil, invoiceNumber } = view.document
  const canAnswer = isAnswerable(view)
  const isPast = isPastDate(view.document, today)
  const statusText = OPEN.includes(stage)
    ? isPast
      ? texts.statuses.expired
      : texts.waitingForAnswer
    : texts.statuses[status]
  return html`
${businessHead(context, view)}
<h1>${texts.estimate(invoiceNumber)}</h1>
${errorText(error)}
<p role="status"><strong>${statusText}</strong></p>
${validUntil !== null && html`<p class="soft">${texts.validUntil(dateText(context, validUntil))}</p>`}
${view.isApprovedLate && html`<p class="notice">${texts.lateNote}</p>`}
${canAnswer && isPast && html`<p class="notice">${texts.expiredNote}</p>`}
${requestLinks(context, view)}
${lineTable(context, view)}
${totalsList(context, view)}
<p><a href="${link(`${path}/document.pdf`)}">${texts.download}</a></p>
${depositNote(context, view)}
${
  canAnswer &&
  html`<form method="get" action="${path}/approve">
${context.link('') !== '' && html`<input type="hidden" name="lang" value="${context.language}">`}
${optionFields(context, view)}
<div class="actions"><a class="button" href="${link(`${path}/decline`)}">${texts.decline}</a><button class="main">${view.lines.some(({ isOptional }) => isOptional) ? texts.look : texts.approve}</button></div>
</form>`
}
${fileList(context, view, path)}
${documentFoot(context, view)}`
}

/** The price of an optional line less its own discount. */
function optionPrice({ unitAmount, quantity, discount }: DocumentLine): number {
  const gross = scaleHalfUp(unitAmount, quantity, QUANTITY_ONE)
  return gross - shareOf(gross, discount)
}

const optionFields = (context: PageContext, { lines, document: { currency } }: DocumentView): Html | false =>
  lines.some(({ isOptional }) => isOptional) &&
  html`<fieldset><legend>${context.texts.optionsTitle}</legend>
${lines.map(
  (line, index) =>
    line.isOptional &&
    html`<label class="check"><input type="checkbox" name="c${index}"${line.isChosen ? html` checked` : null}><span>${line.description} <span class="soft">(${context.texts.optional}, ${money(context, optionPrice(line), currency)})</span></span></label>`,
)}</fieldset>`

const depositNote = (context: PageContext, { version, document }: DocumentView): Html | false => {
  const amount = chargedShareOf(Number(version.totalAmount), version.deposit, document.currency)
  return (
    amount > 0 &&
    document.stage !== 'converted' &&
    html`<p class="soft">${context.texts.deposit(money(context, amount, document.currency))}</p>`
  )
}

/** The payment requests of an approved estimate. */
const requestLinks = (context: PageContext, { requests }: DocumentView): Html | false => {
  const { texts, link } = context
  return (
    requests.length > 0 &&
    html`<div class="actions">${requests.map(({ document, path }) => {
      const dueAmount = dueAmountOf(document)
      return dueAmount > 0
        ? html`<a class="button main" href="${link(path)}">${texts.payPart(document.invoiceNumber, money(context, dueAmount, document.currency))}</a>`
        : html`<a class="button" href="${link(path)}">${texts.receipt(document.invoiceNumber)}</a>`
    })}</div>`
  )
}

/** The wording that a contact agrees to, which is stored with the answer. */
export const wordingOf = (context: PageContext, { document, version, businessName }: DocumentView): string =>
  context.texts.approveWording({
    ...{ number: document.invoiceNumber, version: document.version, business: businessName },
    total: money(context, Number(version.totalAmount), document.currency),
  })

/** Form to sign the approval with a name. */
export function approvePage(
  context: PageContext,
  view: DocumentView,
  {
    path,
    chosenLines,
    name,
    error,
  }: { path: string; chosenLines: readonly number[]; name: string; error: string | null },
): Html {
  const { texts, link } = context
  return html`
${businessHead(context, view)}
<h1>${texts.approveTitle}</h1>
${errorText(error)}
${lineTable(context, view)}
${totalsList(context, view)}
${depositNote(context, view)}
<form method="post" action="${link(`${path}/approve`)}">
<input type="hidden" name="version" value="${view.document.version}">
${chosenLines.map((index) => html`<input type="hidden" name="c${index}" value="on">`)}
<p class="notice">${wordingOf(context, view)}</p>
<label for="name">${texts.yourName}</label>
<input id="name" name="name" required maxlength="120" autocomplete="name" value="${name}">
<div class="actions"><a class="button" href="${link(path)}">${texts.back}</a><button class="main">${texts.approve}</button></div>
</form>`
}

/** Confirmation before an estimate is declined. */
export function declinePage(
  context: PageContext,
  view: DocumentView,
  { path, error }: { path: string; error: string | null },
): Html {
  const { texts, link } = context
  return html`
${businessHead(context, view)}
<h1>${texts.declineTitle}</h1>
<p>${texts.estimate(view.document.invoiceNumber)}</p>
${errorText(error)}
<form method="post" action="${link(`${path}/decline`)}">
<input type="hidden" name="version" value="${view.document.version}">
<label for="reason">${texts.reason} <small>(${texts.optional})</small></label>
<input id="reason" name="reason" maxlength="500">
<div class="actions"><a class="button" href="${link(path)}">${texts.back}</a><button class="main">${texts.confirmDecline}</button></div>
</form>`
}
