import { formatMoney, formatPhone, QUANTITY_ONE } from '@frontdesk/contract/rules'
import { localeOf } from '../../../platform/pages/context.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import { moneyOf } from '../../payment-documents/index.ts'
import type { LinkedDocument, ShownDocument } from '../read-document.ts'
import type { PageContext } from './respond.ts'

export const errorText = (text: string | null): Html | null =>
  text === null ? null : html`<p class="error" role="alert">${text}</p>`

/** Who sent it. */
export const businessHead = ({ businessName }: Pick<LinkedDocument, 'businessName'>): Html =>
  html`<p class="soft">${businessName}</p>`

export const money = ({ language }: PageContext, amount: number, currency: string): string =>
  formatMoney(amount, currency, localeOf(language))

/** A date without a time. */
export const dateText = ({ language }: PageContext, date: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

export const quantityText = ({ language }: PageContext, quantity: number): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 3 }).format(quantity / QUANTITY_ONE)

/** What was sold. */
export const lineTable = (context: PageContext, { lines, document: { currency } }: ShownDocument): Html => {
  const { texts } = context
  return html`<table>
<thead><tr><th scope="col">${texts.description}</th><th scope="col" class="number">${texts.quantity}</th><th scope="col" class="number">${texts.amount}</th></tr></thead>
<tbody>${lines
    .filter(({ isOptional, isChosen }) => !isOptional || isChosen)
    .map(
      ({ description, quantity, grossAmount }) =>
        html`<tr><td>${description}</td><td class="number">${quantityText(context, quantity)}</td><td class="number">${money(context, grossAmount, currency)}</td></tr>`,
    )}</tbody></table>`
}

/** What it comes to, and what was paid. */
export const totalsList = (context: PageContext, { document, version }: ShownDocument): Html => {
  const { texts } = context
  const { currency } = document
  const { paidAmount, tipAmount, refundedAmount } = moneyOf(document)
  const row = (label: string, amount: number, className = '') =>
    html`<div class="${className}"><dt>${label}</dt><dd>${money(context, amount, currency)}</dd></div>`
  const hasParts = version.taxes.length > 0 || Number(version.discountAmount) > 0
  return html`<dl class="totals">
${hasParts && row(texts.subtotal, Number(version.grossAmount))}
${Number(version.discountAmount) > 0 && row(texts.discount, -Number(version.discountAmount))}
${version.taxes.map(({ name, amount, isInclusive }) => row(isInclusive ? texts.included(name) : name, amount))}
${row(texts.total, Number(version.totalAmount), 'strong')}
${tipAmount > 0 && row(texts.tip, tipAmount)}
${paidAmount + tipAmount > 0 && row(texts.paid, paidAmount + tipAmount)}
${refundedAmount > 0 && row(texts.refunded, refundedAmount)}
</dl>`
}

/** Note, terms, and where to ask. */
export const documentFoot = (
  { texts }: PageContext,
  { version: { note, terms }, location, configs: { businessLines } }: ShownDocument,
): Html => html`
${note !== '' && html`<h2>${texts.note}</h2><p>${note}</p>`}
${terms !== '' && html`<h2>${texts.terms}</h2><p class="soft">${terms}</p>`}
<h2>${texts.contactUs}</h2>
<p>${location.name}${location.address !== '' && html`<br>${location.address}`}${businessLines !== '' && html`<br>${businessLines}`}</p>
${location.phone !== '' && html`<p><a href="tel:${location.phone}">${texts.callUs}: ${formatPhone(location.phone)}</a></p>`}`
