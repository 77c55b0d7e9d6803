import { expect, test } from 'vitest'
import { createSalon } from '../apps/server/src/testing/bookings.ts'
import { expectAccessible, expectFits, SIZES, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test.each(SIZES)(
  'a Google calendar is connected and chosen, and a feed is added and revoked: $size',
  async ({ options }) => {
    const tenant = await instance.createTenant()
    await createSalon(tenant)
    const { page, leave } = await visit(browser, instance.url, tenant.owner, options)
    await page.goto('/bookings/availability')
    const section = page.getByRole('region', { name: 'Calendars' })
    await section.getByRole('button', { name: 'Connect Google Calendar' }).click()
    // The consent page of the sandbox.
    const email = `${crypto.randomUUID()}@gmail.test`
    await page.getByLabel('Google account').fill(email)
    // The server’s own address is that of `localhost`, where this browser is not signed in.
    const isBack = page.waitForRequest(/\/bookings\/calendar-connected/)
    await page.getByRole('button', { name: 'Allow' }).click()
    const { pathname, search } = new URL((await isBack).url())
    await page.goto(pathname + search)
    await page.waitForURL(/\/bookings\/availability/)
    const isWritten = section.getByRole('checkbox', { name: `${email} gets bookings` })
    await isWritten.click()
    await section.getByRole('checkbox', { name: `${email} gets bookings`, checked: true }).waitFor()
    await section.getByRole('button', { name: 'Get a calendar address for these bookings' }).click()
    await section.getByText(/\/calendars\/[\w-]{32}\.ics$/).waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await section.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await section.getByText(/\/calendars\/[\w-]{32}\.ics$/).waitFor({ state: 'detached' })
    await section.getByRole('button', { name: 'Add a calendar address' }).click()
    await page.getByRole('dialog', { name: 'Add a calendar address' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(instance.errors).toEqual([])
    await leave()
  },
)
