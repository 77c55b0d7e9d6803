import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, visit, WIDE } from './browser.ts'
import { openJourney } from './journey.ts'

/** The sandbox's carrier, until the test makes it unreachable. */
let carrierUrl: string | null = null
const { instance, browser } = await openJourney({ carrierUrl: (sandboxUrl) => carrierUrl ?? sandboxUrl })

const thread = (page: Page) => page.getByRole('log', { name: 'Messages' })
const national = (phone: string) => `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`

test('a new message suggests contacts, checks the number with the carrier and names the conversation', async () => {
  const tenant = await instance.createTenant()
  const existing = await tenant.textFrom(newPhone(), 'Hello there')
  ok(await tenant.owner.call(contract.contacts.update, { id: existing.contact.id, name: 'Anna Reyes' }))
  const landline = newPhone()
  await instance.addFault({ kind: 'landline', phone: landline })
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/conversations/new')
  const dialog = page.getByRole('dialog', { name: 'New message' })
  const to = dialog.getByLabel('Phone number or name')
  await to.fill(national(landline))
  await dialog.getByText('Landline phone numbers are not allowed as they do not receive OTPs.').waitFor()
  await to.fill('+44 7400 123456')
  await dialog.getByText("Phone number isn't valid. Please enter a valid US or Canada phone number.").waitFor()
  await to.fill('(555) 123-4567')
  await dialog.getByText("This phone number doesn't seem to be valid.", { exact: false }).waitFor()
  await expectAccessible(page)
  carrierUrl = 'http://127.0.0.1:1'
  await to.fill(national(newPhone()))
  await dialog.getByText('We couldn’t check this number right now.', { exact: false }).waitFor()
  carrierUrl = null

  await to.fill('reyes')
  await page.getByRole('option', { name: /Anna Reyes/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => to.inputValue()).toBe('Anna Reyes')
  await dialog.getByRole('button', { name: 'Start conversation' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Letters that are shortcuts elsewhere: close, assign, new message.
  await page.keyboard.type('each day')
  await thread(page).getByText('Hello there').waitFor()
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => composer.inputValue()).toBe('each day')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await composer.press('Escape')
  await page.keyboard.press('c')
  await to.fill('reyes')
  await page.getByRole('option', { name: /Anna Reyes/ }).click()
  await to.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type('!')
  await expect.poll(() => composer.inputValue()).toBe('each day!')
  await composer.fill('')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename conversation…' }).click()
  await page.getByLabel('Conversation name').fill('Wedding of the Reyes')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Wedding of the Reyes' }).waitFor()
  await thread(page).getByText('Olive Owner renamed it to Wedding of the Reyes').waitFor()
  await leave()
})

test('adds, renames and deletes a label, live on another screen', async () => {
  const tenant = await instance.createTenant()
  const { contact, sid } = await tenant.textFrom(newPhone(), 'Hello there')
  ok(await tenant.owner.call(contract.contacts.updateLabels, { id: contact.id, labels: ['New Lead'] }))
  const other = await visit(browser, instance.url, tenant.owner, WIDE)
  await other.page.goto(`/conversations/${sid}`)
  const labels = other.page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('region', { name: 'Labels and tags' })
  await labels.getByText('New Lead').waitFor()
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  await page.goto('/settings/labels')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('New Lead').getByText('1 contact').waitFor()
  await page.getByRole('button', { name: 'Edit New Lead' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Fresh lead')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await row('Fresh lead').getByText('1 contact').waitFor()
  await labels.getByText('Fresh lead').waitFor()
  await page.getByRole('button', { name: 'Add a label' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('fresh LEAD')
  await page.keyboard.press('Enter')
  await page.getByText('Another label has this name').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('Braces')
  await page.getByRole('button', { name: 'Add label', exact: true }).click()
  await row('Braces').waitFor()
  await page.getByRole('button', { name: 'Delete Fresh lead' }).click()
  await page.getByRole('dialog').getByText('1 contact loses this label', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Delete label', exact: true }).click()
  await row('Fresh lead').waitFor({ state: 'detached' })
  await labels.getByText('Fresh lead').waitFor({ state: 'detached' })
  await leave()
  await other.leave()
})
