import { expect, test } from 'vitest'
import { startStripeTests } from '../testing/stripe-tests.ts'

const { harness, stripe, control, open, pay, eventTypes, balanceOf } = await startStripeTests()

test('onboarding: a link opens once, what is missing stays due, a deadline stops charges', async () => {
  const account = await stripe.accounts.create({ controller: { stripe_dashboard: { type: 'full' } }, country: 'US' })
  expect(account).toMatchObject({ charges_enabled: false, requirements: { disabled_reason: 'requirements.past_due' } })
  const urls = { refresh_url: 'https://example.com/refresh', return_url: 'https://example.com/return' }
  const link = await stripe.accountLinks.create({ account: account.id, type: 'account_onboarding', ...urls })
  const first = await fetch(link.url)
  expect(await first.text()).toContain('Set up payments')
  const second = await fetch(link.url, { redirect: 'manual' })
  expect(second.headers.get('location')).toBe(urls.refresh_url)
  const form = new URLSearchParams([...['business', 'person', 'terms'].map((group) => ['group', group])])
  const submitted = await fetch(link.url, { method: 'POST', body: form, redirect: 'manual' })
  expect(submitted.headers.get('location')).toBe(urls.return_url)
  expect((await fetch(link.url, { method: 'POST', body: form })).status).toBe(404)
  const withoutBank = await stripe.accounts.retrieve(account.id)
  expect(withoutBank).toMatchObject({ charges_enabled: true, payouts_enabled: false, details_submitted: true })
  expect(withoutBank.requirements?.currently_due).toEqual(['external_account'])
  await control('POST', `/accounts/${account.id}/complete`, { groups: ['bank'], bankLast4: '4321' })
  const banks = await stripe.accounts.listExternalAccounts(account.id, {}, {})
  expect(banks.data).toMatchObject([{ last4: '4321' }])

  await control('POST', `/accounts/${account.id}/restrict`, { days: 2 })
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ charges_enabled: true })
  await control('POST', `/accounts/${account.id}/clock`, { days: 3 })
  const restricted = await stripe.accounts.retrieve(account.id)
  expect(restricted).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  })
  await expect(open({ stripeAccount: account.id })).rejects.toMatchObject({ code: 'testmode_charges_only' })
  await control('POST', `/accounts/${account.id}/disconnect`)
  await expect(open({ stripeAccount: account.id })).rejects.toMatchObject({ type: 'StripePermissionError' })
  const types = await eventTypes({ stripeAccount: account.id })
  expect(types.filter((type) => type !== 'account.external_account.created')).toEqual([
    ...Array.from({ length: 4 }, () => 'account.updated'),
    'account.application.deauthorized',
  ])
})

test('a failed payout returns to the balance and asks for another bank account', async () => {
  const account = await harness.connect()
  await pay(await open(account, 10_000))
  const { payouts } = (await control('POST', `/accounts/${account.stripeAccount}/payouts`)).body
  expect(payouts).toMatchObject([{ amount: 9680, status: 'in_transit' }])
  await control('POST', `/payouts/${payouts[0].id}/end`, { status: 'failed' })
  expect(await balanceOf(account)).toEqual({ available: 9680, pending: 0 })
  const read = await stripe.accounts.retrieve(account.stripeAccount)
  expect(read).toMatchObject({ payouts_enabled: false, charges_enabled: true })
  await control('POST', `/accounts/${account.stripeAccount}/complete`, { groups: ['bank'] })
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { days: 3 })
  const { data } = await stripe.payouts.list({}, account)
  expect(data.map(({ status, failure_code: code }) => [status, code])).toEqual([
    ['paid', null],
    ['failed', 'account_closed'],
  ])
})
