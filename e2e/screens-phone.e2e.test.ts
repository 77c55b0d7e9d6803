import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, type House, openHouse } from '../apps/server/src/testing/house.ts'
import { openBrowser, PHONE, visit } from './browser.ts'
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

test('every screen of the route tree is accessible, fits and complains of nothing: on a phone', {
  timeout: 300_000,
}, async () => {
  await walkScreens(browser, house, PHONE)
})

test('on a phone there is one pane at a time, with a way back', async () => {
  const tenant = await house.aTenant()
  await tenant.textFrom(aPhone(), 'From the road')
  const owner = await visit(browser, house.url, tenant.owner, PHONE)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: 'From the road' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('From the road').waitFor()
  expect(await page.getByLabel('Search names, phones and messages').isVisible()).toBe(false)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('On my way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('[data-delivery=delivered]').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('link').filter({ hasText: 'On my way' }).waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(owner.complaints).toEqual([])
  await owner.close()
})
