import { contract } from '@frontdesk/contract/api'
import { defaultPermissions } from '@frontdesk/contract/rules'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { SCREEN_PERMISSIONS } from '../apps/web/src/lib/screen-permissions.ts'
import {
  expectAccessible,
  expectAccessibleIn,
  expectCurrentInView,
  expectFits,
  expectTouchable,
  showScreen,
  visit,
} from './browser.ts'
import type { Journey } from './journey.ts'
import {
  addressOf,
  createAutomation,
  createCampaigns,
  createGroup,
  createKeyword,
  createPayment,
  createService,
  NEEDS_NO_LOGIN,
  screenRoutes,
  settle,
} from './screen-routes.ts'

/** Screens that need search parameters. */
const VARIANTS = [
  '/conversations?tab=closed',
  '/team?tab=role-list',
  '/notifications?show=unread',
  '/contacts?tag=vip&birthday=today',
  '/groups?tab=messages',
  '/marketing?status=scheduled',
  '/marketing/subscribers?tab=pending',
  '/marketing/subscribers?tab=unsubscribed',
  '/bookings/availability?tab=why',
  '/bookings?view=all',
  '/bookings/calendar?view=month',
  '/payments?view=cash',
]

/** A text or main heading that some screens must show. */
const SHOWS: Record<string, string> = {
  '/contacts': '3 contacts',
  '/contacts?tag=vip&birthday=today': 'No results',
  '/contacts/$id': 'Contact since',
  '/contacts/$id/consent': 'Nothing has been recorded',
  '/contacts/duplicates': 'No duplicates found',
  '/contacts/import': 'Choose file',
  '/contacts/opt-outs': 'I never signed up for this',
  '/groups': '1 member',
  '/groups?tab=messages': 'we are open late',
  '/groups/$groupSid': 'we are open late',
  '/groups/new': 'Everyone who matches a filter',
  '/groups/messages/$messageId': 'Recipients',
  '/marketing': 'Spring offer',
  '/marketing/campaigns': 'Summer offer',
  '/marketing?status=scheduled': 'No results',
  '/marketing/create-campaign': 'People you choose',
  '/marketing/create-campaign/$campaignID': '1 person gets it',
  '/marketing/campaign-metrics/$campaignID': 'Sent by Olive Owner',
  '/marketing/automations': '1 day after your last message',
  '/marketing/automations/new': 'Your team sees this name on its texts',
  '/marketing/automations/$automationID': 'It hasn’t run yet',
  '/marketing/subscribers': 'Sue Subscriber',
  '/marketing/subscribers?tab=pending': 'No one is waiting',
  '/marketing/subscribers?tab=unsubscribed': 'No one has unsubscribed',
  '/marketing/opt-in-keyword': 'Asks for a YES first',
  '/marketing/opt-in-keyword/$keywordID': 'to get our offers',
  '/marketing/settings': 'Ask first-time texters to subscribe',
  '/marketing/get-started': 'Registration with US carriers',
  '/marketing/tools': 'Possible opt-outs',
  '/marketing/group-messaging/manage': '1 member',
  '/marketing/group-messaging/messages': 'we are open late',
  '/bookings': 'No visits today',
  '/bookings?view=all': 'No bookings yet',
  '/bookings/calendar': 'Month',
  '/bookings/calendar?view=month': 'Month',
  '/bookings/services': 'First visit',
  '/bookings/service/new': 'Takes 30 minutes.',
  '/bookings/service/$serviceID': 'Takes 45 minutes, with 10 minutes after it.',
  '/bookings/availability': 'Follows business hours',
  '/bookings/calendar-connected': 'No calendar was connected',
  '/bookings/availability?tab=why': 'This time is',
  '/bookings/settings': 'Text of reminder 1',
  '/payments': 'INV-0001',
  '/payments?view=cash': 'Requested',
  '/payments/$invoiceid': 'Partly paid',
  '/settings/payments-settings': 'INV-0002',
  '/settings/location': 'Location 2',
  '/settings/location/add': 'Find it on Google',
  '/settings/business-hours': 'After-hours response',
  '/settings/conversations': 'Auto-close',
  '/settings/templates': 'Review invitation',
  '/settings/labels': 'Premium Lead',
  '/settings/contacts': 'No custom fields yet',
  '/settings/export': 'One ZIP file',
  '/settings/contacts/statuses': 'No statuses yet',
  '/settings/contacts/blocked-numbers': 'No blocked numbers',
  '/settings/audit': 'Added a phone number',
  '/team': 'TeamMember Person',
  '/team?tab=role-list': 'Manage the team',
}
const HEADINGS: Record<string, string> = {
  '/auth/login': 'Sign in',
  '/auth/sign-up': 'Create an account',
  '/auth/invite-only-sign-up': 'Create an account',
  '/auth/request-demo': 'Get a demo',
  '/auth/sign-up-success': 'Your account is ready',
  '/auth/mobile': 'Frontdesk on your phone',
  '/auth/verify': 'Check your email',
  '/auth/forgot-password-email-sent': 'Check your email',
  '/auth/reset-password-success': 'Password changed',
  '/auth/confirm-invite-success': 'Welcome to the team',
}

