import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, openLive, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('adds, finds, edits, tags, filters and moves contacts, live on another screen', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  await tenant.textFrom(newPhone(), 'Hello')
  const number = newPhone()
  const taken = newPhone()
  ok(await tenant.owner.call(contract.contacts.add, { name: 'Ann Fisher', phone: taken }))
  const owner = await visit(browser, instance.url, tenant.owner)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'))
  const { page } = owner
  await other.page.goto('/contacts')
  await other.page.getByText('2 contacts').waitFor()
  await page.goto('/conversations')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByText('2 contacts').waitFor()

  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Maya O’Brien')
  await dialog.getByLabel('Phone number').fill(taken)
  await dialog.getByLabel('Phone number').press('Tab')
  await dialog.getByLabel('Month').selectOption('February')
  await dialog.getByLabel('Day').selectOption('29')
  await dialog.getByRole('button', { name: 'Open Ann Fisher' }).waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Phone number').fill(number)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  // The new contact opens beside the list under its own address.
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await panel.getByText('Feb 29').waitFor()
  await page.waitForURL(/\/contacts\/[0-9a-f-]{36}/)
  await expectAccessible(page)
  await other.page.getByText('3 contacts').waitFor()
  await other.page.getByRole('row', { name: /Maya O’Brien/ }).waitFor()

  await page.getByRole('searchbox', { name: 'Search name, number, or email' }).fill('obrien')
  await page.waitForURL('**q=obrien**')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await panel.getByRole('button', { name: /^Name:/ }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Maya O’Brien-Chen')
  await page.keyboard.press('Enter')
  await other.page.getByRole('row', { name: /Maya O’Brien-Chen/ }).waitFor()
  await panel.getByRole('combobox', { name: 'Tags' }).fill('vip')
  await panel.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
  await page.getByText('3 contacts').waitFor()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'vip' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('3 contacts').waitFor()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL('**sort=name**')
  await eventually(async () => expect(await page.getByRole('row').nth(1).textContent()).toContain('Ann Fisher'))

  for (const name of ['Ann Fisher', 'Maya O’Brien-Chen'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change location' }).click()
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Location 2' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await eventually(async () => expect(await other.page.getByRole('cell', { name: 'Location 2' }).count()).toBe(2))

  await page.getByText('2 contacts moved to Location 2').waitFor()

  await page.getByRole('checkbox', { name: 'Select Maya O’Brien-Chen' }).click()
  await page.getByRole('button', { name: 'Select all 3' }).click()
  await page.getByRole('button', { name: 'Add tags' }).click()
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('spring')
  await dialog.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  await eventually(async () => expect(await other.page.getByRole('cell', { name: /spring/ }).count()).toBe(3))
  const result = page
    .getByRole('region', { name: 'Bulk actions' })
    .locator('> div')
    .filter({ hasText: 'Added “spring”' })
  await result.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => expect(await other.page.getByRole('cell', { name: /spring/ }).count()).toBe(0))

  await page.getByRole('checkbox', { name: 'Select Maya O’Brien-Chen' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByLabel('To confirm, type “delete”').fill('delete')
  await dialog.getByRole('button', { name: 'Delete contact' }).click()
  for (const screen of [page, other.page]) await screen.getByText('2 contacts', { exact: true }).waitFor()
  // A text from an unknown number adds its contact.
  const stranger = newPhone()
  await tenant.textFrom(stranger, 'Do you take walk-ins?')
  for (const screen of [page, other.page]) await screen.getByText('3 contacts', { exact: true }).waitFor()
  await page.goto('/contacts?conversation=yes')
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click()
  await panel.getByRole('link', { name: 'Message' }).waitFor()
  await tenant.textFrom(stranger, 'STOP')
  await panel.getByText('Opted out of texts', { exact: true }).waitFor()
  await owner.leave('409')
  await other.leave()
})

test('defines a field, fills it in, filters by it, and saves a segment that a teammate sees live', async () => {
  const tenant = await instance.createTenant()
  for (const name of ['Ann Fisher', 'Maya Chen'])
    ok(await tenant.owner.call(contract.contacts.add, { name, phone: newPhone(), tags: ['vip', 'regular', 'spring'] }))
  const owner = await visit(browser, instance.url, tenant.owner)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'))
  const { page } = owner
  await other.page.goto('/contacts')
  await other.page.getByText('2 contacts').waitFor()

  await page.goto('/settings/contacts')
  const dialog = page.getByRole('dialog')
  for (const name of ['Plan', 'Visits']) {
    await page.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Type').selectOption(name === 'Plan' ? 'Choice' : 'Number')
    for (const option of name === 'Plan' ? ['Gold', 'Silver'] : []) {
      await dialog.getByLabel('Options').fill(option)
      await dialog.getByLabel('Options').press('Enter')
    }
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByText('Choice: Gold, Silver').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rename vip' }).click()
  await dialog.getByLabel('Tag').fill('regular')
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await page.getByText('2 contacts now tagged “regular”').waitFor()

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Actions for Maya Chen' }).click()
  await page.getByRole('menuitem', { name: 'Edit contact…' }).click()
  await dialog.getByLabel('Visits').fill('many')
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Gold' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number, such as 12.5.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Visits').fill('1,200')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Visits' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: '1,200' }).waitFor()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Visits from' }).fill('1,000')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('Plan: Gold').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save as segment' }).click()
  await dialog.getByLabel('Name').fill('Gold regulars')
  await dialog.getByLabel('Share with everyone').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const segments = other.page.getByRole('navigation', { name: 'Segments' })
  await segments.getByRole('button', { name: 'Gold regulars' }).click()
  await other.page.getByText('1 contact', { exact: true }).waitFor()
  await other.page.getByRole('row', { name: /Maya Chen/ }).waitFor()

  await page.getByRole('button', { name: 'Edit Gold regulars' }).click()
  await dialog.getByLabel('Name').fill('Gold')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await segments.getByRole('button', { name: /Gold$/ }).waitFor()
  await segments.getByRole('button', { name: 'All contacts' }).click()
  await other.page.getByText('2 contacts').waitFor()
  await owner.leave()
  await other.leave()

  // On a phone, a contact covers the list; back is where the list was.
  const several = Array.from({ length: 40 }, (_, index) => ({ name: `Person ${index}`, phone: newPhone() }))
  ok(await tenant.owner.call(contract.contacts.addList, { contacts: several }))
  const phone = await visit(browser, instance.url, await tenant.createUser('Manager'), PHONE)
  await phone.page.goto('/contacts?sort=name')
  const far = phone.page.getByRole('link', { name: 'Person 27' })
  // Rows that come into view may be higher than estimated, and move the others until all are measured.
  let previous = Infinity
  await eventually(async () => {
    if (!(await far.isVisible()))
      await phone.page
        .getByRole('link', { name: /^Person / })
        .last()
        .scrollIntoViewIfNeeded()
    await far.scrollIntoViewIfNeeded({ timeout: 500 })
    const { y = Infinity } = (await far.boundingBox({ timeout: 500 })) ?? {}
    const before = previous
    previous = y
    expect(y).toBeLessThan(700)
    expect(y).toBe(before)
  })
  await far.click()
  await phone.page.getByRole('button', { name: 'Back to contacts' }).click()
  await far.waitFor()
  expect(await phone.page.getByRole('link', { name: 'Ann Fisher' }).isVisible()).toBe(false)
  await phone.leave()
})

test('an opt-out is recorded and refuses texts, its evidence prints, and two people edit one contact', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Is my order ready?')
  ok(await tenant.owner.call(contract.contacts.update, { id: contact.id, name: 'Maya Chen', email: 'maya@home.test' }))
  ok(
    await tenant.owner.call(contract.scheduledMessages.create, {
      conversationSid: sid,
      text: 'A reminder',
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
      clientMessageId: crypto.randomUUID(),
    }),
  )
  const manager = await tenant.createUser('Manager')
  const owner = await visit(browser, instance.url, tenant.owner)
  const other = await visit(browser, instance.url, manager)
  const { page } = owner
  const dialog = page.getByRole('dialog')
  await page.goto(`/contacts/${contact.id}`)
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await panel.getByText('No opt-in or opt-out recorded').waitFor()
  await panel.getByText('1 conversation (1 open)').waitFor()
  await openLive(other.page, `/conversations/${sid}`)

  await panel.getByRole('button', { name: 'Record consent…' }).click()
  await dialog.getByLabel('How they said it').selectOption('In person')
  await dialog.getByLabel('Their words').fill('Please, no more texts')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await panel.getByRole('region', { name: 'Consent' }).getByText('Opted out of all texts').waitFor()
  await other.page.getByText('This contact opted out of texts').waitFor()
  const refused = await manager.call(contract.messages.send, {
    conversationSid: sid,
    text: 'Hi',
    clientMessageId: crypto.randomUUID(),
  })
  expect(refused).toMatchObject({ body: { data: { reasons: ['opted-out'] } } })

  await panel.getByRole('link', { name: 'History and evidence' }).click()
  const history = page.getByRole('region', { name: 'History' })
  for (const text of ['Opted out of all texts', 'In person', 'Please, no more texts', tenant.owner.auth.displayName])
    await history.getByText(text).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  await page.getByText(`Printed by ${tenant.owner.auth.displayName}`).waitFor()
  await page.emulateMedia({ media: null })
  await page.getByText(`Printed by ${tenant.owner.auth.displayName}`).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Back to contact' }).click()

  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit contact…' }).click()
  await dialog.getByLabel('Email').fill('maya@mine.test')
  ok(await manager.call(contract.contacts.update, { id: contact.id, email: 'maya@theirs.test', name: 'Maya C' }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog
    .getByText(`${manager.auth.displayName} changed the email to “maya@theirs.test” while you were editing.`)
    .waitFor()
  await expectAccessible(page)
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Maya C')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await other.page.goto(`/contacts/${contact.id}`)
  await other.page.getByRole('button', { name: 'Email: maya@mine.test' }).waitFor()

  await panel.getByRole('button', { name: 'Edit birthday: None' }).click()
  await panel.getByLabel('Month').selectOption('February')
  await panel.getByLabel('Day', { exact: true }).selectOption('29')
  await panel.getByRole('button', { name: 'Save' }).click()
  await other.page.getByText('Feb 29', { exact: true }).waitFor()
  await other.page.getByText(`${tenant.owner.auth.displayName} set the birthday to Feb 29`).waitFor()

  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete contact…' }).click()
  await dialog.getByText('1 scheduled message will be canceled.').waitFor()
  await dialog.getByRole('textbox').fill(phone.slice(-4))
  await dialog.getByRole('button', { name: 'Delete contact' }).click()
  await page.getByText('No contacts yet').waitFor()
  // The live event of the deletion may arrive before its response, while the contact is still on screen.
  await owner.leave('409', '404')
  await other.leave('404')
})

test('adds a second number, merges two contacts from the list and from a suggestion, and unmerges', async () => {
  const tenant = await instance.createTenant()
  const [first, second] = [newPhone(), newPhone()]
  await tenant.textFrom(first, 'From my cell')
  const twin = ok(
    await tenant.owner.call(contract.contacts.add, {
      name: 'Maya Chen',
      phone: newPhone(),
      email: 'maya@example.test',
    }),
  )
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  const { contact } = (await tenant.list(tenant.owner))[0] ?? {}
  ok(
    await tenant.owner.call(contract.contacts.update, { id: contact?.id ?? '', name: 'Maya', email: 'm@example.test' }),
  )
  await page.goto(`/contacts/${contact?.id}`)
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await panel.getByRole('button', { name: 'Add number' }).click()
  await panel.getByRole('textbox', { name: 'Add number' }).fill(twin.phone)
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Merge with Maya Chen…' }).waitFor()
  await panel.getByRole('textbox', { name: 'Add number' }).fill(second)
  await page.keyboard.press('Enter')
  const numbers = panel.getByRole('list', { name: 'Phone numbers' })
  await eventually(async () => expect(await numbers.getByRole('link').count()).toBe(2))
  await expectAccessible(page)
  // The other number becomes the main one: the address of the contact changes with it.
  await panel
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Make main number' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(contact?.id ?? ''))
  await panel.getByRole('link', { name: 'From my cell', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()

  for (const name of ['Maya', 'Maya Chen'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Maya Chen').check()
  await dialog.getByText('All emails are kept').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 contacts', { exact: true }).waitFor()

  ok(await tenant.owner.call(contract.contacts.update, { id: contact?.id ?? '', name: 'maya chen' }))
  await page.goto('/contacts')
  await page.getByRole('link', { name: '1 possible duplicate' }).click()
  await page.getByText('Same name and location', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Merge…' }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('No duplicates found').waitFor()
  await page.goto(`/contacts/${contact?.id}`)
  await panel.getByText(/Merged from/).waitFor()
  await panel.getByRole('button', { name: 'Unmerge' }).click()
  await dialog.getByRole('button', { name: 'Unmerge' }).click()
  await panel.getByText(/Merged from/).waitFor({ state: 'detached' })
  await page.getByText('2 contacts', { exact: true }).waitFor()
  await owner.leave('409')
})
