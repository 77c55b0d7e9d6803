import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, type House, openHouse } from '../apps/server/src/testing/house.ts'
import { DESKTOP, expectAccessible, expectContrast, openBrowser, PHONE, visit } from './browser.ts'
import { addressOf, NEEDS_NO_LOGIN, screenRoutes, settle } from './screen-routes.ts'

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

/** Screens that only a search or a state of the address shows. */
const VARIANTS = ['/conversations?tab=closed', '/team?tab=role-list', '/notifications?show=unread']

test.each(SIZES)(
  'every screen of the route tree is accessible, fits and complains of nothing: %s',
  {
    timeout: 300_000,
  },
  async (_name, options) => {
    const tenant = await house.aTenant({ locations: 2 })
    await tenant.aPerson('TeamMember')
    await house.makeDevAdmin(tenant)
    const { sid } = await tenant.textFrom(aPhone(), 'Do you have time on Thursday?')
    await tenant.textFrom(aPhone(), 'A second contact')
    const stranger = await visit(browser, house.url, null, options)
    const owner = await visit(browser, house.url, tenant.owner, options)
    for (const route of [...(await screenRoutes()), ...VARIANTS]) {
      const { page } = NEEDS_NO_LOGIN.test(route) ? stranger : owner
      await page.goto(addressOf(route, sid))
      await settle(page)
      const seen = await page.evaluate(() => ({
        overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        isUnknown: document.body.textContent.includes('This page does not exist'),
        isFailed: document.body.textContent.includes('Oops!'),
        isNamed: /.+ · Frontdesk$/.test(document.title),
      }))
      expect({ route, ...seen }).toEqual({
        route,
        overflow: 0,
        isUnknown: route === '/$',
        isFailed: false,
        isNamed: true,
      })
      await (options.colorScheme === 'dark' ? expectContrast : expectAccessible)(page, route)
    }
    // The links of mails are opened without their token here: such a link is not found, and the page says so.
    expect(stranger.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    expect(owner.complaints).toEqual([])
    await stranger.close()
    await owner.close()
  },
)

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
