import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPng } from '../apps/server/src/testing/files.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, PHONE, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('counts notifications live, opens one, and removes it once read', async () => {
  const tenant = await instance.createTenant()
  const visitor = await visit(browser, instance.url, tenant.owner)
  const { page } = visitor
  await page.goto('/notifications')
  await page.getByText('No notifications yet').waitFor()
  await expectAccessible(page)
  await tenant.textFrom(newPhone(), 'Are you open on Sunday?')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Are you open on Sunday?' }).waitFor()
  await expectAccessible(page)
  expect(await page.title()).toMatch(/^\(1\) Notifications/)

  await page.getByRole('main').getByRole('link').filter({ hasText: 'Are you open on Sunday?' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('Are you open on Sunday?').waitFor()
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.getByRole('radiogroup').getByText('Unread').click()
  await page.getByText('You’re all caught up').waitFor()

  await tenant.textFrom(newPhone(), 'One more')
  await page.getByRole('button', { name: /^Mark read/ }).click()
  await page.getByText('You’re all caught up').waitFor()
  await visitor.leave()
})

test('saves notification settings automatically, and shows no toast when off', async () => {
  const tenant = await instance.createTenant()
  const visitor = await visit(browser, instance.url, tenant.owner)
  const { page } = visitor
  await page.goto('/settings/notification-settings')
  const desktop = page.getByRole('switch', { name: 'New unassigned message: Desktop' })
  await desktop.waitFor()
  await expectAccessible(page)

  await tenant.textFrom(newPhone(), 'Heard')
  await page.getByRole('region', { name: 'Alerts' }).getByText('Heard').waitFor()

  await desktop.focus()
  await page.keyboard.press('Space')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByRole('switch', { name: 'Quiet hours' }).focus()
  await page.keyboard.press('Space')
  const from = page.getByRole('combobox', { name: 'From' })
  await from.fill('6:35 pm')
  await from.press('Enter')
  await page.getByRole('combobox', { name: 'Until' }).waitFor()
  await expectAccessible(page)
  await page.reload()
  await eventually(async () => expect(await desktop.isChecked()).toBe(false))
  await eventually(async () => expect(await from.inputValue()).toBe('6:35 PM'))

  await tenant.textFrom(newPhone(), 'Not heard')
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor()
  expect(await page.getByRole('region', { name: 'Alerts' }).getByText('Not heard').count()).toBe(0)
  await visitor.leave()
})

test('on a phone, a toast covers neither the search nor the navigation, and in a conversation not the composer', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const visitor = await visit(browser, instance.url, tenant.owner, PHONE)
  const { page } = visitor
  const toastBeside = async (text: string, ...others: Locator[]) => {
    for (const other of others) await other.waitFor()
    await tenant.textFrom(newPhone(), text)
    const toast = page.getByRole('region', { name: 'Alerts' }).locator('div').filter({ hasText: text }).first()
    await toast.waitFor()
    const [box, ...boxes] = await Promise.all([toast, ...others].map((each) => each.boundingBox()))
    for (const other of boxes)
      if (!box || !other || (box.y < other.y + other.height && other.y < box.y + box.height))
        throw new Error(`A toast at ${JSON.stringify(box)} covers ${JSON.stringify(other)}.`)
  }
  await page.goto('/conversations')
  const search = page.getByRole('textbox', { name: 'Search people, numbers, and messages' })
  await toastBeside('News in the list', search, page.getByRole('navigation', { name: 'Main' }))
  await page.goto(`/conversations/${sid}`)
  await toastBeside('News in a conversation', page.getByRole('textbox', { name: 'Message', exact: true }))
  await visitor.leave()
})

test('changes name and cropped picture by keyboard, live for a teammate', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const [visitor, teammate] = [
    await visit(browser, instance.url, tenant.owner),
    await visit(browser, instance.url, manager, PHONE),
  ]
  const { page } = visitor
  await teammate.page.goto('/conversations')
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Edit', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Olive van Berg')
  await page.keyboard.press('Enter')
  await page.getByRole('definition').filter({ hasText: 'Olive van Berg' }).waitFor()

  await page.getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /^Choose/ }).click(),
    ])
    await chooser.setFiles(file)
  }
  await choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await dialog.getByRole('alert').getByText('We can’t read this image', { exact: false }).waitFor()
  await choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await createPng(600, 300)) })
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await page.locator('main img[src^="/files/avatars/"]').waitFor()
  await expectAccessible(page)

  await teammate.page.getByRole('button', { name: /^Team:/ }).click()
  await teammate.page.getByRole('dialog').getByText('Olive van Berg').waitFor()
  const picture = teammate.page.getByRole('dialog').locator('img[src^="/files/avatars/"]')
  await eventually(async () =>
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256),
  )
  await expectAccessible(teammate.page)
  await visitor.leave()
  await teammate.leave()
})

test('shows which teammates have the same conversation open', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const { sid } = await tenant.textFrom(newPhone(), 'Hello there')
  const [one, two] = [await visit(browser, instance.url, tenant.owner), await visit(browser, instance.url, manager)]
  await one.page.goto(`/conversations/${sid}`)
  await two.page.goto(`/conversations/${sid}`)
  await one.page.getByLabel('Also viewing: Manager Person').waitFor()
  await two.page.getByLabel('Also viewing: Olive Owner').waitFor()
  await showScreen(two.page, '/settings/devices')
  await two.page.getByText('No devices yet').waitFor()
  await expectAccessible(two.page)
  await one.page.getByLabel('Also viewing: Manager Person').waitFor({ state: 'detached' })
  await two.close()
  await one.page.getByRole('button', { name: 'No one else online' }).waitFor()
  await one.close()
})
