import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, dayAhead } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingHours, bookingPages, bookingResources, bookingServices, locations, team } = contract

const instance = await sharedTestInstance()
const { anyone, openPage, getHtml } = createBookingPages(instance)

test('a service is on the page once someone provides it, until they leave', async () => {
  const { tenant, slug } = await openPage()
  const massage = await addService(tenant.owner, { name: 'Massage' })
  const names = async () => ok(await anyone(bookingPages.get, { slug })).data.services.map(({ name }) => name)
  expect(await names()).toEqual(['Haircut'])
  const { userId: userID } = (await tenant.createUser('TeamMember')).auth
  const masseur = ok(await tenant.owner.call(bookingResources.save, { kind: 'teammate', userID })).data
  ok(await tenant.owner.call(bookingServices.save, { ...massage, resourceIDs: [masseur.id] }))
  expect(await names()).toEqual(['Haircut', 'Massage'])
  ok(await tenant.owner.call(team.removeUser, { userID, toUserID: null }))
  expect(await names()).toEqual(['Haircut'])
})

test('only teammates with hours at a location are offered there', async () => {
  const at = await openPage()
  const { tenant, salon, slug } = at
  const { owner } = tenant
  const uptown = ok(await owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }))
  const colleague = await tenant.createUser('Manager', { locationIds: [uptown.id] })
  const elsewhere = ok(
    await owner.call(bookingResources.save, { kind: 'teammate', userID: colleague.auth.userId }),
  ).data
  const { haircut } = salon
  ok(await owner.call(bookingServices.save, { ...haircut, resourceIDs: [salon.owner, elsewhere.id] }))
  const times = async (locationId: string) => {
    const query = new URLSearchParams({ l: locationId, t: elsewhere.id, from: dayAhead(2) })
    const response = await fetch(`${instance.url}/book/${slug}/${haircut.id}?${query}`)
    return { status: response.status, html: await response.text() }
  }
  const here = await times(salon.locationID)
  expect(here.status).toBe(200)
  expect(here.html).not.toContain(colleague.auth.displayName)
  expect(here.html).toContain('class="slots"')
  expect(here.html.match(/<details class="day" name="day" open>/g)).toHaveLength(1)
})

test('a service is left out at a location where no one provides it', async () => {
  const { tenant, salon, slug } = await openPage()
  const { owner } = tenant
  const uptown = ok(await owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }))
  const isListedAt = async (locationID: string) =>
    (await getHtml(`/book/${slug}?l=${locationID}`)).includes(`/book/${slug}/${salon.haircut.id}`)
  expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, false])
  const hours = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  const both = { ...hours, hours: [...hours.hours, { locationID: uptown.id, week: null }] }
  ok(await owner.call(bookingHours.save, both))
  expect(await isListedAt(uptown.id)).toBe(true)
  // A room is needed too, and there is none.
  const resourceIDs = [salon.owner, salon.rooms[0] ?? '']
  ok(await owner.call(bookingServices.save, { ...salon.haircut, resourceIDs }))
  expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, true])
  // So is what follows.
  const drying = await addService(owner, { name: 'Drying', resourceIDs: [salon.rooms[0] ?? ''] })
  const [present] = ok(await owner.call(bookingServices.getList, {})).data.services
  const followOns = [{ serviceID: drying.id, gapMinutes: 0 }]
  ok(await owner.call(bookingServices.save, { ...salon.haircut, ...present, resourceIDs: [salon.owner], followOns }))
  expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, false])
})

test('a location without services that can be booked online says so, with the number to call', async () => {
  const at = await openPage({ isOnline: false })
  const [number = ''] = at.tenant.numbers
  const call = `href="tel:${number}">`
  for (const [language, text, chooseService] of [
    ['en', 'Nothing can be booked online at ', 'Choose a service'],
    ['es', ' no se puede reservar en línea.', 'Elija un servicio'],
    ['fr', 'Aucun service ne peut être réservé en ligne chez ', 'Choisissez un service'],
  ] as const) {
    const page = await getHtml(`/book/${at.slug}?lang=${language}`)
    expect(page).toContain(text)
    expect(page).toContain(call)
    expect(page).not.toContain(chooseService)
  }
})
