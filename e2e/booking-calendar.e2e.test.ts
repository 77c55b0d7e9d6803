import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork } from '../apps/server/src/testing/bookings.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()
/** Not the first of a month, so that the month of the day before has it. */
const day = dayAhead(dayAhead(7).endsWith('-01') ? 8 : 7)

test('by keyboard, from the month to a day, where time is blocked, freed, and blocked again by undo', async () => {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  await book(tenant.owner, salon, inNewYork(day, '10:00'), newPhone())
  const { page, leave } = await visit(browser, instance.url, tenant.owner)
  const before = Temporal.PlainDate.from(day).subtract({ days: 1 })
  await page.goto(`/bookings/calendar?view=month&date=${before}`)
  await page.getByRole('button', { name: /10:00.AM Maya Chen/ }).waitFor()
  await page.locator('td button[tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL((url) => url.searchParams.get('date') === day)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^10:00.AM Maya Chen/ }).waitFor()
  const freeTime = page.getByRole('button', { name: /^Add at 9:00.AM – 9:30.AM/ })
  await freeTime.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Block time' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Block time' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Block time of/ })
  await dialog.getByLabel('Reason').fill('Staff meeting')
  await dialog.getByRole('button', { name: 'Block time' }).press('Enter')
  const block = page.getByRole('button', { name: 'Staff meeting' })
  await block.press('Enter')
  const details = page.getByRole('dialog', { name: 'Blocked time' })
  await details.getByText(/8:45.AM – 9:15.AM/).waitFor()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Remove block' }).press('Enter')
  await block.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await block.waitFor()
  expect(instance.errors).toEqual([])
  await leave()
})

test('on a phone, a month has dots, and the visits of the chosen day are below it', async () => {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  await book(tenant.owner, salon, inNewYork(day, '10:00'), newPhone())
  const { page, leave } = await visit(browser, instance.url, tenant.owner, PHONE)
  await page.goto(`/bookings/calendar?view=month&date=${day}`)
  await page.getByRole('button', { name: /, 1 visit$/ }).tap()
  await page.getByRole('button', { name: /Maya Chen/ }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await leave()
})
