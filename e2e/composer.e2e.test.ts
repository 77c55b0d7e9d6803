import { contract } from '@frontdesk/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { aPhone, type House, openHouse } from '../apps/server/src/testing/house.ts'
import { DESKTOP, expectAccessible, openBrowser, PHONE, visit } from './browser.ts'

let house: House
let browser: Browser
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

test.each([
  ['on a desktop', DESKTOP],
  ['in the dark', { ...DESKTOP, colorScheme: 'dark' as const }],
  ['on a phone', PHONE],
])('a message is scheduled, edited and cancelled, and a teammate sees it: %s', async (_name, options) => {
  const tenant = await house.aTenant()
  const { sid } = await tenant.textFrom(aPhone(), 'When are my glasses ready?')
  const teammate = await visit(browser, house.url, await tenant.aPerson('Manager'))
  await teammate.page.goto(`/conversations/${sid}`)
  const writer = await visit(browser, house.url, tenant.owner, options)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByLabel('Message', { exact: true }).fill('Your glasses are here')
  await page.getByRole('button', { name: 'Schedule message' }).press('Enter')
  const modal = page.getByRole('dialog', { name: 'Schedule message' })
  await modal.getByText('Goes out Tomorrow 9:00 AM').waitFor()
  await expectAccessible(page)
  expect(await modal.getByLabel('Message').inputValue()).toBe('Your glasses are here')
  await modal.getByRole('button', { name: 'Schedule', exact: true }).press('Enter')

  const list = page.getByRole('region', { name: 'Scheduled messages' })
  await list.getByText('Your glasses are here').waitFor()
  await teammate.page.getByRole('region', { name: 'Scheduled messages' }).getByText('Your glasses are here').waitFor()
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await list.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit scheduled message' })
  await edit.getByLabel('Message').fill('Your new glasses are here')
  await edit.getByLabel('Time', { exact: true }).fill('06:30')
  await edit.getByText(/held until .* 8:00 AM/).waitFor()
  await edit.getByRole('button', { name: 'Save' }).click()
  await teammate.page.getByText('Your new glasses are here').waitFor()
  await list.getByRole('button', { name: 'Cancel' }).click()
  await list.waitFor({ state: 'detached' })
  await teammate.page.getByRole('region', { name: 'Scheduled messages' }).waitFor({ state: 'detached' })
  // What was written is not lost.
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('Your new glasses are here')
  expect([...writer.complaints, ...teammate.complaints]).toEqual([])
  await writer.close()
  await teammate.close()
})

test('at night the composer says so, and sends in their morning with one press', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  // Hours in which it is always night, and a text of yesterday.
  await house.server.database.owner.query(
    `update messages set created_at = created_at - interval '1 day' where tenant_id = $1`,
    [tenant.tenantId],
  )
  const hour = Temporal.Now.zonedDateTimeISO('America/New_York').hour
  const quietHours = hour < 14 ? { opens: '20:00', closes: '21:00' } : { opens: '08:00', closes: '09:00' }
  ok(await tenant.owner.call(contract.sending.saveSettings, { quietHours }))
  const writer = await visit(browser, house.url, tenant.owner)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByText('quiet hours').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Message', { exact: true }).fill('We found your scarf')
  await page.getByRole('button', { name: /Send at .* their time/ }).press('Enter')
  await page.getByRole('region', { name: 'Scheduled messages' }).getByText('We found your scarf').waitFor()
  expect((await tenant.onPhone(phone)).filter(({ direction }) => direction !== 'inbound')).toEqual([])
  expect(writer.complaints).toEqual([])
  await writer.close()
})

test('of two who answer at once the slower one is shown the other’s words, and edits or sends anyway', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Are you open on Sunday?')
  const [one, two] = await Promise.all([
    visit(browser, house.url, tenant.owner),
    tenant.aPerson('Manager').then((person) => visit(browser, house.url, person)),
  ])
  for (const { page } of [one, two]) {
    await page.goto(`/conversations/${sid}`)
    await page.getByRole('log', { name: 'Messages' }).getByText('Are you open on Sunday?').waitFor()
  }
  const field = (page: typeof one.page) => page.getByLabel('Message', { exact: true })
  await one.goOffline()
  await field(one.page).fill('Yes, from ten')
  await field(one.page).press('Enter')
  await one.page.getByText('Queued').waitFor()
  await field(two.page).fill('No, sorry')
  await field(two.page).press('Enter')
  await two.page.locator('[data-delivery=delivered]').waitFor()
  await one.goOnline()
  const bubble = one.page.getByRole('alert').filter({ hasText: 'Manager Person has answered meanwhile: “No, sorry”' })
  await bubble.waitFor()
  await expectAccessible(one.page)
  await bubble.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect.poll(() => field(one.page).inputValue()).toBe('Yes, from ten')
  await field(one.page).press('Enter')
  await two.page.getByRole('log', { name: 'Messages' }).getByText('Yes, from ten').waitFor()
  expect([...one.complaints, ...two.complaints]).toEqual([])
  await one.close()
  await two.close()
})

test('what was sent is taken back within five seconds, or goes out though the tab is closed', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  const writer = await visit(browser, house.url, tenant.owner)
  const { page } = writer
  await page.goto('/settings/profile')
  await page.getByRole('switch', { name: 'Undo send' }).press('Space')
  await expectAccessible(page)
  await expect
    .poll(async () => ok(await tenant.owner.call(contract.profile.getPreferences, undefined)).data.undoSend)
    .toBe(true)
  await page.goto(`/conversations/${sid}`)
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Dear Hell')
  await field.press('Enter')
  await page.getByText(/Goes out in \d s/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Dear Hell')
  await page.getByText(/Goes out in \d s/).waitFor({ state: 'detached' })
  await field.fill('Dear Helen')
  await field.press('Enter')
  await page.getByText(/Goes out in \d s/).waitFor()
  await writer.close()
  const sent = async () =>
    (await tenant.onPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)
  await expect.poll(sent, { timeout: 15_000 }).toEqual(['Dear Helen'])
  expect(writer.complaints).toEqual([])
})
