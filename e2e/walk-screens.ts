import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { aPhone } from '../apps/server/src/testing/house.ts'
import { expectAccessible, expectFits, visit } from './browser.ts'
import type { Journey } from './journey.ts'
import { addressOf, NEEDS_NO_LOGIN, screenRoutes, settle } from './screen-routes.ts'

/** Screens that only a search or a state of the address shows. */
const VARIANTS = ['/conversations?tab=closed', '/team?tab=role-list', '/notifications?show=unread']

/** Every screen of the route tree is accessible, fits and complains of nothing. */
export async function walkScreens({ house, browser }: Journey, options: BrowserContextOptions): Promise<void> {
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
      isUnknown: document.body.textContent.includes('This page does not exist'),
      isFailed: document.body.textContent.includes('Oops!'),
      isNamed: /.+ · Frontdesk$/.test(document.title),
    }))
    expect({ route, ...seen }).toEqual({
      route,
      isUnknown: route === '/$',
      isFailed: false,
      isNamed: true,
    })
    await expectFits(page, route)
    await expectAccessible(page, route)
  }
  // The links of mails are opened without their token here: such a link is not found, and the page says so.
  await stranger.leave('404')
  await owner.leave()
}
