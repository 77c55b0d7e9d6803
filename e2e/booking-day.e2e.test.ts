import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { book, createSalon, dayAhead, inNewYork, visitOf } from '../apps/server/src/testing/bookings.ts'
import { ok } from '../apps/server/src/testing/client.ts'
import { connectGoogle } from '../apps/server/src/testing/google-calendar.ts'
import { createNoonClock } from '../apps/server/src/testing/test-clock.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { bookingConfigs, bookings, bookingWaitlist } = contract

// At noon, so that the quiet hours of contacts do not depend on when the tests run.
const clock = createNoonClock()
const { instance, browser } = await openJourney({
  now: clock.now,
  sessionClock: systemClock,
  sandbox: { now: () => Date.parse(clock.now()) },
})

/** A salon with a waitlist, whose teammate's calendar is written, at a desk and on a phone. */
async function openSalon() {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version, waitlist: { isEnabled: true, holdMinutes: 15 } }))
  const google = await connectGoogle(instance, owner, salon.owner)
  await google.choose({ isWritten: true })
  const day = dayAhead(1, Temporal.Instant.from(clock.now()))
  const desk = await visit(browser, instance.url, owner)
  const mobile = await visit(browser, instance.url, await tenant.createUser('Manager'), PHONE)
  await mobile.page.goto('/bookings?view=all')
  return { tenant, owner, salon, google, day, desk, mobile }
}

test('a visit is booked by hand, dragged, moved in Google and confirmed by text, live on another screen', async () => {
  const { tenant, google, day, desk, mobile } = await openSalon()
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const overlay = page.locator('.mantine-Modal-overlay')

  await page.goto(`/bookings/calendar?view=day&date=${day}`)
  const freeTime = page.getByRole('button', { name: /^Add at 9:00.AM – 9:30.AM, Olive/ })
  await freeTime.press('Enter')
  await page.getByRole('menuitem', { name: 'Book' }).press('Enter')
  const phone = newPhone()
  await dialog.getByLabel('Phone number or name').fill(phone)
  await dialog.getByLabel('Name', { exact: true }).fill('Maya Chen')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('dialog', { name: 'Visit', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await overlay.waitFor({ state: 'detached' })
  await mobile.page.getByText('Maya Chen').first().waitFor()

  const event = page.getByRole('button', { name: /Maya Chen/ })
  const box = await event.boundingBox()
  if (!box) throw new Error('The visit is not on the screen.')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 5 })
  await page.mouse.move(box.x + 20, box.y + 8 + box.height * 2, { steps: 5 })
  await page.mouse.up()
  await dialog.getByText(/10:00.AM/).waitFor()
  await dialog.getByRole('button', { name: 'Move visit' }).click()
  await mobile.page
    .getByText(/10:00.AM/)
    .first()
    .waitFor()
  await overlay.waitFor({ state: 'detached' })
  await instance.idle()
  // Only the booking confirmation: the move was not to be texted.
  expect(await tenant.messagesOnPhone(phone)).toHaveLength(1)

  // The visit is moved in the calendar of the teammate.
  const written = (await google.account.events()).find(({ summary }) => summary?.includes('Maya'))
  const at = (time: string) => ({ dateTime: inNewYork(day, time) })
  await google.account.change(written?.id ?? '', { start: at('13:00'), end: at('13:30') })
  await page.getByRole('button', { name: /^1:00.PM Maya Chen/ }).waitFor()
  await mobile.page
    .getByText(/1:00.PM/)
    .first()
    .waitFor()

  await tenant.textFrom(phone, 'C')
  await mobile.page.getByText('Confirmed').first().waitFor()
  expect(instance.errors).toEqual([])
  await mobile.leave()
  await desk.leave()
})

test('a time is booked by text, a canceled one is offered to the waitlist, and a contact is there, live on another screen', async () => {
  const { tenant, owner, salon, day, desk, mobile } = await openSalon()
  const { page } = desk
  const dialog = page.getByRole('dialog')
  await book(owner, salon, inNewYork(day, '13:00'), newPhone())

  const texting = newPhone()
  const thread = await tenant.textFrom(texting, 'Do you have time this week?')
  await page.goto(`/conversations/${thread.sid}`)
  await page.getByRole('button', { name: 'Bookings' }).click()
  await page.getByRole('menuitem', { name: 'Offer times by text' }).click()
  // The browser’s clock is that of the machine.
  const from = dialog.getByRole('textbox', { name: 'From' })
  await from.fill('6/10/2038')
  await from.press('Tab')
  await dialog.getByRole('listitem').first().waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  const lastText = async (number: string) => (await tenant.messagesOnPhone(number)).at(-1)?.body
  await expect.poll(() => lastText(texting), { timeout: 15_000 }).toContain('1')
  await tenant.textFrom(texting, '2')
  await page
    .getByText(/you are booked at/)
    .first()
    .waitFor()

  // A canceled time is offered to the waitlist.
  const waiting = newPhone()
  ok(
    await owner.call(bookingWaitlist.add, {
      ...{ clientEntryId: crypto.randomUUID(), locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }] },
      ...{ contact: { name: 'Ada Wait', phone: waiting }, firstDate: day, lastDate: day, timeFrom: '12:00' },
    }),
  )
  await page.goto(`/bookings/calendar?view=day&date=${day}`)
  await page.getByRole('button', { name: /^1:00.PM Maya Chen/ }).click()
  await dialog.getByRole('button', { name: 'Cancel…' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel this visit?' })
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => lastText(waiting), { timeout: 15_000 }).toBeDefined()
  await tenant.textFrom(waiting, 'Yes')
  await page.getByRole('button', { name: /^1:00.PM Ada Wait/ }).waitFor()
  await mobile.page.getByText('Ada Wait').first().waitFor()
  await expectAccessible(mobile.page)
  await expectFits(mobile.page)

  // At the desk, they say that they are here.
  const coming = newPhone()
  const soon = Temporal.Instant.from(clock.now())
    .add({ minutes: 30 })
    .round({ smallestUnit: 'minute', roundingIncrement: 15 })
  ok(
    await owner.call(bookings.create, {
      ...visitOf(salon, salon.haircut.id, soon.toString(), coming),
      tellsContact: true,
    }),
  )
  await page.goto('/bookings?view=all')
  await tenant.textFrom(coming, 'Here')
  await page.getByText('Here', { exact: true }).first().waitFor()
  expect(instance.errors).toEqual([])
  await mobile.leave()
  await desk.leave()
})
