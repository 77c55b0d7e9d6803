import { expect, test } from 'vitest'
import { createRequest } from '../apps/server/src/testing/payments.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('an owner connects Stripe and texts a request, the contact pays on a phone, and the owner refunds a part', async () => {
  const tenant = await instance.createTenant()
  const desk = await visit(browser, instance.url, tenant.owner)
  await desk.page.goto('/settings/payments-settings')
  await desk.page.getByRole('button', { name: 'Set up online payments' }).click()
  await desk.page.getByRole('button', { name: 'Done' }).click()
  await desk.page.getByText('Contacts can pay online, in USD.').waitFor()

  const phone = newPhone()
  const { id } = await createRequest(tenant.owner, tenant, 10_000, { contact: { name: 'Maya Chen', phone } })
  await desk.page.goto(`/payments/${id}`)
  await desk.page.getByRole('button', { name: 'Send by text' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  const link = async () => /http\S+/.exec((await tenant.messagesOnPhone(phone)).at(-1)?.body ?? '')?.[0]
  await expect.poll(link, { timeout: 15_000 }).toBeDefined()

  const context = await browser.newContext({ ...PHONE, baseURL: instance.url })
  const contact = await context.newPage()
  await contact.goto((await link()) ?? '')
  await contact.getByLabel('Last four digits').fill(phone.slice(-4))
  await expectAccessible(contact)
  await contact.getByRole('button', { name: 'Continue' }).click()
  await contact.getByText('$100.00').first().waitFor()
  await expectAccessible(contact)
  await expectFits(contact)
  await contact.getByRole('button', { name: 'Continue to payment' }).click()
  await contact.getByLabel('Card number').fill('4000 0000 0000 0002')
  await contact.getByRole('button', { name: 'Pay $100.00' }).click()
  await contact.getByRole('alert').waitFor()
  await contact.getByLabel('Card number').fill('4242 4242 4242 4242')
  await contact.getByRole('button', { name: 'Pay $100.00' }).click()
  await contact.getByText('Paid. Thank you.').waitFor()
  await context.close()

  await desk.page.getByRole('button', { name: 'Refund' }).click()
  const refund = desk.page.getByRole('dialog')
  await refund.getByLabel('Amount').fill('25')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await desk.page.getByText('Partly refunded').first().waitFor()
  await expectAccessible(desk.page)
  expect(instance.errors).toEqual([])
  await desk.leave()
})
