import { expect, test } from 'vitest'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('signs up a business, buys a number and sends its first text', async () => {
  const visitor = await visit(browser, instance.url, null)
  const { page } = visitor
  const phone = newPhone()
  await page.goto('/')
  await page.getByRole('link', { name: /sign up|create/i }).click()
  await page.getByLabel('Business name').fill('Corner Garage')
  await page.getByLabel('Email').fill('ann@')
  await page.getByRole('button', { name: 'Create account' }).click()
  // All errors at once, in our own texts.
  await page.getByText('Enter an email address, such as ann@example.com.').waitFor()
  expect(await page.getByText('This is required.').count()).toBe(2)
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Email').fill(`ann-${crypto.randomUUID()}@example.test`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/auth/sign-up-success')
  await page.getByRole('heading', { name: 'Corner Garage is ready' }).waitFor()
  await page.getByRole('link', { name: 'Open the inbox' }).click()
  await page.waitForURL('**/conversations')

  // “New message” leads to what is missing.
  await page.getByRole('button', { name: 'New message' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Add a phone number' }).click()
  await page.waitForURL('**/settings/frontdesk-phone-numbers')
  await page.getByRole('button', { name: 'Buy a number' }).first().click()
  await page.getByLabel('Find a number').fill('Chicago, IL')
  await page
    .getByRole('radio', { name: /^\(312\) \d{3}-\d{4} ?Chicago, IL ?\$1\.15/ })
    .first()
    .check()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Buy \(312\)/ }).click()
  await page.getByRole('dialog', { name: 'Your new number' }).waitFor()
  await expectAccessible(page)
  const [number] = /\(312\) \d{3}-\d{4}/.exec((await page.getByRole('dialog').textContent()) ?? '') ?? ['']
  await page.getByText('Waiting for your first text', { exact: false }).waitFor()
  const sent = await fetch(`${instance.url}/sandbox/api/phones/${newPhone()}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `+1${number.replace(/\D/g, '')}`, body: 'Hello' }),
  })
  expect(sent.ok).toBe(true)
  await page.getByText('Your first text has arrived', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: number }).waitFor()

  await page.getByRole('link', { name: /^Inbox/ }).click()
  const checklist = page.getByRole('region', { name: 'Get started' })
  await checklist.getByText('2 of 4 done', { exact: false }).waitFor()
  await checklist.getByText('14 days left in your trial').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New message' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByLabel(/^Name/).fill('Pat Driver')
  await dialog.getByRole('button', { name: /start|open|write|next/i }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Your car is ready.')
  await page.keyboard.press('Enter')
  await page.locator('[data-delivery=delivered]').waitFor()
  const shown = await (await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`)).json()
  expect(shown.messages.map(({ body }: { body: string }) => body)).toEqual(['Your car is ready.'])
  await visitor.leave()
})

test('redirects back after sign-in, and signs out all tabs', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello there')
  const visitor = await visit(browser, instance.url, null)
  const { page } = visitor
  await page.goto(`/conversations/${sid}`)
  await page.waitForURL('**/auth/login?redirect=**')
  await page.getByLabel('Email').fill(tenant.owner.auth.userName)
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Incorrect email or password', { exact: false }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('Hello there').waitFor()

  const second = await page.context().newPage()
  await second.goto('/conversations')
  await second.getByRole('link').filter({ hasText: 'Hello there' }).waitFor()
  await page.goto('/logout')
  await page.waitForURL('**/auth/login**')
  // Back on the previous screen after signing in again.
  await second.waitForURL('**/auth/login?redirect=%2Fconversations')
  await visitor.close()
})

test('signs out at once when the session is ended on another device', async () => {
  const tenant = await instance.createTenant()
  const visitor = await visit(browser, instance.url, tenant.owner)
  await visitor.page.goto('/conversations')
  await visitor.page.getByText('No open conversations').waitFor()
  await fetch(`${instance.url}/api/main/Authenticate/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.owner.auth.bearerToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await visitor.page.waitForURL('**/auth/login?redirect=%2Fconversations')
  await visitor.page.getByText('Your session has ended.', { exact: false }).waitFor()
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(tenant.owner.auth.userName)
  await visitor.close()
})

test('asks signed-out visitors of an unknown URL to sign in, then shows "not found"', async () => {
  const tenant = await instance.createTenant()
  const visitor = await visit(browser, instance.url, null)
  const { page } = visitor
  await page.goto('/no-such-page?a=1')
  await page.waitForURL('**/auth/login?redirect=%2Fno-such-page%3Fa%3D1')
  await page.getByLabel('Email').fill(tenant.owner.auth.userName)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor()
  await visitor.leave()
})

test('shows a team member only assigned conversations and permitted settings', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  await tenant.textFrom(newPhone(), 'For nobody in particular')
  const visitor = await visit(browser, instance.url, member)
  await visitor.page.goto('/conversations')
  await visitor.page.getByText('No open conversations').waitFor()
  expect(await visitor.page.getByText('For nobody in particular').count()).toBe(0)
  await visitor.page.getByRole('link', { name: 'Settings' }).click()
  await visitor.page.getByRole('link', { name: 'Profile' }).waitFor()
  expect(await visitor.page.getByRole('link', { name: 'Numbers and carrier' }).count()).toBe(0)
  await visitor.page.goto('/settings/frontdesk-phone-numbers')
  await visitor.page
    .getByText(/admin_manage_settings|permission/i)
    .first()
    .waitFor()
  await eventually(async () => expect(await visitor.page.title()).not.toMatch(/^\(/))
  await visitor.close()
})
