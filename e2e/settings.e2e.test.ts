import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone, startTestInstance } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, showScreen, visit, WIDE } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('adds a location found on Google, live in the switcher of another screen', async () => {
  const tenant = await instance.createTenant()
  const other = await visit(browser, instance.url, await tenant.createUser('TeamMember'))
  await other.page.goto('/conversations')
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/settings/location/add')
  await page.getByLabel('Find it on Google').fill('wicker park')
  await page.getByRole('option', { name: /Wicker Park Dental/ }).click()
  await expect.poll(() => page.getByLabel('Address').inputValue()).toContain('1542 N Milwaukee Ave')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Wicker Park Dental' }).getByText('Central Time').waitFor()
  await other.page.getByText('All locations').first().waitFor()
  await owner.leave()
  await other.leave()
})

test('lets the address be typed when Google is unavailable, and says so', async () => {
  const cutOff = await startTestInstance({ placesUrl: () => 'http://127.0.0.1:9' })
  const tenant = await cutOff.createTenant()
  const owner = await visit(browser, cutOff.url, tenant.owner)
  const { page } = owner
  await page.goto('/settings/location/add')
  await page.getByLabel('Find it on Google').fill('wicker park')
  await page.getByText('We can’t search Google right now').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Uptown')
  await page.getByLabel('Address').fill('5 Elm St, Boise')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('listitem').filter({ hasText: '5 Elm St, Boise' }).waitFor()
  await owner.leave('502')
  await cutOff.close()
})

test('sends the closed-hours auto-reply, shown in the thread and on the phone', async () => {
  const tenant = await instance.createTenant()
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/settings/business-hours')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await page.getByRole('combobox', { name: `${day}: open or closed` }).selectOption('Closed')
  }
  await page.getByRole('switch', { name: 'Reply when we’re closed' }).press('Space')
  await page.getByRole('textbox', { name: 'Response' }).fill('We are closed, :contact_first_name:. Back on Monday.')
  await page.getByRole('textbox', { name: 'Response' }).blur()
  await page.getByText('Saved', { exact: true }).waitFor()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Anybody there?')
  await showScreen(page, `/conversations/${sid}`)
  await page.getByRole('log', { name: 'Messages' }).getByText('We are closed. Back on Monday.').waitFor()
  await page.getByText('Auto-reply').first().waitFor()
  await owner.leave()
})

test('adds a template with preview, and inserts it by typing a slash', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Where can I park?')
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/settings/templates')
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Parking')
  await dialog.getByLabel('Message').fill('Park behind :business_name:, :foo_bar:')
  await dialog.getByText('There’s no variable :foo_bar:', { exact: false }).waitFor()
  await dialog.getByLabel('Message').fill('Park behind :business_name:')
  await dialog.getByTestId('template-preview').getByText('Park behind Business').waitFor()
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await page.getByRole('row').filter({ hasText: 'Parking' }).waitFor()

  await showScreen(page, `/conversations/${sid}`)
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('/')
  await page.getByRole('textbox', { name: 'Search templates' }).fill('park')
  await page.getByRole('option', { name: /Parking/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message', exact: true }).inputValue())
    .toMatch(/^Park behind Business /)
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
  await page.locator('[data-delivery=delivered]').waitFor()
  expect(ok(await tenant.owner.call(contract.templates.getList, undefined)).templates[0]).toMatchObject({
    title: 'Parking',
    usedCount: 1,
  })
  await owner.leave()
})

test('edits statuses and sets one from the inbox; blocks and unblocks a number', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const owner = await visit(browser, instance.url, tenant.owner, WIDE)
  const { page } = owner
  await page.goto('/settings/contacts/statuses')
  await page.getByRole('button', { name: 'Add suggested statuses' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await showScreen(page, `/conversations/${sid}`)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Booked')
  await expect
    .poll(async () => (await tenant.list(tenant.owner))[0]?.attributes.statusName, { timeout: 10_000 })
    .toBe('Booked')

  await showScreen(page, '/settings/contacts/blocked-numbers')
  await page.getByRole('button', { name: 'Block a number' }).click()
  await page.getByRole('dialog').getByLabel('Phone number').fill('(206) 555-0177')
  await page.keyboard.press('Enter')
  await page.getByText('(206) 555-0177').waitFor()
  await page.getByRole('button', { name: 'Unblock (206) 555-0177' }).click()
  await page.getByText('No blocked numbers').waitFor()
  await owner.leave()
})

test('adds a follow-up, asks before leaving it unsaved, and turns it on live for others', async () => {
  const tenant = await instance.createTenant()
  const owner = await visit(browser, instance.url, tenant.owner)
  const manager = await visit(browser, instance.url, await tenant.createUser('Manager'))
  await manager.page.goto('/marketing/automations')
  await manager.page.getByText('No automations yet').waitFor()
  const { page } = owner
  await page.goto('/marketing/automations')
  await page.getByRole('button', { name: 'New automation' }).first().click()
  await page.getByRole('menuitem', { name: /^Follow-up/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nudge')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Write the text to send.').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Any questions?')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nudge' }).waitFor()
  await page.getByText('It hasn’t run yet').waitFor()
  await page.getByRole('switch', { name: 'Turn on Nudge' }).press('Space')
  const row = manager.page.getByRole('row').filter({ hasText: 'Nudge' })
  await row.getByText('On', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Actions for Nudge' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Copy of Nudge' }).waitFor()
  await manager.page.getByRole('link', { name: 'Copy of Nudge' }).waitFor()
  await owner.leave()
  await manager.leave()
})