/**
 * Every screen of the route tree is accessible, fits and reports no error. Each is checked in one color scheme on a
 * desktop and in the other on a phone. Screens about one thing are loaded afresh on a phone, as from a link in a
 * message; to all others the app goes without loading, which takes a third of the time.
 */
export async function walkScreens({ instance, browser }: Journey, options: BrowserContextOptions): Promise<void> {
  const tenant = await instance.createTenant({ locations: 2 })
  await tenant.createUser('TeamMember')
  await instance.makeDevAdmin(tenant)
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Do you have time on Thursday?')
  const group = await createGroup(tenant.owner.call, contact.id)
  const campaigns = await createCampaigns(tenant.owner.call, group.groupSid)
  const automation = await createAutomation(tenant.owner.call)
  const keyword = await createKeyword(tenant.owner.call)
  const service = await createService(tenant.owner.call, tenant.owner.auth.userId)
  const payment = await createPayment(tenant.owner.call, {
    locationID: tenant.locationIds[0] ?? '',
    contactID: contact.id,
  })
  const subjects = {
    sid,
    contactId: contact.id,
    ...group,
    ...campaigns,
    ...automation,
    ...keyword,
    ...service,
    ...payment,
  }
  await tenant.textFrom(newPhone(), 'I never signed up for this')
  const stranger = await visit(browser, instance.url, null, options)
  const owner = await visit(browser, instance.url, tenant.owner, options)
  const routes = [...(await screenRoutes()), ...VARIANTS]
  expect(routes).toEqual(expect.arrayContaining([...Object.keys(SHOWS), ...Object.keys(HEADINGS)]))
  for (const [at, route] of routes.entries()) {
    const { page } = NEEDS_NO_LOGIN.test(route) ? stranger : owner
    const isLoaded = options.hasTouch && route.includes('$')
    await (isLoaded ? page.goto(addressOf(route, subjects)) : showScreen(page, addressOf(route, subjects)))
    await settle(page)
    const [text, name] = [SHOWS[route], HEADINGS[route]]
    if (text) await page.getByText(text).locator('visible=true').first().waitFor()
    if (name) await page.getByRole('heading', { level: 1, name }).waitFor()
    expect({ route, ...(await stateOf(page)) }).toEqual({
      route,
      isUnknown: route === '/$',
      isFailed: false,
      isForbidden: false,
      isNamed: true,
    })
    await expectFits(page, route)
    await expectCurrentInView(page, route)
    if (options.hasTouch) await expectTouchable(page, route)
    await expectAccessibleIn(page, (at % 2 === 0) === Boolean(options.hasTouch) ? 'light' : 'dark', route)
  }
  // Links from emails are opened without their token here, so the page reports that the link is invalid.
  await stranger.leave('404')
  await owner.leave()
}

