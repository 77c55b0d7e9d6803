import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, expectFits, openLive, SIZES, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

const listOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const threadOf = (page: Page) => page.getByRole('region', { name: 'Messages' })

test.each(SIZES)('waiting and snoozing are accessible and fit the screen: $size', async ({ options }) => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Am I covered for this?')
  await tenant.textFrom(newPhone(), 'Is somebody there?')
  const owner = await visit(browser, instance.url, tenant.owner, options)
  const { page } = owner
  await page.goto('/conversations?waiting=true&asc=true')
  await listOf(page).getByTitle('Waiting for a reply').nth(1).waitFor()
  await page.getByRole('list', { name: 'Filters in use' }).getByText('Waiting for a reply').waitFor()
  await expectAccessible(page)
  await showScreen(page, `/conversations/${sid}`)
  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
  await page.getByText('Am I covered for this?').last().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Snooze…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze' })
  await dialog.getByLabel('Pick a date and time').check()
  const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York' })
  await dialog.getByRole('textbox', { name: 'Date' }).fill(today)
  await dialog.getByLabel('Time', { exact: true }).fill('12:00 AM')
  await dialog.getByLabel('Time', { exact: true }).press('Enter')
  await dialog.getByText('Choose a time in the future.').waitFor()
  await expectAccessible(page)
  expect(await dialog.getByRole('button', { name: 'Snooze' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Tomorrow morning').check()
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  // Opens the next one; Undo opens the previous one again.
  await page.waitForURL((url) => !url.pathname.endsWith(sid))
  await expectAccessible(page)
  const undo = page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: 'Undo' })
  await undo.click()
  await page.waitForURL((url) => url.pathname.endsWith(sid))
  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Snooze…' }).click()
  await dialog.getByLabel('Tomorrow morning').check()
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(sid))
  await showScreen(page, `/conversations/${sid}`)
  await threadOf(page)
    .getByText(/^Snoozed until .*9:00 AM/)
    .waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await owner.leave()
})

test('snoozes, marks, closes and undoes with shortcuts, live on two screens', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Next week would suit me')
  const owner = await visit(browser, instance.url, tenant.owner)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'))
  const { page } = owner
  await Promise.all([openLive(page, `/conversations/${sid}`), openLive(other.page, '/conversations')])
  await listOf(other.page).getByText('Next week would suit me').waitFor()
  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()

  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Snooze' }).getByLabel('Until they reply').check()
  await page.keyboard.press('Enter')
  // It was the only one, so none is open.
  await page.waitForURL(/\/conversations$/)
  const news = page.getByRole('region', { name: 'Alerts' })
  await news.getByText('Conversation snoozed').waitFor()
  await listOf(other.page).getByText('No open conversations').waitFor()

  await tenant.textFrom(phone, 'Tuesday it is')
  await listOf(other.page).getByText('Tuesday it is').waitFor()
  await listOf(page).getByText('Tuesday it is').click()
  await threadOf(page).getByText('Unsnoozed automatically').waitFor()

  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
  for (const [key, title] of [
    ['h', 'No reply needed'],
    ['e', 'Conversation closed'],
  ] as const) {
    await page.keyboard.press(key)
    const toast = news.locator('div').filter({ hasText: title }).last()
    await toast.waitFor()
    await page.waitForURL(/\/conversations$/)
    await listOf(other.page).getByTitle('Waiting for a reply').waitFor({ state: 'detached' })
    await news.getByRole('button', { name: 'Undo' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(sid))
    await listOf(other.page).getByTitle('Waiting for a reply').waitFor()
    await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
  }
  ok(await tenant.owner.call(contract.profile.savePreferences, { opensNext: false }))
  await Promise.all([page.waitForResponse(/get-preferences/), page.reload()])
  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
  await page.keyboard.press('h')
  // Four entries in a row are one line, which shows each when pressed.
  await threadOf(page).getByRole('button', { name: 'No reply needed 2×, closed, reopened' }).click()
  await threadOf(page).getByText('Olive Owner marked it “No reply needed”').nth(1).waitFor()
  await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor({ state: 'detached' })
  await listOf(other.page).getByTitle('Waiting for a reply').waitFor({ state: 'detached' })

  await page.keyboard.press('u')
  await listOf(page).getByText('Marked unread').waitFor()
  await page.waitForURL(/\/conversations$/)
  await showScreen(other.page, '/conversations?unread=true')
  await listOf(other.page).getByText('Every message has been read.').waitFor()
  await listOf(page).getByText('Tuesday it is').click()
  await listOf(page).getByText('Marked unread').waitFor({ state: 'detached' })
  await owner.leave()
  await other.leave()
})

test.each(SIZES)('auto-assignment settings save, are accessible and fit the screen: $size', async ({ options }) => {
  const tenant = await instance.createTenant()
  const owner = await visit(browser, instance.url, tenant.owner, options)
  const { page } = owner
  await page.goto('/settings/conversations')
  await page.getByLabel('Round-robin assignment').check()
  await page.getByLabel('Open conversations per teammate').fill('1')
  await page.getByLabel('Open conversations per teammate').blur()
  await page.getByRole('combobox', { name: 'Reassign if no one replies' }).click()
  await page.getByRole('option', { name: 'After 1 hour' }).click()
  await page.getByRole('combobox', { name: 'Auto-close' }).click()
  await page.getByRole('option', { name: 'After 7 days' }).click()
  await page.getByLabel('Send a message before closing').check()
  await page.getByText('Thanks for texting us!').waitFor()
  await eventually(async () => {
    const configs = ok(await tenant.owner.call(contract.conversationConfigs.get, undefined))
    expect(configs).toMatchObject({
      data: {
        isAutoAssign: true,
        autoAssignCapacity: 1,
        reassignAfterMinutes: 60,
        autoClose: '7-days',
        autoCloseMessage: { isEnabled: true },
      },
    })
  })
  await expectAccessible(page)
  await expectFits(page)
  await owner.leave()
})
