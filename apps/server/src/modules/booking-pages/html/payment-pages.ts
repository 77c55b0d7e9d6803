import type { PagePayment, PageVisit } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, bookingTerms, isHolding } from '@frontdesk/contract/rules'
import { type Html, html } from '../../../platform/pages/html.ts'
import { errorText, heldNote, otherTimeForm } from './book-pages.ts'
import { formatPrice, type PageContext } from './context.ts'

/** The wording that the visitor agrees to, in their language. */
const wordingOf = (
  { language }: PageContext,
  { businessName }: Pick<PageVisit, 'businessName'>,
  payment: PagePayment,
): string => bookingTerms({ ...payment, business: businessName }, language)

interface PaymentPage {
  slug: string
  clientBookingId: string
  visit: PageVisit
  payment: PagePayment
  error: string | null
  /** Back from the payment page, whose confirmation may take a moment. */
  isReturning: boolean
}

/** Terms to agree to before paying or entering a card. Returning from the provider’s page does not prove payment. */
export function paymentPage(
  context: PageContext,
  { slug, clientBookingId, visit, payment, error, isReturning }: PaymentPage,
): Html {
  const { texts, link } = context
  const { payment: words } = texts
  const path = `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`
  const wording = payment.wording ?? wordingOf(context, visit, payment)
  const { kind, amount, currency } = payment
  return html`
<h1>${words.titles[kind]}</h1>
${heldNote(context, visit)}
${errorText(error)}
${
  isReturning &&
  html`<p class="notice" role="status">${words.checking} <a href="${link(`${path}/payment`, { from: 'checkout' })}">${words.checkAgain}</a></p>`
}
<form method="post" action="${link(`${path}/payment`)}" target="_top">
<input type="hidden" name="wording" value="${wording}">
<label class="check"><input type="checkbox" name="agrees" value="yes" required${payment.state === 'paying' ? html` checked` : null}><span>${words.agree} ${wording}</span></label>
<div class="actions"><button class="main">${kind === 'card' ? words.enterCard : words.pay(formatPrice(context, amount, currency))}</button></div>
</form>
${otherTimeForm(context, path)}`
}

/** Links to the payment page, because a `form-action` policy can block a form from redirecting to another site. */
export const leavingPage = ({ texts: { payment } }: PageContext, url: string): Html => html`
<h1>${payment.leaving}</h1>
<div class="actions"><a class="button main" href="${url}" target="_top">${payment.continue}</a></div>`

/** The terms, before the number is verified. */
export const termsNote = (context: PageContext, visit: PageVisit): Html | null =>
  visit.payment === null
    ? null
    : html`<h2>${context.texts.payment.termsTitle}</h2><p class="soft">${wordingOf(context, visit, visit.payment)}</p>`

/** The payment for a booked visit, and the terms agreed to. */
export function paidNote(context: PageContext, { status, payment }: PageVisit): Html | null {
  if (payment?.wording == null || payment.state !== 'booked') return null
  const { payment: texts } = context.texts
  const cardNote = isHolding(status) ? html`<p>${texts.cardKept}</p>` : null
  return html`
${
  payment.kind === 'card'
    ? cardNote
    : html`<p>${texts.paid(formatPrice(context, payment.amount, payment.currency))}
${payment.outcome !== null && html`<br><strong>${texts.outcomes[payment.outcome]}</strong>`}</p>`
}
<p class="soft">${texts.agreedTo} ${payment.wording}</p>`
}

/** Whether cancelling now is refunded or charged. */
export function cancelNote(context: PageContext, { payment }: PageVisit): Html | null {
  if (payment?.state !== 'booked') return null
  const { cancelNow } = context.texts.payment
  if (payment.kind !== 'card')
    return html`<p><strong>${payment.isRefundable ? cancelNow.refunded : cancelNow.kept}</strong></p>`
  return payment.noShowFeeAmount === null || payment.isRefundable
    ? null
    : html`<p><strong>${cancelNow.fee(formatPrice(context, payment.noShowFeeAmount, payment.currency))}</strong></p>`
}

/** Says that the payment is no longer refundable after a late move. */
export const moveNote = ({ texts }: PageContext, { payment }: PageVisit): Html | null =>
  payment?.state === 'booked' && payment.kind !== 'card' && !payment.isRefundable
    ? html`<p><strong>${texts.payment.moveNow}</strong></p>`
    : null
