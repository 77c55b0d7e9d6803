import { readFile } from 'node:fs/promises'
import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('exports contacts, imports the file again, undoes that, and makes a group of those who match a filter', async () => {
  const tenant = await instance.createTenant()
  const add = (name: string, details: object = {}) =>
    tenant.owner.call(contract.contacts.add, { name, phone: newPhone(), ...details })
  for (const name of ['Ann Fisher', 'Maya O’Brien']) ok(await add(name, { otherPhones: [newPhone()], tags: ['vip'] }))
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const dialog = page.getByRole('dialog')
  await page.goto('/contacts')
  await page.getByText('2 contacts', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await downloading).path())
  expect(String(file)).toContain('"Phone","Phone 2"')
  for (const { id } of ok(await tenant.owner.call(contract.contactList.getList, {})).contacts)
    ok(await tenant.owner.call(contract.contacts.remove, { id }))
  await page.getByText('No contacts yet').waitFor()

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
  await page.getByText('This file is empty.').waitFor()
  await input.setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: file })
  await page.getByRole('combobox', { name: 'Field for Phone 2' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Field for Phone 2' }).inputValue()).toBe('Another phone number')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import 2 contacts' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()
  await page.getByText('2 contacts added.').waitFor()
  expect(ok(await tenant.owner.call(contract.contactList.getList, {})).contacts).toMatchObject([
    { phones: [{}, {}], tags: ['vip'] },
    { phones: [{}, {}], tags: ['vip'] },
  ])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 contacts were deleted or restored.').waitFor()

  for (const name of ['Bob Roy', 'Cy Day']) ok(await add(name, { tags: [name === 'Bob Roy' ? 'vip' : 'other'] }))
  const segment = { name: 'Others', search: 'tag=other' }
  ok(await tenant.owner.call(contract.contactSegments.save, segment))
  await page.goto('/groups/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Best')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'vip' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('1 contact matches now.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { name: 'Best' }).waitFor()
  await page.getByRole('link', { name: 'Bob Roy' }).waitFor()

  // A fixed group starts with the members of a segment.
  await page.goto('/groups/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Others today')
  await page.getByRole('radio', { name: 'Contacts you choose' }).check()
  await page.getByRole('combobox', { name: 'Filter' }).click()
  await page.getByRole('option', { name: 'Segment: Others' }).click()
  await page.getByText('1 contact matches now.').waitFor()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('link', { name: 'Cy Day' }).waitFor()
  await leave()
})
