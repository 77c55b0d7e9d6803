import type Stripe from 'stripe'
import type { SandboxContext } from '../platform/context.ts'
import { secondsOf } from './clock.ts'
import { makeStripeId, randomText } from './ids.ts'
import type { CardBehavior } from './objects.ts'
import { partial } from './partial.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

interface TestCard {
  token?: string
  brand: string
  funding?: 'credit' | 'debit'
  label: string
  behavior?: CardBehavior
}

/** Stripe’s test cards. https://docs.stripe.com/testing */
export const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { token: 'pm_card_visa', brand: 'visa', label: 'Succeeds' },
  '4000056655665556': { token: 'pm_card_visa_debit', brand: 'visa', funding: 'debit', label: 'Succeeds, debit card' },
  '5555555555554444': { token: 'pm_card_mastercard', brand: 'mastercard', label: 'Succeeds' },
  '378282246310005': { token: 'pm_card_amex', brand: 'amex', label: 'Succeeds' },
  '4000000000000077': {
    token: 'pm_card_bypassPending',
    brand: 'visa',
    label: 'Succeeds, available at once',
    behavior: { isImmediate: true },
  },
  '4000000000000002': {
    token: 'pm_card_visa_chargeDeclined',
    brand: 'visa',
    label: 'Declined',
    behavior: { decline: 'generic_decline' },
  },
  '4000000000009995': {
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    label: 'Declined: insufficient funds',
    behavior: { decline: 'insufficient_funds' },
  },
  '4000000000009987': {
    token: 'pm_card_visa_chargeDeclinedLostCard',
    brand: 'visa',
    label: 'Declined: lost card',
    behavior: { decline: 'lost_card' },
  },
  '4000000000009979': {
    token: 'pm_card_visa_chargeDeclinedStolenCard',
    brand: 'visa',
    label: 'Declined: stolen card',
    behavior: { decline: 'stolen_card' },
  },
  '4000000000000069': {
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    label: 'Declined: expired card',
    behavior: { decline: 'expired_card' },
  },
  '4000000000000127': {
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    label: 'Declined: wrong security code',
    behavior: { decline: 'incorrect_cvc' },
  },
  '4000000000000119': {
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    label: 'Declined: processing error',
    behavior: { decline: 'processing_error' },
  },
  '4000000000000341': {
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    label: 'Can be saved, but is declined when charged',
    behavior: { decline: 'generic_decline', isSavable: true },
  },
  '4000002500003155': {
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    label: 'Asks for authentication, once when saved',
    behavior: { authentication: 'once' },
  },
  '4000002760003184': {
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    label: 'Asks for authentication every time',
    behavior: { authentication: 'always' },
  },
  '4000000000000259': {
    token: 'pm_card_createDispute',
    brand: 'visa',
    label: 'Succeeds, then is disputed as fraudulent',
    behavior: { dispute: 'fraudulent' },
  },
  '4000000000002685': {
    token: 'pm_card_createDisputeProductNotReceived',
    brand: 'visa',
    label: 'Succeeds, then is disputed as not received',
    behavior: { dispute: 'product_not_received' },
  },
  '4000000000001976': {
    token: 'pm_card_createDisputeInquiry',
    brand: 'visa',
    label: 'Succeeds, then the bank inquires',
    behavior: { dispute: 'inquiry' },
  },
  '4000000000007726': {
    token: 'pm_card_pendingRefund',
    brand: 'visa',
    label: 'Refunds are pending, then succeed',
    behavior: { refund: 'is-pending' },
  },
  '4000000000005126': {
    token: 'pm_card_refundFail',
    brand: 'visa',
    label: 'Refunds fail a day later',
    behavior: { refund: 'fails' },
  },
}

/** Bank accounts for debits, which settle days later. */
export const TEST_BANK_ACCOUNTS: Record<string, { token: string; label: string; settlement?: string }> = {
  '000123456789': { token: 'pm_usBankAccount_success', label: 'Settles after 4 days' },
  '000111111116': {
    token: 'pm_usBankAccount_accountClosed',
    label: 'Fails: account closed',
    settlement: 'account_closed',
  },
  '000222222227': {
    token: 'pm_usBankAccount_insufficientFunds',
    label: 'Fails: insufficient funds',
    settlement: 'insufficient_funds',
  },
}

const DECLINES: Record<string, { code: string; message: string }> = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  account_closed: { code: 'account_closed', message: "The customer's bank account has been closed." },
}

