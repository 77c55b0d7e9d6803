import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, type House, openHouse } from '../apps/server/src/testing/house.ts'
import { DESKTOP, expectAccessible, openBrowser, PHONE, visit } from './browser.ts'

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

const SIZES: [string, BrowserContextOptions][] = [
  ['light', { ...DESKTOP, colorScheme: 'light' }],
  ['dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['on a phone', PHONE],
]

test.each(SIZES)('every screen is accessible and complains of nothing: %s', async (_name, options) => {
  const tenant = await house.aTenant()
  const { sid } = await tenant.textFrom(aPhone(), 'Do you have time on Thursday?')
  await tenant.textFrom(aPhone(), 'A second contact')
  const stranger = await visit(browser, house.url, null, options)
  for (const [path, text] of [
    ['/auth/login', 'Sign in'],
    ['/auth/sign-up', 'Business name'],
  ] as const) {
    await stranger.page.goto(path)
    await stranger.page.getByText(text).first().waitFor()
    await expectAccessible(stranger.page)
  }
  expect(stranger.complaints).toEqual([])
  await stranger.close()

  const owner = await visit(browser, house.url, tenant.owner, options)
  for (const [path, text] of [
    ['/conversations', 'A second contact'],
    [`/conversations/${sid}`, 'Do you have time on Thursday?'],
    ['/conversations?tab=closed', 'Nothing closed yet'],
    ['/settings/frontdesk-phone-numbers', 'Carrier account'],
    ['/no/such/screen', 'This page does not exist'],
  ] as const) {
    await owner.page.goto(path)
    const wanted = owner.page.getByText(text).locator('visible=true').first()
    await wanted.waitFor()
    await expectAccessible(owner.page)
  }
  expect(owner.complaints).toEqual([])
  await owner.close()
})

test('on a phone there is one pane at a time, with a way back', async () => {
  const tenant = await house.aTenant()
  await tenant.textFrom(aPhone(), 'From the road')
  const owner = await visit(browser, house.url, tenant.owner, PHONE)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: 'From the road' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('From the road').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search name or phone' }).isVisible()).toBe(false)
  await page.getByRole('textbox', { name: 'Message' }).fill('On my way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('[data-delivery=delivered]').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('link').filter({ hasText: 'On my way' }).waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(owner.complaints).toEqual([])
  await owner.close()
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
  await visitor.page.getByRole('textbox', { name: 'Message' }).fill('Seen at the desk')
  await visitor.page.keyboard.press('Enter')
  await sandbox.getByText('Seen at the desk').first().waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})
