import type { PaymentAccount, PaymentConfigs } from '@frontdesk/contract/api'
import { DEFAULT_PAYMENT_CONFIGS } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { PaymentSettingsScreen } from './PaymentSettingsScreen.tsx'

const { me, paymentAccounts, paymentConfigs } = vi.hoisted(() => ({
  me: { current: {} },
  paymentAccounts: { get: vi.fn(), manage: vi.fn(), refresh: vi.fn() },
  paymentConfigs: { get: vi.fn(), save: vi.fn() },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    paymentAccounts,
    paymentConfigs: { ...paymentConfigs, getNumbering: async () => ({ data: { series: [] } }) },
    payouts: { getList: async () => ({ data: { payouts: [], nextCursor: null } }) },
  },
}))
vi.mock('../../lib/session/use-me.ts', () => ({ useMe: () => me.current }))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))

const CONFIGS: PaymentConfigs = { ...DEFAULT_PAYMENT_CONFIGS, version: 1 }
const ACCOUNT: PaymentAccount = {
  ...{ state: 'enabled', isConfigured: true, accountID: 'acct_1', isPayoutEnabled: true, requirements: [] },
  ...{ requirementsDueAt: null, isUnderReview: false, disabledReason: null, currency: 'USD', schedule: null },
  ...{ bank: null, balances: [], nextPayout: null, differences: [], comparedAt: null, readAt: null },
}

function show(account: Partial<PaymentAccount> = {}, configs: Partial<PaymentConfigs> = {}) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  paymentAccounts.get.mockResolvedValue({ data: { ...ACCOUNT, ...account } })
  paymentConfigs.get.mockResolvedValue({ data: { ...CONFIGS, ...configs } })
  paymentConfigs.save.mockImplementation(async (changes: object) => ({
    data: { ...CONFIGS, ...configs, ...changes, version: 2 },
  }))
  renderWithProviders(<PaymentSettingsScreen />)
}

beforeEach(() => {
  vi.clearAllMocks()
  me.current = { userId: 'u1', role: 'Owner', permissions: [], locationIds: null }
})

test('what Stripe lacks is listed in words, by when, and only what is overdue says so', async () => {
  show({
    state: 'restricted',
    requirementsDueAt: '2026-12-03T12:00:00Z',
    requirements: [
      { topic: 'bank-account', fields: ['external_account'], isOverdue: true, reason: null },
      { topic: 'owners', fields: ['owners'], isOverdue: false, reason: 'The name does not match.' },
    ],
  })
  await screen.findByText('Stripe needs this by Dec 3, 2026, or it stops payments or payouts:')
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'A bank account for payouts (overdue)',
    'Who owns and manages the businessThe name does not match.',
  ])
  expect(screen.getByRole('button', { name: 'Finish on Stripe' })).toBeTruthy()
})

test('differences from the balance at Stripe are named in words', async () => {
  const at = '2026-11-20T12:00:00Z'
  const difference = { currency: 'USD', at, kind: 'not-in-ledger' as const }
  show({
    differences: [
      { transactionID: 'txn_1', type: 'payment_failure_refund', amount: -5000, ...difference },
      { transactionID: 'txn_2', type: 'payout-failed', amount: 9680, ...difference, kind: 'not-at-provider' },
      { transactionID: 'txn_3', type: 'climate_order_purchase', amount: -100, ...difference },
    ],
  })
  const section = await screen.findByRole('region', { name: 'Differences' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Nov 20, 2026Failed payment: On Stripe, but not in Frontdesk (txn_1)-$50.00',
    'Nov 20, 2026Failed payout: In Frontdesk, but not on Stripe (txn_2)$96.80',
    'Nov 20, 2026Other entry: On Stripe, but not in Frontdesk (txn_3)-$1.00',
  ])
})

test('teammates who may not manage settings are told which permission they need', async () => {
  me.current = { userId: 'u2', role: 'TeamMember', permissions: ['payments_manage'], locationIds: null }
  show()
  await screen.findByText(/You need the “Manage settings” permission/)
  expect(screen.queryByRole('region')).toBeNull()
})

const TAX = { id: 't1', name: 'QST', rate: 5000, isInclusive: false, isDefault: true }
const saved = () => paymentConfigs.save.mock.calls.map(([changes]) => changes)

test('a rate of three decimals is saved as typed; more stay in the field, which says why they are not saved', async () => {
  show({}, { taxes: [TAX] })
  const rate = await screen.findByLabelText<HTMLInputElement>('Rate')
  fireEvent.change(rate, { target: { value: '9.9755' } })
  fireEvent.blur(rate)
  expect(screen.getByText('Use at most 3 decimals.')).toBeTruthy()
  expect(rate.value).toBe('9.9755')
  fireEvent.change(rate, { target: { value: '9.975' } })
  fireEvent.blur(rate)
  await waitFor(() => expect(saved()).toEqual([{ taxes: [{ ...TAX, rate: 9975 }], version: 1 }]))
  expect(rate.value).toBe('9.975')
})

test('a deposit and tips in percent keep what was typed, and are saved once they can be used', async () => {
  show({}, { deposit: { kind: 'percent', rate: 0 }, tipRates: [] })
  const deposit = await screen.findByLabelText<HTMLInputElement>('Deposit on new estimates in percent')
  fireEvent.change(deposit, { target: { value: '33.3333' } })
  expect(deposit.value).toBe('33.3333')
  fireEvent.change(deposit, { target: { value: '33.333' } })
  fireEvent.blur(deposit)
  await waitFor(() => expect(saved()).toMatchObject([{ deposit: { kind: 'percent', rate: 33_333 } }]))

  const tips = screen.getByLabelText('Suggested tips in percent', { selector: 'input' })
  const add = (text: string) => {
    tips.focus()
    fireEvent.change(tips, { target: { value: text } })
    fireEvent.keyDown(tips, { key: 'Enter' })
  }
  add('a lot')
  expect(await screen.findByText('“a lot” can’t be used. Enter a percentage, such as 9.975.')).toBeTruthy()
  expect(screen.getByText('a lot')).toBeTruthy()
  fireEvent.keyDown(tips, { key: 'Backspace' })
  add('12.5')
  await waitFor(() => expect(saved()[1]).toMatchObject({ tipRates: [12_500] }))
})

test('the paper that documents are printed on is chosen', async () => {
  show()
  const paper = await screen.findByLabelText<HTMLSelectElement>('Paper')
  expect(paper.value).toBe('LETTER')
  fireEvent.change(paper, { target: { value: 'A4' } })
  await waitFor(() => expect(saved()).toEqual([{ paperSize: 'A4', version: 1 }]))
})

test('an account in another currency than new requests says so, and they change to it with one button', async () => {
  show({ currency: 'CAD' })
  await screen.findByText('New payment requests are in USD, so contacts can’t pay them online.')
  fireEvent.click(screen.getByRole('button', { name: 'Use CAD for new payment requests' }))
  await waitFor(() => expect(saved()).toEqual([{ currency: 'CAD', version: 1 }]))
  await waitFor(() => expect(screen.queryByText(/so contacts can’t pay them online/)).toBeNull())
})
