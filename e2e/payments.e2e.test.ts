import { readFile } from 'node:fs/promises'
import { contract } from '@frontdesk/contract/api'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { connectCashier, createRequest } from '../apps/server/src/testing/payments.ts'
import { newPhone, type Tenant } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, expectTouchable, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

/** The link in the text with this number that a contact got. */
async function linkOn(tenant: Tenant, phone: string, count: number): Promise<string> {
  const links = async () => (await tenant.messagesOnPhone(phone)).flatMap(({ body }) => /http\S+/.exec(body)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(count)
  return (await links()).at(-1) ?? ''
}

/** Pays on a phone what a link asks for. */
async function pay(link: string, phone: string, card: string): Promise<void> {
  const context = await browser.newContext({ ...PHONE, baseURL: instance.url })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Last four digits').fill(phone.slice(-4))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByText(/^(Paid\. Thank you\.|This payment is disputed\.)/).waitFor()
  await context.close()
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send by text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
}

test('an owner connects Stripe and texts a request, the contact pays on a phone, and the owner refunds a part', async () => {
  const tenant = await instance.createTenant()
  const desk = await visit(browser, instance.url, tenant.owner)
  await desk.page.goto('/settings/payments-settings')
  await desk.page.getByRole('button', { name: 'Set up online payments' }).click()
  await desk.page.getByRole('button', { name: 'Done' }).click()
  await desk.page.getByText('Contacts can pay online, in USD.').waitFor()
  const tips = desk.page.getByRole('combobox', { name: 'Suggested tips in percent' })
  await tips.fill('15')
  await tips.press('Enter')
  await expect
    .poll(async () => ok(await tenant.owner.call(contract.paymentConfigs.get, undefined)).data.tipRates)
    .toEqual([15_000])

  const phone = newPhone()
  const { id } = await createRequest(tenant.owner, tenant, 10_000, { contact: { name: 'Maya Chen', phone } })
  await desk.page.goto(`/payments/${id}`)
  await send(desk.page)

  const context = await browser.newContext({ ...PHONE, baseURL: instance.url })
  const contact = await context.newPage()
  await contact.goto(await linkOn(tenant, phone, 1))
  await contact.getByLabel('Last four digits').fill(phone.slice(-4))
  await expectAccessible(contact)
  await contact.getByRole('button', { name: 'Continue' }).click()
  await contact.getByText('$100.00').first().waitFor()
  await expectAccessible(contact)
  await expectFits(contact)
  await expectTouchable(contact)
  // An amount that is not chosen would be ignored.
  const otherTip = contact.getByRole('textbox', { name: 'Another amount' })
  await otherTip.waitFor({ state: 'hidden' })
  await contact.getByRole('radio', { name: 'Another amount' }).check()
  await otherTip.waitFor()
  await contact.getByRole('radio', { name: 'No tip' }).check()
  await contact.getByRole('button', { name: 'Continue to payment' }).click()
  await contact.getByLabel('Card number').fill('4000 0000 0000 0002')
  await contact.getByRole('button', { name: 'Pay $100.00' }).click()
  await contact.getByRole('alert').waitFor()
  await contact.getByLabel('Card number').fill('4242 4242 4242 4242')
  await contact.getByRole('button', { name: 'Pay $100.00' }).click()
  await contact.getByText('Paid. Thank you.').waitFor()

  await desk.page.getByRole('button', { name: 'Refund' }).click()
  const refund = desk.page.getByRole('dialog')
  await refund.getByLabel('What to refund').selectOption('lines')
  const line = refund.getByRole('group', { name: 'Checkup' })
  await line.getByLabel('Quantity').fill('0.25')
  await expect.poll(() => line.getByLabel('Amount').inputValue()).toBe('25')
  await expectAccessible(desk.page)
  await refund.getByRole('button', { name: 'Refund' }).click()
  await desk.page.getByText('Partly refunded').first().waitFor()
  await expectAccessible(desk.page)
  // The open receipt follows when its visitor comes back to it.
  await contact.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await contact.getByText('Partly refunded').waitFor()
  await context.close()
  expect(instance.errors).toEqual([])
  await desk.leave()
})

test('an estimate is approved by text, its deposit and remainder are paid, and all of it is exported', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const phone = newPhone()
  const desk = await visit(browser, instance.url, tenant.owner)
  const { page } = desk
  await page.goto('/payments')
  await page.getByRole('button', { name: 'New estimate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number or name').fill(phone)
  await dialog.getByLabel('Name', { exact: true }).fill('Maya Chen')
  await dialog.getByLabel('Description').fill('Brakes, front and rear')
  await dialog.getByLabel('Price').fill('333.33')
  await dialog.getByLabel('Deposit', { exact: true }).selectOption('percent')
  await dialog.getByLabel('Deposit in percent').fill('30')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/payments\/[\w-]{36}/)
  const estimate = new URL(page.url()).pathname
  await send(page)
  const proposal = await linkOn(tenant, phone, 1)

  const mobile = await visit(browser, instance.url, await tenant.createUser('Manager'), PHONE)
  await mobile.page.goto(estimate)
  await mobile.page.getByText('Sent', { exact: true }).first().waitFor()
  await tenant.textFrom(phone, 'Approve')
  await mobile.page.getByText('Approved', { exact: true }).first().waitFor()
  await expectAccessible(mobile.page)
  await expectFits(mobile.page)

  // The reply to the approval asks for the deposit.
  const deposit = await linkOn(tenant, phone, 2)
  expect(deposit).not.toBe(proposal)
  await pay(deposit, phone, '4242 4242 4242 4242')
  await mobile.page.getByText('Paid', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Request payment' }).click()
  await dialog.getByText('Remainder: $233.33').waitFor({ state: 'attached' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add payment request' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/payments/') && url.pathname !== estimate)
  await send(page)
  await pay(await linkOn(tenant, phone, 3), phone, '4242 4242 4242 4242')
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.goto('/payments')
  await page.getByRole('button', { name: 'Export report' }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n').slice(1)
  expect(rows.map((row) => row.split('","').slice(0, 3).join(' '))).toEqual([
    '"EST-0001 Estimate converted',
    '"INV-0001 Payment request paid',
    '"INV-0002 Payment request paid',
  ])
  expect(instance.errors).toEqual([])
  await mobile.leave()
  await desk.leave()
})

test('a dispute is won, and payout and cash sheet add up', async () => {
  const tenant = await instance.createTenant()
  const cashier = await connectCashier(instance, tenant)
  const phone = newPhone()
  const { id } = await createRequest(tenant.owner, tenant, 23_333, { contact: { name: 'Maya Chen', phone } })
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const dialog = page.getByRole('dialog')
  await page.goto(`/payments/${id}`)
  await send(page)
  await pay(await linkOn(tenant, phone, 1), phone, '4000 0000 0000 0259')
  await page.getByText('Disputed', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await dialog.getByLabel('Your statement').fill('The brakes were fitted, and the car was picked up.')
  await dialog.getByRole('button', { name: 'Send to the bank' }).click()
  await page.getByText(/^Evidence sent/).waitFor()
  const { disputes } = await cashier.state()
  await cashier.closeDispute(disputes[0]?.id ?? '', 'won')
  await page.getByText('Dispute won. Stripe returned the money to you.').waitFor()
  await cashier.moveClock({ days: 8 })
  await cashier.payOut()

  await page.goto('/payments?view=cash')
  // Fees: $7.07 for the payment, $15.00 for the dispute.
  const sheet = page.getByRole('region', { name: 'Cash sheet' }).getByRole('row').last()
  await sheet.getByText('$211.26').waitFor()
  expect(await sheet.getByRole('cell').allInnerTexts()).toEqual(['$233.33', '–', '$233.33', '$22.07', '$211.26', '–'])
  // The account’s clock is ahead: the bank has had it since.
  const today = Temporal.Now.plainDateISO()
  await page.goto(`/payments?view=cash&range=custom&from=${today}&until=${today.add({ days: 20 })}`)
  const arrival = page.getByRole('region', { name: 'Cash sheet' }).getByRole('row').nth(1)
  await arrival.getByRole('button', { name: '$211.26' }).last().click()
  await dialog.getByText(/^Arrived, sent on/).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(instance.errors).toEqual([])
  await leave()
})

/** Moves the focus with Tab, as people without a mouse do, until it is on what a locator names. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(target)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((each) => each === document.activeElement))

async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('by keyboard alone: a request is written, sent, marked as paid and refunded in part', async () => {
  const tenant = await instance.createTenant()
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const dialog = page.getByRole('dialog')
  const press = (target: Locator) => pressByKeyboard(page, target)
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
  const phone = newPhone()
  await page.goto('/payments')
  await press(button('New payment request').first())
  await dialog.waitFor()
  for (const [label, text] of [
    ['Phone number or name', phone],
    ['Name', 'Maya Chen'],
    ['Description', 'Checkup'],
    ['Price', '120.50'],
  ] as const) {
    const field = dialog.getByLabel(label, { exact: true }).and(dialog.locator('input'))
    if (!(await hasFocus(field))) await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await press(button('Save draft', dialog))
  await page.waitForURL(/\/payments\/[\w-]{36}/)
  await press(button('Send by text'))
  await press(button('Send', dialog))
  await linkOn(tenant, phone, 1)
  await page.getByText('Sent', { exact: true }).first().waitFor()

  await press(button('Mark as paid'))
  await dialog.waitFor()
  await press(button('Mark as paid', dialog))
  await page.getByText('Marked as paid', { exact: true }).first().waitFor()
  await press(button('Refund'))
  const amount = dialog.getByLabel('Amount', { exact: true })
  await amount.waitFor()
  if (!(await hasFocus(amount))) await tabTo(page, amount)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('20.50')
  await press(button('Refund', dialog))
  await page.getByText('Partly refunded', { exact: true }).first().waitFor()
  // The focus is back where the dialog was opened, not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Refund')
  await leave()
})

test('by keyboard alone: an estimate of two lines is written, evidence is sent, and a day of the cash sheet opened', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const dialog = page.getByRole('dialog')
  const press = (target: Locator) => pressByKeyboard(page, target)
  const fill = async (field: Locator, text: string) => {
    await field.waitFor()
    if (!(await hasFocus(field))) await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await page.goto('/payments')
  await press(page.getByRole('button', { name: 'New estimate' }))
  await dialog.waitFor()
  await fill(dialog.getByLabel('Phone number or name').and(dialog.locator('input')), newPhone())
  for (const [number, description, price] of [
    [1, 'Brakes', '200'],
    [2, 'Wipers', '30.50'],
  ] as const) {
    const line = dialog.getByRole('group', { name: `Line ${number}` })
    if (number > 1) {
      await press(dialog.getByRole('button', { name: 'Add line' }))
      await expect.poll(() => hasFocus(line.getByLabel('Description').and(line.locator('input')))).toBe(true)
    }
    await fill(line.getByLabel('Description').and(line.locator('input')), description)
    await fill(line.getByLabel('Price'), price)
  }
  await press(dialog.getByRole('button', { name: 'Save draft' }))
  await page.waitForURL(/\/payments\/[\w-]{36}/)
  await page.getByText('$230.50').first().waitFor()

  const phone = newPhone()
  const { id } = await createRequest(tenant.owner, tenant, 5000, { contact: { name: 'Maya Chen', phone } })
  await page.goto(`/payments/${id}`)
  await send(page)
  await pay(await linkOn(tenant, phone, 1), phone, '4000 0000 0000 0259')
  await press(page.getByRole('button', { name: 'Send evidence' }))
  await fill(dialog.getByLabel('Your statement'), 'The brakes were fitted.')
  await press(dialog.getByRole('button', { name: 'Send to the bank' }))
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.getByRole('listitem').filter({ hasText: /Evidence/ }))).toBe(true)

  await page.goto('/payments?view=cash')
  const figure = page.getByRole('region', { name: 'Cash sheet' }).getByRole('button', { name: '$50.00' }).first()
  await press(figure)
  await dialog.getByText('INV-0001, Maya Chen').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(figure)).toBe(true)
  await press(page.getByRole('region', { name: 'Cash sheet' }).getByRole('button', { name: '$50.00' }).last())
  await press(dialog.getByRole('button', { name: 'INV-0001, Maya Chen' }).first())
  await page.waitForURL(`**/payments/${id}`)
  await leave()
})
