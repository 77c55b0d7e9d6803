import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { createRequest } from '../apps/server/src/testing/payments.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, expectFits, PHONE, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('the command palette reaches conversations, screens and actions by keyboard alone', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Is my car ready?')
  const payment = await createRequest(tenant.owner, tenant, 500)
  ok(await tenant.owner.call(contract.paymentRequests.updateStatus, { id: payment.id, status: 'sent' }))
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: 'Is my car ready?' }).waitFor()

  // Its code is loaded now; keys typed meanwhile are not lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(phone.slice(-7))
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  const focused = field.and(page.locator(':focus'))
  await focused.waitFor()
  expect(await field.inputValue()).toBe(phone.slice(-7))
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Conversations' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/conversations/${sid}`)
  await field.waitFor({ state: 'detached' })

  // Messages by their words, and actions for the open conversation.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('car ready')
  await page.getByRole('group', { name: 'Messages' }).getByText('Is my car ready?').waitFor()
  await expectAccessible(page)
  await field.fill('close')
  await page.getByRole('option', { name: /^Close this conversation/, selected: true }).waitFor()
  await field.fill('invite')
  await page.getByRole('option', { name: 'Invite a teammate', selected: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  // Payment requests by their number, and by their contact.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Maya')
  const document = page.getByRole('group', { name: 'Payments' }).getByRole('option', { name: 'INV-0001 · Maya Chen' })
  await document.waitFor()
  await field.fill('INV-0001')
  await page.getByRole('option', { name: 'INV-0001 · Maya Chen', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/payments/${payment.id}`)

  const choose = async (typed: string) => {
    await page.keyboard.press('Control+k')
    // As fast as possible: no letter triggers a shortcut of the open conversation.
    await page.keyboard.type(typed)
    await focused.waitFor()
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'detached' })
  }
  await choose('carrier')
  await page.waitForURL('**/settings/frontdesk-phone-numbers')
  await choose('location 2 only')
  await page.getByRole('button', { name: /Location 2/ }).waitFor()
  await page.locator('[data-mantine-color-scheme=light]').waitFor()
  await choose('dark theme')
  await page.locator('[data-mantine-color-scheme=dark]').waitFor()
  await choose('new message')
  await page.getByRole('dialog', { name: 'New message' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Control+k')
  await field.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await leave()
})

test('the palette receives every key typed right after Ctrl+K, wherever the focus is', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'Hello')
  // With animations: closing one dialog and opening another take time.
  const { page, leave } = await visit(browser, instance.url, tenant.owner, { reducedMotion: 'no-preference' })
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  for (const where of ['the composer', 'the list', 'a dialog', 'a menu']) {
    await page.goto('/conversations')
    const row = page.getByRole('link').filter({ hasText: 'Hello' })
    await row.click()
    const composer = page.getByLabel('Message', { exact: true })
    await composer.fill('Half a sen')
    const { pathname } = new URL(page.url())
    // The second time its code is loaded already.
    for (const time of [1, 2]) {
      if (where === 'the list') await row.focus()
      if (where === 'a dialog') {
        await row.focus()
        await page.keyboard.press('c')
        await page.getByLabel('Phone number or name').and(page.locator(':focus')).waitFor()
      }
      if (where === 'a menu') {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Copy number' }).waitFor()
      }
      // All of them are shortcuts of the list, the thread or a menu.
      const typed = 'jkxe/cnhra dark'
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await field.and(page.locator(':focus')).waitFor()
      await page.getByRole('menu').waitFor({ state: 'detached' })
      const state = {
        typed: await field.inputValue(),
        dialogs: await page.getByRole('dialog').count(),
        written: await composer.inputValue(),
        pathname: new URL(page.url()).pathname,
      }
      expect([where, time, state]).toEqual([where, time, { typed, dialogs: 1, written: 'Half a sen', pathname }])
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
      await composer.focus()
    }
  }
  await leave()
})

test('the back button closes a dialog without leaving the screen', async () => {
  const tenant = await instance.createTenant()
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/conversations')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Numbers and carrier' }).click()
  const opener = page.getByRole('button', { name: 'Buy a number' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.evaluate(() => history.back())
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL('**/settings/frontdesk-phone-numbers')
  await eventually(async () => expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true))
  await leave()
})

test('unknown values in the URL of a list are ignored', async () => {
  const tenant = await instance.createTenant()
  await createRequest(tenant.owner, tenant, 500)
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  for (const [url, text] of [
    ['/bookings?view=all&range=all', 'No bookings yet'],
    ['/bookings/calendar?view=decade&date=yesterday', 'Month'],
    ['/payments?status=gone&range=all', 'Maya Chen'],
    ['/contacts?range=all&sort=height', 'Maya Chen'],
  ] as const) {
    await page.goto(url)
    await page.getByText(text).first().waitFor()
  }
  await leave()
})

test('offers plans for features outside the trial, and locks the app while the subscription is ended', async () => {
  const tenant = await instance.createTenant({ subscription: 'trial' })
  const dev = await instance.createTenant()
  await instance.makeDevAdmin(dev)
  const { sid } = await tenant.textFrom(newPhone(), 'Send me a picture')
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto(`/conversations/${sid}`)
  await page.getByRole('log', { name: 'Messages' }).getByText('Send me a picture').waitFor()
  await page.getByRole('button', { name: 'Attach a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to use this' })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'See plans' }).click()
  await page.waitForURL('**/settings/billing-and-plans')
  await page.getByText('1 of 1 used').waitFor()
  await expectAccessible(page)

  const { subscription } = ok(await tenant.owner.call(contract.subscription.get, undefined)).data
  const change = { ...subscription, tenantID: tenant.tenantId }
  const past = '2026-01-01T00:00:00.000Z'
  ok(await dev.owner.call(contract.devAdmin.setSubscription, { ...change, currentPeriodEnd: past }))
  await page.waitForURL('**/payment/trial-expired')
  const notice = page.getByRole('dialog', { name: 'Your trial has ended' })
  await notice.waitFor()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your trial has ended' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('no plan yet', { exact: false }).waitFor()
  ok(await dev.owner.call(contract.devAdmin.setSubscription, { ...change, status: 'active' }))
  // The page navigates on its own.
  await page.waitForURL('**/conversations')
  await leave()
})

test('pushes news, maintenance and a forced reload to open screens, and hides the admin page from others', async () => {
  const dev = await instance.createTenant()
  const tenant = await instance.createTenant()
  await instance.makeDevAdmin(dev)
  const admin = await visit(browser, instance.url, dev.owner)
  const other = await visit(browser, instance.url, tenant.owner)
  await other.page.goto('/dev-admin')
  await other.page.getByText('This page doesn’t exist').waitFor()
  await showScreen(other.page, '/conversations')
  await other.page.getByText('No open conversations').waitFor()

  await admin.page.goto('/dev-admin')
  await admin.page.getByLabel('Text', { exact: true }).fill('Calls are here')
  await expectAccessible(admin.page)
  await admin.page.getByRole('button', { name: 'Save banner' }).click()
  await other.page.getByText('Calls are here').waitFor()
  const news = other.page.getByRole('status').filter({ hasText: 'Calls are here' })
  await news.getByRole('button', { name: 'Dismiss' }).click()
  await other.page.getByText('Calls are here').waitFor({ state: 'detached' })

  await admin.page.getByLabel('Email of someone at the business').fill(tenant.owner.auth.userName)
  await admin.page.keyboard.press('Enter')
  await admin.page
    .getByRole('button', { name: /^Change .*’s subscription$/ })
    .first()
    .click()
  await admin.page.getByRole('dialog').getByLabel('Plan name').fill('Handmade')
  await expectAccessible(admin.page)
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await admin.page.getByText(/Handmade/).waitFor()

  await admin.page.getByLabel('Version that’s live now').fill('99.0.0')
  await admin.page.getByLabel('Force everyone to reload').check()
  await admin.page.getByRole('button', { name: 'Announce' }).click()
  const forced = other.page.getByRole('dialog', { name: 'A new version is available' })
  await forced.waitFor()
  await other.page.keyboard.press('Escape')
  await expectAccessible(other.page)
  await forced.getByRole('button', { name: 'Reload' }).waitFor()
  ok(await dev.owner.call(contract.devAdmin.deleteVersion, { version: '99.0.0' }))
  await admin.leave()
  await other.leave()
})

test('shows everything in the phone menu, and "not found" for unknown URLs inside and outside the app', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { page, leave } = await visit(browser, instance.url, tenant.owner, PHONE)
  await page.goto('/conversations')
  await page.getByRole('link', { name: 'Menu' }).click()
  await page.getByRole('heading', { name: 'Menu' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Location 2' }).click()
  await page.getByRole('button', { name: 'Location 2', pressed: true }).waitFor()
  await expectFits(page)
  await showScreen(page, '/no/such/screen')
  await page.getByText('This page doesn’t exist').waitFor()
  await page.getByRole('link', { name: 'Menu' }).waitFor()
  await leave()
})

test('the account holder exports the data, schedules deletion and cancels it', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'Something to keep')
  const member = await tenant.createUser('Manager')
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const colleague = await visit(browser, instance.url, member)
  await colleague.page.goto('/settings/delete-account')
  await colleague.page.getByText('Only the account holder can delete the account').waitFor()
  await page.goto('/settings/delete-account')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const link = page.getByRole('link', { name: /Download the export/ })
  await link.waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^frontdesk-.*\.zip$/)

  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' })
  await dialog.getByLabel('Business name').fill('Something else')
  expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Business name').fill(tenant.owner.auth.tenantName)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await colleague.page.getByText(/asked to delete this account/).waitFor()
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await page.getByRole('button', { name: 'Delete account…' }).waitFor()
  await colleague.page.getByText(/asked to delete this account/).waitFor({ state: 'detached' })
  await leave()
  await colleague.leave()
})

test('applies the chosen location to lists, counts, search, notifications and palette, also after a reload', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.numbers
  for (const [contactName, tenantPhoneNumber] of [
    ['Pat Uptown', first],
    ['Pat Harbor', second],
  ] as const) {
    const phone = newPhone()
    ok(
      await tenant.owner.call(contract.conversations.getSetSms, {
        contactName,
        contactPhoneNumber: phone,
        tenantPhoneNumber,
      }),
    )
    await tenant.textFrom(phone, `From ${contactName}`, { to: tenantPhoneNumber })
  }
  await instance.idle()
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const list = page.getByRole('region', { name: 'Conversations' })
  const open = list.getByRole('button', { name: /^Open/ })
  await page.goto('/conversations')
  await list.getByText('Pat Uptown', { exact: true }).waitFor()
  await list.getByText('Pat Harbor', { exact: true }).waitFor()
  await open.getByText('2').waitFor()

  await page.getByRole('button', { name: 'All locations' }).click()
  await page.getByRole('menuitem', { name: 'Location 2' }).click()
  await open.getByText('1').waitFor()
  await eventually(async () => expect(await list.getByText('Pat Uptown', { exact: true }).count()).toBe(0))
  await list.getByText('Pat Harbor', { exact: true }).waitFor()
  await page.getByLabel('Search people, numbers, and messages').fill('Pat')
  await page.waitForURL('**q=Pat**')
  await list.getByRole('list', { name: 'Conversations found' }).getByText('Pat Harbor', { exact: true }).waitFor()
  expect(await list.getByText('Pat Uptown', { exact: true }).count()).toBe(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('Pat')
  const matches = page.getByRole('group', { name: 'Conversations at Location 2' }).getByRole('option')
  await matches.getByText('Pat Harbor', { exact: true }).waitFor()
  expect(await matches.count()).toBe(1)
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('Uptown')
  await page.getByText('No results at Location 2').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor()
  const news = page.getByRole('main').getByRole('listitem')
  await news.filter({ hasText: 'Pat Harbor' }).waitFor()
  expect(await news.count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Location 2' }).waitFor()
  await page.getByRole('button', { name: 'Show all locations' }).click()
  await news.filter({ hasText: 'Pat Uptown' }).waitFor()
  expect(await news.count()).toBe(2)
  await leave()
})
