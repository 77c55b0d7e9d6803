import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createSalon, dayAhead } from '../apps/server/src/testing/bookings.ts'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, expectTouchable, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('someone books on a phone, and the team sees the visit at once, and sees it moved and canceled', async () => {
  const tenant = await instance.createTenant()
  const { haircut } = await createSalon(tenant)
  const slug = `salon-${process.pid}`
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, slug }
  ok(await tenant.owner.call(contract.bookingConfigs.save, { version: 0, page }))
  const desk = await visit(browser, instance.url, tenant.owner)
  await desk.page.goto('/bookings?view=all')

  const context = await browser.newContext({ ...PHONE, baseURL: instance.url, timezoneId: 'Asia/Tokyo' })
  const contact = await context.newPage()
  const check = async () => {
    await expectAccessible(contact)
    await expectFits(contact)
    await expectTouchable(contact)
  }
  await contact.goto(`/book/${slug}`)
  await check()
  await contact.getByRole('link', { name: /Haircut/ }).click()
  await contact.goto(`/book/${slug}/${haircut.id}?from=${dayAhead(2)}`)
  await contact.getByText('(your time)').first().waitFor()
  await check()
  await contact.locator('.slots button').first().click()
  await contact.getByLabel('Name').fill('Nora Lund')
  const phone = newPhone()
  await contact.getByLabel('Mobile number').fill(phone)
  await check()
  await contact.getByRole('button', { name: 'Text me a code' }).click()
  await contact.getByLabel('Code').waitFor()
  await check()
  const sent = async () => /^\d{6}/.exec((await tenant.messagesOnPhone(phone)).at(-1)?.body ?? '')?.[0]
  await expect.poll(sent, { timeout: 15_000 }).toBeDefined()
  await contact.getByLabel('Code').fill((await sent()) ?? '')
  await contact.getByRole('button', { name: 'Book this time' }).click()
  await contact.getByText('Booked').waitFor()
  await check()
  await desk.page.getByText('Nora Lund').first().waitFor()

  await contact.getByRole('link', { name: 'Change the time' }).click()
  // The times of the first day may be too soon to be canceled online.
  await contact.locator('details.day summary').last().click()
  await contact.locator('.slots button:visible').last().click()
  await contact.getByText('Booked').waitFor()
  await contact.getByRole('link', { name: 'Cancel the visit' }).click()
  await check()
  await contact.getByRole('button', { name: 'Cancel the visit' }).click()
  await contact.getByText('Canceled').waitFor()
  await desk.page.getByText('Canceled').first().waitFor()
  expect(instance.errors).toEqual([])
  await context.close()
  await desk.leave()
})
