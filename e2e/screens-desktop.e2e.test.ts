import { test } from 'vitest'
import { newPhone, startTestInstance } from '../apps/server/src/testing/test-instance.ts'
import { DESKTOP, expectAccessible, visit } from './browser.ts'
import { openJourney } from './journey.ts'
import { expectFailureIsSeen, expectViolationsAreSeen, walkAsOthers, walkScreens } from './walk-screens.ts'

const journey = await openJourney()

test('every screen is accessible, fits and logs no error: desktop', () => walkScreens(journey, DESKTOP), 300_000)

test('the sweep of all screens detects a part that failed to load', () => expectFailureIsSeen(journey))

test('the accessibility check detects a wrong role, an unnamed field in a dialog, and low contrast in either scheme', () =>
  expectViolationsAreSeen(journey))

test('every page that needs a permission names it and who can grant it', () => walkAsOthers(journey), 120_000)

test('the sandbox’s phones text the inbox and show the reply', async () => {
  // The page of the sandbox shows every phone there is.
  const instance = await startTestInstance()
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'First from the control API')
  const visitor = await visit(journey.browser, instance.url, tenant.owner)
  const sandbox = await visitor.page.context().newPage()
  await visitor.page.goto('/conversations')
  await sandbox.goto('/sandbox')
  for (const colorScheme of ['light', 'dark'] as const) {
    await sandbox.emulateMedia({ colorScheme })
    await expectAccessible(sandbox, colorScheme)
  }
  await sandbox.getByRole('textbox', { name: /text message/i }).fill('Typed on the phone')
  await sandbox.keyboard.press('Enter')
  await visitor.page.getByRole('link').filter({ hasText: 'Typed on the phone' }).first().click()
  await visitor.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Seen at the desk')
  await visitor.page.keyboard.press('Enter')
  await sandbox.getByText('Seen at the desk').first().waitFor()
  await visitor.leave()
  await instance.close()
})
