import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../apps/server/src/testing/test-instance.ts'
import { totpCode } from '../apps/server/src/testing/totp-code.ts'
import { expectAccessible, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

/** The newest link to a screen in a mailbox, as a URL of this instance. */
async function linkTo(address: string, path: string): Promise<string> {
  for (const { text } of await instance.emailsTo(address)) {
    const link = /https?:\/\/\S+/.exec(text)?.[0]
    if (link?.includes(path)) return new URL(link).pathname + new URL(link).search
  }
  throw new Error(`No mail to ${address} leads to ${path}.`)
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('resets a forgotten password by email', async () => {
  const { owner } = await instance.createTenant()
  const email = owner.auth.userName
  const visitor = await visit(browser, instance.url, null, PHONE)
  const { page } = visitor
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await heading(page, 'Forgot your password?').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await heading(page, 'Check your email').waitFor()
  await expectAccessible(page)
  const link = await linkTo(email, '/auth/reset-password')
  await page.goto(link)
  await heading(page, 'Choose a new password').waitFor()
  await page.getByLabel('New password').fill('a wholly new password')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save password' }).click()
  await heading(page, 'Password changed').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a wholly new password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/conversations')
  expect(visitor.complaints).toEqual([])

  await page.goto(link)
  await heading(page, 'This link was already used').waitFor()
  await expectAccessible(page)
  await page.goto('/auth/reset-password?id=nonsense')
  await heading(page, 'This link doesn’t work').waitFor()
  await visitor.close()
})

test('verifies the email address from the sign-up email, and hides the reminder', async () => {
  const { owner } = await instance.createTenant()
  const email = owner.auth.userName
  const visitor = await visit(browser, instance.url, owner)
  const { page } = visitor
  await page.goto('/conversations')
  const reminder = page.getByText('Confirm your email', { exact: false })
  await reminder.waitFor()
  const link = await linkTo(email, '/auth/verify')
  const second = await page.context().newPage()
  await second.goto(link)
  await second.getByRole('button', { name: 'Confirm email' }).click()
  await heading(second, 'Email confirmed').waitFor()
  await expectAccessible(second)
  // The first tab gets the event.
  await reminder.waitFor({ state: 'detached' })
  await second.goto(link)
  await heading(second, 'Already confirmed').waitFor()
  await second.getByRole('link', { name: 'Open the inbox' }).click()
  await second.waitForURL('**/conversations')
  await visitor.leave()
})

test('sets up two-step sign-in, asks for it at the next sign-in, and ends other sessions', async () => {
  const { owner } = await instance.createTenant()
  const visitor = await visit(browser, instance.url, owner)
  const { page } = visitor
  await page.goto('/settings/security')
  await page.getByText('This device').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
  await expectAccessible(page)
  const key = await page.getByText(/^[A-Z2-7]{32}$/).textContent()
  const used = totpCode(key ?? '')
  await page.getByLabel('Code from your app').fill(used)
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByText('Save these recovery codes now', { exact: false }).waitFor()
  await expectAccessible(page)
  const recovery = await page
    .getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    .first()
    .textContent()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  expect(visitor.complaints).toEqual([])

  const other = await visit(browser, instance.url, null)
  await other.page.goto('/auth/login')
  await other.page.getByLabel('Email').fill(owner.auth.userName)
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await heading(other.page, 'Two-step sign-in').waitFor()
  await expectAccessible(other.page)
  await other.page.getByLabel('Code').fill(used)
  await other.page.keyboard.press('Enter')
  await other.page.getByText('That code is wrong', { exact: false }).waitFor()
  await other.page.getByLabel('Code').fill(recovery ?? '')
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL('**/conversations')

  await page.reload()
  await page.getByRole('button', { name: /^End session/ }).click()
  await other.page.waitForURL('**/auth/login**')
  await other.close()
  await visitor.close()
})
