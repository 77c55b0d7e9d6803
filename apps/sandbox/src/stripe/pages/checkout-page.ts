import type Stripe from 'stripe'
import { TEST_BANK_ACCOUNTS, TEST_CARDS } from '../cards.ts'
import { formatAmount } from '../currencies.ts'
import { escapeHtml, page } from './layout.ts'

export interface CheckoutView {
  session: Stripe.Checkout.Session
  businessName: string
  lineItems: Stripe.LineItem[]
  action: string
  error?: string
  values: Record<string, string>
}

const groups = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The page on which a customer pays, or saves a card. */
export function checkoutPage({ session, businessName, lineItems, action, error, values }: CheckoutView): string {
  const currency = session.currency ?? 'usd'
  const isSetup = session.mode === 'setup'
  const isDebit = values.kind === 'bank'
  const hasDebit = !isSetup && session.payment_method_types.includes('us_bank_account')
  const title = isSetup ? `Save a card with ${businessName}` : `Pay ${businessName}`
  const button = isSetup ? 'Save card' : `Pay ${formatAmount(session.amount_total ?? 0, currency)}`
  return page(
    title,
    `<form class="consent-card" method="post" action="${escapeHtml(action)}" autocomplete="off">
      <h1>${escapeHtml(title)}</h1>
      <p>This is the sandbox: no card is charged, and nothing leaves this machine.</p>
      ${isSetup ? '' : itemsTable(session, lineItems, currency)}
      ${error ? `<div class="checkout-error" role="alert">${escapeHtml(error)}</div>` : ''}
      ${hasDebit ? methodChoice(action, isDebit) : ''}
      ${isDebit && hasDebit ? bankFields(values) : cardFields(values)}
      ${field('email', 'Email', values.email ?? session.customer_email ?? '', 'type="email" placeholder="Optional"')}
      <button class="button primary" name="decision" value="pay">${escapeHtml(button)}</button>
      ${session.cancel_url ? `<a class="checkout-back" href="${escapeHtml(session.cancel_url)}">Back to ${escapeHtml(businessName)}</a>` : ''}
    </form>`,
  )
}

const itemsTable = (session: Stripe.Checkout.Session, lineItems: Stripe.LineItem[], currency: string): string => `
  <table class="checkout-items">
    <caption class="hidden">What you pay for</caption>
    <tbody>${lineItems
      .map(
        ({ description, quantity, amount_total }) =>
          `<tr><th scope="row">${escapeHtml(description ?? '')}${(quantity ?? 1) > 1 ? ` × ${quantity}` : ''}</th><td>${escapeHtml(formatAmount(amount_total, currency))}</td></tr>`,
      )
      .join('')}</tbody>
    <tfoot><tr class="checkout-total"><th scope="row">Total</th><td>${escapeHtml(formatAmount(session.amount_total ?? 0, currency))}</td></tr></tfoot>
  </table>`

const methodChoice = (action: string, isDebit: boolean): string => `
  <nav class="pages" aria-label="How to pay">
    <a href="${escapeHtml(action)}"${isDebit ? '' : ' aria-current="page"'}>Card</a>
    <a href="${escapeHtml(action)}?kind=bank"${isDebit ? ' aria-current="page"' : ''}>Bank account</a>
  </nav>`

const cardFields = (values: Record<string, string>): string => `
  <input type="hidden" name="kind" value="card">
  ${field('number', 'Card number', values.number ?? '4242 4242 4242 4242', 'inputmode="numeric" list="cards" required')}
  <datalist id="cards">${Object.entries(TEST_CARDS)
    .map(([number, { label }]) => `<option value="${groups(number)}">${escapeHtml(label)}</option>`)
    .join('')}</datalist>
  <div class="checkout-row">
    ${field('expiry', 'Expires', values.expiry ?? '12 / 34', 'placeholder="MM / YY" required')}
    ${field('cvc', 'Security code', values.cvc ?? '123', 'inputmode="numeric" maxlength="4" required')}
  </div>
  ${field('name', 'Name on card', values.name ?? '', 'placeholder="Optional"')}
  <div><label for="wallet">Pay with</label>
  <select class="field" id="wallet" name="wallet">
    <option value="">The card itself</option>
    <option value="apple_pay"${values.wallet === 'apple_pay' ? ' selected' : ''}>The card in Apple Pay</option>
    <option value="google_pay"${values.wallet === 'google_pay' ? ' selected' : ''}>The card in Google Pay</option>
  </select></div>
  <details class="checkout-cards"><summary class="checkout-summary">Test cards</summary><dl>${Object.entries(TEST_CARDS)
    .map(([number, { label }]) => `<dt>${groups(number)}</dt><dd>${escapeHtml(label)}</dd>`)
    .join('')}</dl></details>`

const bankFields = (values: Record<string, string>): string => `
  <input type="hidden" name="kind" value="bank">
  ${field('number', 'Account number', values.number ?? '000123456789', 'inputmode="numeric" list="bank-accounts" required')}
  <datalist id="bank-accounts">${Object.entries(TEST_BANK_ACCOUNTS)
    .map(([number, { label }]) => `<option value="${number}">${escapeHtml(label)}</option>`)
    .join('')}</datalist>
  ${field('name', 'Name of the account holder', values.name ?? '', 'placeholder="Optional"')}
  <p>The money arrives after four days. Until then the payment is processing.</p>`

const field = (name: string, label: string, value: string, attributes = ''): string =>
  `<div><label for="${name}">${label}</label><input class="field" id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes}></div>`

/** The bank of the customer asks whether they made this payment. */
export const authenticationPage = (action: string, methodId: string, businessName: string): string =>
  page(
    'Confirm it is you',
    `<form class="consent-card" method="post" action="${escapeHtml(action)}">
      <h1>Confirm it is you</h1>
      <p>The bank asks whether you are paying ${escapeHtml(businessName)}.</p>
      <input type="hidden" name="kind" value="authentication">
      <input type="hidden" name="method" value="${escapeHtml(methodId)}">
      <div class="dialog-actions">
        <button class="button" name="decision" value="failed">Fail</button>
        <button class="button primary" name="decision" value="completed">Confirm</button>
      </div>
    </form>`,
  )
