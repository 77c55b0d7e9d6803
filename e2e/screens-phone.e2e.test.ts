import { expect, test } from 'vitest'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, expectTouchable, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'
import { walkScreens } from './walk-screens.ts'

const journey = await openJourney()
const { instance, browser } = journey

test('every screen is accessible, fits and logs no error: phone', () => walkScreens(journey, PHONE), 300_000)

test('shows one pane at a time on a phone, with a back button', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'From the road')
  const owner = await visit(browser, instance.url, tenant.owner, PHONE)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: 'From the road' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('From the road').waitFor()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog', { name: 'Details' }).getByRole('heading', { name: 'Activities' }).waitFor()
  await expectTouchable(page, 'details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Snooze…' }).click()
  await page.getByRole('radio', { name: 'Pick a date and time' }).check()
  await page.getByRole('button', { name: 'Choose from the calendar: Date' }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  await expectTouchable(page, 'calendar')
  await expectAccessible(page, 'calendar')
  // The first Escape closes the calendar, the next one the dialog.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next month' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Snooze' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Snooze' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Search people, numbers, and messages').isVisible()).toBe(false)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('On my way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('[data-delivery=delivered]').waitFor()
  await page.getByRole('button', { name: 'Back to inbox' }).click()
  await page.getByRole('link').filter({ hasText: 'On my way' }).waitFor()
  await expectFits(page)
  await owner.leave()
})
