import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, type House, openHouse } from '../apps/server/src/testing/house.ts'
import { DESKTOP, expectAccessible, openBrowser, visit } from './browser.ts'
import { walkScreens } from './walk-screens.ts'

let house: House
let browser: Browser
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

test('every screen of the route tree is accessible, fits and complains of nothing: on a desktop', {
  timeout: 300_000,
}, async () => {
  await walkScreens(browser, house, DESKTOP)
})

test('the customers’ phones of the sandbox text the inbox and show the answer', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  await tenant.textFrom(phone, 'First from the control API')
  const visitor = await visit(browser, house.url, tenant.owner)
  const sandbox = await visitor.page.context().newPage()
  await visitor.page.goto('/conversations')
  await sandbox.goto('/sandbox')
  await expectAccessible(sandbox)
  await sandbox.getByRole('textbox', { name: /text message/i }).fill('Typed on the phone')
  await sandbox.keyboard.press('Enter')
  await visitor.page.getByRole('link').filter({ hasText: 'Typed on the phone' }).first().click()
  await visitor.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Seen at the desk')
  await visitor.page.keyboard.press('Enter')
  await sandbox.getByText('Seen at the desk').first().waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})