export const describeDecline = (decline: string) =>
  DECLINES[decline] ?? { code: 'card_declined', message: 'Your card was declined.' }

export interface CardInput {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  name?: string | undefined
  email?: string | undefined
  wallet?: 'apple_pay' | 'google_pay' | undefined
}

const isLuhnValid = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const brandOf = (number: string): string =>
  TEST_CARDS[number]?.brand ?? (/^3[47]/.test(number) ? 'amex' : /^5/.test(number) ? 'mastercard' : 'visa')

/** A payment method of a typed card. Only brand, last four digits and expiry of the number are kept. */
export function addCard(context: SandboxContext, accountId: string, input: CardInput): Stripe.PaymentMethod {
  const number = input.number.replace(/[ -]/g, '')
  const wrong = (message: string, code: string, param: string) =>
    new StripeError(402, 'card_error', message, { code, param })
  if (!/^\d{13,19}$/.test(number) || !isLuhnValid(number))
    throw wrong('Your card number is incorrect.', 'incorrect_number', 'number')
  if (!(input.expMonth >= 1 && input.expMonth <= 12))
    throw wrong("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  const today = new Date(context.now())
  if (input.expYear * 12 + input.expMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    throw wrong("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year')
  if (!/^\d{3,4}$/.test(input.cvc)) throw wrong("Your card's security code is invalid.", 'invalid_cvc', 'cvc')
  return insertCard(context, accountId, number, input)
}

function insertCard(
  context: SandboxContext,
  accountId: string,
  number: string,
  input: Partial<CardInput> & { expMonth: number; expYear: number },
): Stripe.PaymentMethod {
  const brand = brandOf(number)
  const method = partial<Stripe.PaymentMethod>({
    ...blankMethod(context, accountId, input),
    type: 'card',
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: randomText(16),
      funding: TEST_CARDS[number]?.funding ?? 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: input.wallet ? { dynamic_last4: null, type: input.wallet } : null,
    },
  })
  return context.stripe.add(accountId, 'payment_method', method, { behavior: TEST_CARDS[number]?.behavior ?? {} })
}

/** A payment method of a typed bank account. */
export function addBankAccount(
  context: SandboxContext,
  accountId: string,
  input: { number: string; name?: string | undefined; email?: string | undefined },
): Stripe.PaymentMethod {
  const number = input.number.replace(/[ -]/g, '')
  if (!/^\d{4,17}$/.test(number))
    throw invalidRequest('The bank account number is invalid.', {
      code: 'account_number_invalid',
      param: 'account_number',
    })
  const method = partial<Stripe.PaymentMethod>({
    ...blankMethod(context, accountId, input),
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: randomText(16),
      last4: number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: '110000000',
      status_details: null,
    },
  })
  const settlement = TEST_BANK_ACCOUNTS[number]?.settlement ?? 'succeeds'
  return context.stripe.add(accountId, 'payment_method', method, { behavior: { settlement } })
}

const blankMethod = (
  context: SandboxContext,
  accountId: string,
  { name, email }: { name?: string | undefined; email?: string | undefined },
) => ({
  id: makeStripeId('pm'),
  object: 'payment_method' as const,
  allow_redisplay: 'limited' as const,
  billing_details: {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
    email: email ?? null,
    name: name ?? null,
    phone: null,
    tax_id: null,
  },
  created: secondsOf(context, accountId),
  customer: null,
  customer_account: null,
  livemode: false as const,
  metadata: {},
})

/** A stored payment method, or a new one of a test token such as `pm_card_visa`. */
export function resolvePaymentMethod(context: SandboxContext, accountId: string, id: string): Stripe.PaymentMethod {
  const stored = context.stripe.find(accountId, 'payment_method', id)
  if (stored) return stored
  const card = Object.entries(TEST_CARDS).find(([, { token }]) => token === id)
  const expYear = new Date(context.now()).getUTCFullYear() + 3
  if (card) return insertCard(context, accountId, card[0], { expMonth: 12, expYear })
  const bank = Object.entries(TEST_BANK_ACCOUNTS).find(([, { token }]) => token === id)
  if (bank) return addBankAccount(context, accountId, { number: bank[0] })
  throw new StripeError(400, 'invalid_request_error', `No such PaymentMethod: '${id}'`, {
    code: 'resource_missing',
    param: 'payment_method',
  })
}
