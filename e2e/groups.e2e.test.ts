import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { createPng } from '../apps/server/src/testing/files.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

/** Whether it is between 9 a.m. and 8 p.m. in a time zone. */
const isDay = (timeZone: string) => {
  const { hour } = Temporal.Now.zonedDateTimeISO(timeZone)
  return hour >= 9 && hour < 20
}

test('groups selected contacts, writes to all of them, and counts who replied', async () => {
  const tenant = await instance.createTenant()
  // Numbers of other countries are in the zone of the location, which is moved to where it is day, so that nothing is
  // held.
  const timeZone = ['America/New_York', 'Asia/Tokyo', 'Pacific/Auckland', 'Europe/Berlin', 'Pacific/Honolulu'].find(
    isDay,
  )
  ok(await tenant.owner.call(contract.locations.update, { id: tenant.locationIds[0] ?? '', timeZone }))
  const phones = [1, 2, 3].map((n) => `+4420794600${n}${newPhone().slice(-1)}`)
  for (const [index, phone] of phones.entries()) {
    const { contact } = await tenant.textFrom(phone, 'Hello')
    ok(
      await tenant.owner.call(contract.contacts.update, {
        id: contact.id,
        name: ['Ann Lee', 'Bob Roy', 'Cy Day'][index] ?? '',
      }),
    )
  }
  const [ann = '', bob = ''] = phones
  const textsTo = async (phone: string) =>
    (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')
  const owner = await visit(browser, instance.url, tenant.owner)
  const manager = await visit(browser, instance.url, await tenant.createUser('Manager'), PHONE)
  const { page } = owner
  await page.goto('/contacts')
  for (const name of ['Ann Lee', 'Bob Roy']) await page.getByRole('checkbox', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Add to group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Regulars')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { name: 'Regulars' }).waitFor()
  await page.getByText('2 members').waitFor()
  await page.getByLabel('Add a member').fill('Cy')
  await page.getByRole('option', { name: /Cy Day/ }).click()
  await page.getByText('3 members').waitFor()
  await page.getByRole('button', { name: 'Remove Cy Day' }).click()
  await page.getByText('2 members').waitFor()

  await manager.page.goto('/groups')
  await manager.page.getByRole('link', { name: 'Regulars' }).click()
  // Undone in the first seconds, the text and the file are back in the box, and no one got it.
  ok(await tenant.owner.call(contract.profile.savePreferences, { undoSend: true }))
  await page.reload()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Hi, we open at eight')
  const picture = { name: 'map.png', mimeType: 'image/png', buffer: Buffer.from(await createPng()) }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByText('Sent as one MMS each').waitFor()
  await page.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('dialog').getByText('With 1 file, as an MMS each.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByText(/Sends in \d s/).waitFor()
  await manager.page.getByText('Hi, we open at eight').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => box.inputValue()).toBe('Hi, we open at eight')
  await page.getByRole('button', { name: 'Remove map.png' }).waitFor()
  await manager.page.getByText('Hi, we open at eight').waitFor({ state: 'detached' })
  expect(await textsTo(bob)).toEqual([])
  ok(await tenant.owner.call(contract.profile.savePreferences, { undoSend: false }))
  await page.reload()
  await page.locator('input[type=file]').setInputFiles(picture)

  await box.fill('Hi :contact_first_name:, we open at nine')
  await page.getByText('2 people get it').waitFor()
  await page.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('dialog').getByText('Hi Ann, we open at nine').waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  for (const screen of [page, manager.page]) await screen.getByText('2 delivered').waitFor()
  expect(await textsTo(bob)).toMatchObject([{ body: 'Hi Bob, we open at nine', media: [{ contentType: 'image/png' }] }])
  await manager.page.getByRole('button', { name: 'Show map.png' }).waitFor()

  await tenant.textFrom(ann, 'Great, thanks!')
  for (const screen of [page, manager.page]) await screen.getByText('1 reply').waitFor()
  await page.getByRole('tab', { name: 'Stats' }).click()
  await page.getByText('50%').waitFor()
  await page.getByRole('link', { name: 'Details' }).click()
  const recipient = page.getByRole('row', { name: /Ann Lee/ })
  await recipient.getByRole('button', { name: 'Show reply' }).click()
  await page.getByRole('dialog').getByText('Great, thanks!').waitFor()
  await page.keyboard.press('Escape')
  await recipient.getByRole('link', { name: 'Open' }).click()
  // The reply is in the member's own conversation, still waiting for an answer.
  await page.getByText('Great, thanks!').first().waitFor()

  // A filter decides from now on who is a member.
  await page.goto('/groups')
  await page.getByRole('link', { name: 'Regulars' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit group…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit group' })
  await dialog.getByLabel('Everyone who matches a filter').click()
  await dialog.getByText('The 2 members you chose stay only if they match.').waitFor()
  await dialog.getByLabel('Search name, number, or email').fill('Cy')
  await dialog.getByText('1 contact matches now.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('follows a filter').waitFor()
  await page.getByRole('link', { name: 'Cy Day' }).waitFor()
  await owner.leave()
  await manager.leave()
})

test('a campaign is written, sent, paused live by a teammate, and resumed', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  for (const name of ['Ann Lee', 'Bob Roy'])
    ok(await tenant.owner.call(contract.contacts.add, { name, phone: newPhone() }))
  const owner = await visit(browser, instance.url, tenant.owner)
  const teammate = await visit(browser, instance.url, manager, PHONE)
  const { page } = owner
  await page.goto('/marketing/create-campaign')
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter check-up')
  await page.getByRole('radio', { name: 'All contacts' }).click()
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Hi :contact_first_name:. Reply STOP to opt out.')
  await page.getByRole('button', { name: 'Add a follow-up' }).click()
  await page.getByRole('textbox', { name: 'Text of follow-up 1' }).fill('Still interested? Reply STOP to opt out.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { name: 'Edit campaign' }).waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'Text of follow-up 1' }).waitFor()
  await expectAccessible(page, 'the editor of a campaign')
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog')
  // Spread, so that it runs long enough at any time of day.
  await dialog.getByRole('combobox', { name: 'Spread sending over' }).selectOption({ label: '72 hours' })
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click()
  await page.getByRole('heading', { name: 'Winter check-up', exact: true }).waitFor()
  await page.getByRole('rowheader', { name: /Follow-up 1/ }).waitFor()
  await teammate.page.goto('/marketing')
  await teammate.page.getByRole('button', { name: 'Actions for Winter check-up' }).click()
  await teammate.page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  const shownThere = teammate.page.getByRole('table', { name: 'Campaigns' })
  await shownThere.getByText('Sending').waitFor()
  await page.getByRole('button', { name: 'Stop…' }).click()
  await dialog.getByRole('button', { name: 'Stop campaign' }).click()
  await shownThere.getByText('Stopped').waitFor()
  await owner.leave()
  await teammate.leave()
})

test('a keyword subscribes who answers yes, its card is shared, and subscribers are added and unsubscribed', async () => {
  const tenant = await instance.createTenant()
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/marketing/opt-in-keyword')
  await page.getByRole('button', { name: 'Add keyword' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keyword').fill('stop')
  await dialog.getByRole('button', { name: 'Add keyword' }).click()
  await dialog.getByText('People already text this word').waitFor()
  await dialog.getByLabel('Keyword').fill('deals')
  await dialog.getByRole('button', { name: 'Add keyword' }).click()
  await page.getByRole('link', { name: 'DEALS' }).click()
  await page.getByRole('img', { name: /^QR code that starts a text with DEALS to/ }).waitFor()

  const phone = newPhone()
  await tenant.textFrom(phone, 'Deals!')
  await page.goto('/marketing/subscribers?tab=pending')
  await page.getByText('Keyword DEALS').waitFor()
  await instance.idle()
  await tenant.textFrom(phone, 'yes')
  await page.getByRole('tab', { name: /^Subscribed/ }).click()
  await page.getByRole('button', { name: 'Add subscriber' }).click()
  await dialog.getByRole('button', { name: 'Add subscriber' }).click()
  await dialog.getByText('Only add people who agreed.').waitFor()
  await dialog.getByLabel('Phone number').fill('(212) 555-0143')
  await dialog.getByLabel('Name (optional)').fill('Sue Subscriber')
  await dialog.getByLabel('What they agreed to').fill('Signed the sheet at the counter')
  await dialog.getByLabel('This person agreed').check()
  await dialog.getByRole('button', { name: 'Add subscriber' }).click()
  await page.getByRole('tab', { name: 'Subscribed (2)', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /Sue Subscriber/ }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await dialog.getByLabel('Reason (optional)').fill('Asked at the counter')
  await dialog.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('tab', { name: 'Unsubscribed (1)' }).click()
  await page.getByRole('link', { name: 'Sue Subscriber' }).waitFor()
  await expectAccessible(page, 'subscribers')
  // The refused keyword.
  await owner.leave('422')
})