/** The state of the page, by the texts of its error screens and parts. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const text = document.body.textContent
    return {
      isUnknown: text.includes('This page doesn’t exist'),
      isFailed: /We couldn’t load this|Oops!/.test(text),
      isForbidden: text.includes('You don’t have access'),
      isNamed: /.+ · Frontdesk$/.test(document.title),
    }
  })

/** The sweep detects a part that cannot be loaded. */
export async function expectFailureIsSeen({ instance, browser }: Journey): Promise<void> {
  const owner = await visit(browser, instance.url, (await instance.createTenant()).owner)
  await owner.page.route('**/api/main/Team/team', (route) =>
    route.fulfill({ status: 404, json: { success: false, errorCode: 'NotFound', message: '', status: 404 } }),
  )
  await owner.page.goto('/team')
  await settle(owner.page)
  expect(await stateOf(owner.page)).toMatchObject({ isFailed: true, isNamed: true })
  await owner.leave('404')
}

/** The sweep detects violations added to a page, in any part and color scheme. */
export async function expectViolationsAreSeen({ instance, browser }: Journey): Promise<void> {
  const { page, leave } = await visit(browser, instance.url, (await instance.createTenant()).owner)
  const expectViolation = async (
    parent: string,
    added: { tag?: string; role?: string; color?: string },
    seen: RegExp,
  ) => {
    const { tag = 'p', role = null, color = '' } = added
    const handle = await page.locator(parent).evaluateHandle(
      (element, [tag, role, color]) => {
        const child = document.createElement(tag)
        child.role = role
        child.style.color = color
        child.textContent = 'Hello'
        return element.appendChild(child)
      },
      [tag, role, color] as const,
    )
    await expect(expectAccessible(page)).rejects.toThrow(seen)
    await handle.evaluate((element) => element.remove())
  }
  const [readableInLight, readableInDark] = [{ color: '#333' }, { color: '#ccc' }]
  await page.goto('/settings/labels')
  await settle(page)
  await expectViolation('main', { role: 'buton' }, /\(light\).*aria-roles/s)
  await expectViolation('main', readableInDark, /\(light\).*color-contrast/s)
  // The second scheme of the first check is the first scheme of the next.
  await expectViolation('main', readableInLight, /\(dark\).*color-contrast/s)
  await expectViolation('main', readableInDark, /\(light\).*color-contrast/s)
  // The check sets the attribute that this media query sets for people.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  await page.getByRole('button', { name: 'Add a label' }).click()
  await page.getByRole('dialog').waitFor()
  await expectViolation('[role=dialog]', { tag: 'input' }, /\(light\).*'label'/s)
  await expectViolation('[role=dialog]', readableInLight, /\(dark\).*color-contrast/s)
  await expectAccessible(page)
  await leave()
}

/** Of the pages that require a permission, a manager may see one, a team member none. */
export async function walkAsOthers({ instance, browser }: Journey): Promise<void> {
  const tenant = await instance.createTenant()
  const granted = 'admin_manage_settings'
  ok(
    await tenant.owner.call(contract.team.setRolePermission, { role: 'Manager', permission: granted, isGranted: true }),
  )
  for (const role of ['Manager', 'TeamMember'] as const) {
    const visitor = await visit(browser, instance.url, await tenant.createUser(role))
    const { page } = visitor
    const permissions = [...defaultPermissions(role), ...(role === 'Manager' ? [granted] : [])]
    for (const [route, permission] of Object.entries(SCREEN_PERMISSIONS)) {
      const isForbidden = !permissions.includes(permission)
      // Users with the permission see what the owner sees in the sweep above, so one page is enough here.
      if (!isForbidden && route !== '/settings/labels') continue
      await showScreen(page, route)
      await settle(page)
      const what = `${route} as ${role}`
      expect({ what, ...(await stateOf(page)) }).toEqual({
        what,
        isUnknown: false,
        isFailed: false,
        isForbidden,
        isNamed: true,
      })
      // The screen names the missing permission and who can grant it.
      if (isForbidden)
        await page
          .getByText(/^You need the “.+” permission\. Ask Olive Owner for it\.$/)
          .locator('visible=true')
          .waitFor()
      if (isForbidden && role === 'Manager') await expectAccessible(page, what)
    }
    await visitor.leave()
  }
}
