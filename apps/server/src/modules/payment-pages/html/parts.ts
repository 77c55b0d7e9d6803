import type { DocumentLine } from '@frontdesk/contract/api'
import {
  cardText,
  exemptedAmount,
  formatMoney,
  formatPhone,
  formatRate,
  isCounted,
  localeOf,
  QUANTITY_ONE,
  toSid,
} from '@frontdesk/contract/rules'
import { formatDate } from '../../../platform/format-time.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import { dueAmountOf, moneyOf } from '../../payment-documents/index.ts'
import type { DocumentView, LinkedDocument } from '../read-document.ts'
import type { PageContext } from './respond.ts'

export const errorText = (text: string | null): Html | null =>
  text === null ? null : html`<p class="error" role="alert">${text}</p>`

/** Logo and name of the business. */
export const businessHead = (
  { path }: Pick<PageContext, 'path'>,
  { businessName, logo }: Pick<LinkedDocument, 'businessName' | 'logo'>,
): Html => html`
${logo && html`<img class="logo" src="${logoPath(path)}" alt="" width="${logo.width}" height="${logo.height}">`}
<p class="soft">${businessName}</p>`

/** The logo below the address of a document, of which `path` is one of the pages. */
const logoPath = (path: string): string => `${path.split('/', 3).join('/')}/logo.png`

export const money = ({ language }: Pick<PageContext, 'language'>, amount: number, currency: string): string =>
  formatMoney(amount, currency, localeOf(language))

export const rateText = ({ language }: Pick<PageContext, 'language'>, rate: number): string =>
  formatRate(rate, localeOf(language))

/** A date without a time. */
export const dateText = ({ language }: Pick<PageContext, 'language'>, date: string): string =>
  formatDate(date, language)

export const quantityText = ({ language }: Pick<PageContext, 'language'>, quantity: number): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 3 }).format(quantity / QUANTITY_ONE)

/** The lines, without optional ones that were not chosen. */
export const linesOf = ({ lines }: DocumentView): DocumentLine[] => lines.filter(isCounted)

export const lineTable = (context: PageContext, view: DocumentView): Html => {
  const { texts } = context
  const { currency } = view.document
  return html`<table>
<thead><tr><th scope="col">${texts.description}</th><th scope="col" class="number">${texts.quantity}</th><th scope="col" class="number">${texts.amount}</th></tr></thead>
<tbody>${linesOf(view).map(
    ({ description, quantity, grossAmount }) =>
      html`<tr><td>${description}</td><td class="number">${quantityText(context, quantity)}</td><td class="number">${money(context, grossAmount, currency)}</td></tr>`,
  )}</tbody></table>`
}

/** Payments with date and method; for cards the network and the last digits. */
export const receiptTexts = (
  context: Pick<PageContext, 'language' | 'texts'>,
  { receipts, document: { currency }, location: { timeZone } }: DocumentView,
): string[] =>
  receipts.map(({ method, brand, last4, amount, tipAmount, createdAt }) =>
    context.texts.paidOn({
      amount: money(context, Number(amount) + Number(tipAmount), currency),
      date: dateText(context, Temporal.Instant.from(createdAt).toZonedDateTimeISO(timeZone).toPlainDate().toString()),
      method: cardText({ brand, last4 }) || context.texts.methods[method],
    }),
  )

interface Total {
  label: string
  amount: number
  isStrong: boolean
}

/** Totals, payments and the amount due. */
export function totalsOf({ texts }: Pick<PageContext, 'texts'>, { document, version }: DocumentView): Total[] {
  const { paidAmount, tipAmount, refundedAmount } = moneyOf(document)
  const [gross, discount] = [Number(version.grossAmount), Number(version.discountAmount)]
  const amounts = { grossAmount: gross, discountAmount: discount, totalAmount: Number(version.totalAmount) }
  const exempted = exemptedAmount({ ...amounts, taxes: version.taxes })
  const hasParts = version.taxes.length > 0 || discount > 0 || exempted !== 0
  const total = (label: string, amount: number, isStrong = false): Total => ({ label, amount, isStrong })
  return [
    ...(hasParts ? [total(texts.subtotal, gross)] : []),
    ...(discount > 0 ? [total(texts.discount, -discount)] : []),
    ...(exempted === 0 ? [] : [total(texts.taxExempted, exempted)]),
    ...version.taxes.map(({ name, amount, isInclusive }) => total(isInclusive ? texts.included(name) : name, amount)),
    total(texts.total, Number(version.totalAmount), true),
    ...(tipAmount > 0 ? [total(texts.tip, tipAmount)] : []),
    ...(paidAmount + tipAmount > 0 ? [total(texts.paid, paidAmount + tipAmount)] : []),
    ...(refundedAmount > 0 ? [total(texts.refunded, refundedAmount)] : []),
    ...(document.kind === 'request' && dueAmountOf(document) > 0
      ? [total(texts.amountDue, dueAmountOf(document), true)]
      : []),
  ]
}

export const totalsList = (context: PageContext, view: DocumentView): Html => html`<dl class="totals">
${totalsOf(context, view).map(
  ({ label, amount, isStrong }) =>
    html`<div class="${isStrong ? 'strong' : ''}"><dt>${label}</dt><dd>${money(context, amount, view.document.currency)}</dd></div>`,
)}
</dl>`

/** The files of a document. Their links require the token and the digits, like the page. */
export const fileList = ({ texts, link }: PageContext, { files }: DocumentView, path: string): Html | false =>
  files.length > 0 &&
  html`<h2>${texts.attachments}</h2>
<ul>${files.map(({ id, filename }) => html`<li><a href="${link(`${path}/files/${toSid('ME', id)}`)}">${filename}</a></li>`)}</ul>`

/** Note, terms, and contact details for questions. */
export const documentFoot = (
  { texts }: PageContext,
  { version: { note, terms }, location, configs: { businessLines } }: DocumentView,
): Html => html`
${note !== '' && html`<h2>${texts.note}</h2><p>${note}</p>`}
${terms !== '' && html`<h2>${texts.terms}</h2><p class="soft">${terms}</p>`}
<h2>${texts.contactUs}</h2>
<p>${location.name}${location.address !== '' && html`<br>${location.address}`}${businessLines !== '' && html`<br>${businessLines}`}</p>
${location.phone !== '' && html`<p><a href="tel:${location.phone}">${texts.callUs(formatPhone(location.phone))}</a></p>`}`
