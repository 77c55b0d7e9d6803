import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
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
  // Toll-free numbers are in the zone of the location, which is moved to where it is day, so that nothing is held.
  const timeZone = ['America/New_York', 'Asia/Tokyo', 'Pacific/Auckland', 'Europe/Berlin', 'Pacific/Honolulu'].find(
    isDay,
  )
  ok(await tenant.owner.call(contract.locations.update, { id: tenant.locationIds[0] ?? '', timeZone }))
  const phones = [1, 2, 3].map(() => newPhone().replace('+1212', '+1833'))
  for (const [index, phone] of phones.entries())
    ok(await tenant.owner.call(contract.contacts.add, { name: ['Ann Lee', 'Bob Roy', 'Cy Day'][index] ?? '', phone }))
  const [ann = '', bob = ''] = phones
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
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi :contact_first_name:, we open at nine')
  await page.getByText('2 people get it').waitFor()
  await page.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('dialog').getByText('Hi Ann, we open at nine').waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  for (const screen of [page, manager.page]) await screen.getByText('2 delivered').waitFor()
  expect((await tenant.messagesOnPhone(bob)).map(({ body }) => body)).toEqual(['Hi Bob, we open at nine'])

  await tenant.textFrom(ann, 'Great, thanks!')
  for (const screen of [page, manager.page]) await screen.getByText('1 reply').waitFor()
  await page.getByRole('tab', { name: 'Stats' }).click()
  await page.getByText('50%').waitFor()
  await page.getByRole('link', { name: 'Details' }).click()
  await page
    .getByRole('row', { name: /Ann Lee.*Replied/ })
    .getByRole('link', { name: 'Open' })
    .click()
  // The reply is in the member's own conversation, still waiting for an answer.
  await page.getByText('Great, thanks!').first().waitFor()
  await owner.leave()
  await manager.leave()
})
