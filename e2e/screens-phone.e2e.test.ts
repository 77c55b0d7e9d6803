import { expect, test } from 'vitest'
import { aPhone } from '../apps/server/src/testing/house.ts'
import { expectFits, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'
import { walkScreens } from './walk-screens.ts'

const journey = await openJourney()
const { house, browser } = journey

test(
  'every screen of the route tree is accessible, fits and complains of nothing: on a phone',
  () => walkScreens(journey, PHONE),
  300_000,
)

test('on a phone there is one pane at a time, with a way back', async () => {
  const tenant = await house.aTenant()
  await tenant.textFrom(aPhone(), 'From the road')
  const owner = await visit(browser, house.url, tenant.owner, PHONE)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: 'From the road' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('From the road').waitFor()
  expect(await page.getByLabel('Search people, numbers and messages').isVisible()).toBe(false)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('On my way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('[data-delivery=delivered]').waitFor()
  await page.getByRole('button', { name: 'Back to inbox' }).click()
  await page.getByRole('link').filter({ hasText: 'On my way' }).waitFor()
  await expectFits(page)
  await owner.leave()
})
