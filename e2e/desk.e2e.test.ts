import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, SIZES, visit, WIDE } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test.each(SIZES)('the details panel and its dialogs are accessible and fit the screen: $size', async ({ options }) => {
  const tenant = await instance.createTenant({ locations: 2 })
  await tenant.createUser('Manager')
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  await tenant.textFrom(phone, 'STOP')
  ok(await tenant.owner.call(contract.contacts.update, { id: contact.id, name: 'Maya Long', birthDate: '1980-02-29' }))
  ok(await tenant.owner.call(contract.contacts.updateLabels, { id: contact.id, labels: ['New Lead'] }))
  ok(await tenant.owner.call(contract.notes.add, { contactId: contact.id, note: 'Afraid of drills' }))
  const { page, leave } = await visit(browser, instance.url, tenant.owner, options)
  await page.goto(`/conversations/${sid}`)
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('region', { name: 'Notes' }).getByText('Afraid of drills').waitFor()
  const activities = page.getByRole('region', { name: 'Activities' })
  await activities.getByText('Contact added').waitFor()
  await activities.getByText('set the name to “Maya Long”').waitFor()
  await page.getByText('Feb 29, 1980', { exact: true }).waitFor()
  await page.getByText('Opted out of texts', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const [item, title] of [
    ['Assign…', 'Assign to a teammate'],
    ['Edit contact…', 'Edit contact'],
    ['Change location…', 'Change location'],
    ['Delete conversation…', 'Delete this conversation?'],
    ['Delete contact…', 'Delete Maya Long?'],
  ] as const) {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: item }).waitFor()
    if (item === 'Assign…') await expectAccessible(page)
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog', { name: title }).waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' })
  }
  await leave()
})

test('renders the details panel once after switching between conversations', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'The first of two')
  await tenant.textFrom(newPhone(), 'The second of two')
  const { page, leave } = await visit(browser, instance.url, tenant.owner, WIDE)
  await page.goto(`/conversations/${sid}`)
  const panel = page.getByRole('complementary', { name: 'Details' })
  for (const text of ['The second of two', 'The first of two', 'The second of two']) {
    await panel.getByText('Contact added').waitFor()
    await page.getByRole('region', { name: 'Conversations' }).getByText(text).click()
    await page.getByRole('log').getByText(text).waitFor()
  }
  await panel.getByText('Contact added').waitFor()
  expect(await panel.getByRole('button', { name: 'Change labels' }).count()).toBe(1)
  expect(await panel.getByRole('combobox', { name: 'Tags' }).count()).toBe(1)
  await leave()
})

test('assigns and reassigns a conversation by keyboard, live for the teammate', async () => {
  const tenant = await instance.createTenant()
  const bea = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Can I move my visit?')
  const owner = await visit(browser, instance.url, tenant.owner)
  const member = await visit(browser, instance.url, bea)
  await member.page.goto('/conversations')
  await member.page.getByText('No open conversations').waitFor()
  await owner.page.goto(`/conversations/${sid}`)
  await owner.page.getByRole('button', { name: 'Assign to me' }).click()
  await owner.page.getByRole('log', { name: 'Messages' }).getByText('Olive Owner assigned it to themselves').waitFor()

  await owner.page.keyboard.press('a')
  const dialog = owner.page.getByRole('dialog', { name: 'Assign to a teammate' })
  await dialog.getByRole('radio', { name: /TeamMember Person/ }).press('Space')
  await dialog.getByLabel('Note').fill('She asked for you')
  await dialog.getByRole('button', { name: 'Assign' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await member.page.getByText('Can I move my visit?').first().click()
  await member.page.getByRole('log', { name: 'Messages' }).getByText('She asked for you').waitFor()
  // A note to the current assignee: no one else has to be chosen, and the note is in the thread.
  await owner.page.keyboard.press('a')
  expect(await dialog.getByRole('button', { name: 'Assign' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Note').fill('Before noon, please')
  await dialog.getByRole('button', { name: 'Assign' }).press('Enter')
  await member.page.getByRole('log', { name: 'Messages' }).getByText('Before noon, please').waitFor()
  await dialog.waitFor({ state: 'detached' })
  // It is open on the other screen when it is unassigned.
  await owner.page.keyboard.press('a')
  await dialog.getByRole('radio', { name: /Unassigned/ }).press('Space')
  await dialog.getByRole('button', { name: 'Assign' }).press('Enter')
  await member.page.getByText('You no longer have access to this conversation').waitFor()
  expect(await member.page.getByText('We couldn’t load this').count()).toBe(0)
  await member.page.getByText('No open conversations').waitFor()
  await owner.leave()
  await member.close()
})

test('edits, notes and labels a contact live, and deletes it after its last four digits are typed', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hi')
  const owner = await visit(browser, instance.url, tenant.owner, WIDE)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'), WIDE)
  for (const { page } of [owner, other]) await page.goto(`/conversations/${sid}`)
  const { page } = owner
  await page.getByRole('button', { name: 'Edit contact' }).click()
  const form = page.getByRole('dialog', { name: 'Edit contact' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Maya Long')
  await form.getByRole('textbox', { name: 'Email' }).fill('maya@example.test')
  await form.getByRole('button', { name: 'Save' }).click()
  await other.page.getByRole('heading', { name: 'Maya Long' }).first().waitFor()
  await page.getByRole('button', { name: 'Change labels' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Premium Lead' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'New note' }).fill('Afraid of drills')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('regular')
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  const details = (screen: Page) => screen.getByRole('complementary', { name: 'Details' })
  const activities = details(other.page).getByRole('region', { name: 'Activities' })
  for (const [section, text] of [
    ['Labels and tags', 'Premium Lead'],
    ['Labels and tags', 'regular'],
    ['Notes', 'Afraid of drills'],
    ['Activities', 'Afraid of drills'],
  ] as const)
    await details(other.page).getByRole('region', { name: section }).getByText(text).waitFor()
  for (const did of ['set the name to “Maya Long”', 'added the label Premium Lead', 'added the tag regular'])
    await activities.getByText(`${tenant.owner.auth.displayName} ${did}`).waitFor()
  const { labels, version } = ok(await tenant.owner.call(contract.contacts.getLabels, undefined))
  const renamed = labels.map((label) =>
    label.name === 'Premium Lead' ? { ...label, name: 'VIP', was: label.name } : label,
  )
  ok(await tenant.owner.call(contract.contacts.saveLabels, { labels: renamed, version }))
  for (const screen of [page, other.page]) await details(screen).getByText('VIP', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete contact…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(phone.slice(-4))
  await dialog.getByRole('button', { name: 'Delete contact' }).click()
  await page.getByText('No open conversations').waitFor()
  await other.page.getByText('You no longer have access to this conversation').waitFor()
  // A deleted conversation is requested once more, as it may have been merged: the event may arrive before the
  // response.
  await owner.leave('404')
  await other.close()
})
