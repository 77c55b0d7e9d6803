import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'
import { settle } from './screen-routes.ts'

const { instance, browser } = await openJourney()

const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
  )

test('reaches and searches the settings by keyboard', async () => {
  const tenant = await instance.createTenant()
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/settings')
  await settle(page)
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Search settings')
  await page.keyboard.type('holiday')
  const pages = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await eventually(async () => expect(await pages.allTextContents()).toEqual(['Business hours']))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Business hours', level: 1 }).waitFor()
  await leave()
})

/** Every dialog of the frame, the settings and the team, by what opens it. */
const DIALOGS: [string, string | RegExp][] = [
  ['/settings/profile', 'Choose a picture'],
  ['/settings/profile', 'Edit'],
  ['/settings/security', 'Change email'],
  ['/settings/security', 'Change password'],
  ['/settings/security', 'Set up'],
  ['/settings/location', /^Edit /],
  ['/settings/location', /^Remove /],
  ['/settings/templates', 'New template'],
  ['/settings/templates', /^Edit/],
  ['/settings/templates', /^Delete/],
  ['/settings/labels', 'Add a label'],
  ['/settings/labels', /^Edit New Lead/],
  ['/settings/labels', /^Delete New Lead/],
  ['/settings/contacts/blocked-numbers', 'Block a number'],
  ['/settings/frontdesk-phone-numbers', 'Buy a number'],
  ['/settings/frontdesk-phone-numbers', /^Edit/],
  ['/settings/delete-account', 'Delete account…'],
  ['/dev-admin', 'Schedule maintenance'],
  ['/dev-admin', /^Change .*’s subscription$/],
]

test('traps focus in every dialog, and restores it when Escape closes the dialog', {
  timeout: 180_000,
}, async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  await tenant.textFrom(newPhone(), 'Something that hangs on a location')
  await instance.makeDevAdmin(tenant)
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  let present = ''
  for (const [path, name] of DIALOGS) {
    if (path !== present) await showScreen(page, path)
    present = path
    const opener = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    await eventually(async () => expect({ path, name, isInside: await isInside() }).toMatchObject({ isInside: true }))
    await settle(page)
    await expectAccessible(page, `${path}: ${name}`)
    const focused = await dialog.evaluateHandle((element) => {
      const seen = { inside: 0, outside: 0 }
      element.ownerDocument.addEventListener('focusin', ({ target }) => {
        if (element.isConnected) seen[target instanceof Node && element.contains(target) ? 'inside' : 'outside'] += 1
      })
      return seen
    })
    for (let presses = 0; presses < 16; presses += 1) await page.keyboard.press('Tab')
    const { inside, outside } = await focused.jsonValue()
    expect({ path, name, outside, hasMoved: inside > 0 }).toEqual({ path, name, outside: 0, hasMoved: true })
    // The first Escape closes an open list of suggestions, the next one the dialog.
    if ((await dialog.locator('[aria-expanded=true]:focus').count()) > 0) await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () =>
      expect({
        path,
        name,
        isBack: await opener.evaluate((element) => element === document.activeElement),
      }).toMatchObject({ isBack: true }),
    )
  }
  await leave()
})

test('by keyboard: opens search results, writes a note, and assigns starting from the current assignee', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const { sid, phoneNumber } = await tenant.textFrom(newPhone(), 'Do you have time on Thursday?')
  await tenant.textFrom(newPhone(), 'Somebody else')
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: manager.auth.userId }))
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/conversations')
  await page.getByText('Somebody else').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(phoneNumber.slice(-4))
  await page.getByText('Somebody else').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.getByRole('list', { name: 'Conversations found' }).locator('a:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Do you have time on Thursday?').waitFor()

  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.waitFor()
  await page.keyboard.type('@man')
  await page.getByRole('option', { name: 'Manager Person' }).waitFor()
  let answer = () => {}
  const typedOn = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/conversations/Note/add', async (route) => {
    await typedOn
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.keyboard.type('please look')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and call')
  answer()
  await page.getByRole('article').getByText('please look').waitFor()
  await expect.poll(() => note.inputValue()).toBe('and call')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Assign to a teammate' }).waitFor()
  const chosen = page.getByRole('radio', { name: /Manager Person/ })
  await eventually(async () =>
    expect(await chosen.evaluate((element) => element === document.activeElement)).toBe(true),
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Olive Owner assigned it to themselves').waitFor()
  await leave()
})

test.each([
  ['a desktop', 1440, 2088],
  ['a phone', 390, 88],
])('the loading screen keeps its times on %s', async (_name, width, logoDelay) => {
  const { page, close } = await visit(browser, instance.url, null, {
    viewport: { width, height: 800 },
    reducedMotion: 'no-preference',
  })
  // The page itself never responds.
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  const loading = page.getByRole('status', { name: 'Loading' })
  await loading.getByText('Frontdesk').waitFor()
  const times = await loading.evaluate((element) => ({
    viewBox: element.querySelector('svg')?.getAttribute('viewBox'),
    // From the style: an animation that has ended, as on a slow machine, is not among the element's.
    animations: ['path', 'strong'].map((of) => {
      const style = getComputedStyle(element.querySelector(of) ?? element)
      const [delay, duration] = [style.animationDelay, style.animationDuration].map((time) => parseFloat(time) * 1000)
      return { of, delay, duration, iterations: style.animationIterationCount }
    }),
  }))
  expect(times.viewBox).toBe('0 0 747 415')
  expect(times.animations).toEqual([
    { of: 'path', delay: 88, duration: 1200, iterations: '1' },
    { of: 'strong', delay: logoDelay, duration: 120, iterations: '1' },
  ])
  await close()
})
