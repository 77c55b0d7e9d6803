import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { countUnread, listNotifications } from '../../testing/notifications.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()
const { bookingConfigs, bookingPages, bookings, contacts } = contract

const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

async function aSalon() {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const receptionist = await tenant.createUser('Manager', { locationIds: [here] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [there] })
  return { tenant, salon: await createSalon(tenant), receptionist, elsewhere }
}

/** Asks for a haircut on the booking page, to be approved by the business. */
async function requestOnPage({ tenant, salon }: { tenant: Tenant; salon: Awaited<ReturnType<typeof createSalon>> }) {
  const slug = `asked-${crypto.randomUUID().slice(0, 8)}`
  const { version } = ok(await tenant.owner.call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, slug }
  ok(await tenant.owner.call(bookingConfigs.save, { version, page }))
  const service = { ...salon.haircut, requiresApproval: true }
  ok(await tenant.owner.call(contract.bookingServices.save, service))
  const visit = { slug, clientBookingId: crypto.randomUUID() }
  const items = [{ serviceID: salon.haircut.id }]
  const anyone = ((endpoint: never, input: never) =>
    callEndpoint(instance.url, endpoint, input)) as Tenant['owner']['call']
  ok(await anyone(bookingPages.hold, { ...visit, locationID: salon.locationID, items, startsOnUtc: clock(3) }))
  const phone = newPhone()
  ok(await anyone(bookingPages.sendCode, { ...visit, phone, country: 'US', name: 'Maya Chen' }))
  await instance.idle()
  const code = /^\d{6}/.exec((await tenant.messagesOnPhone(phone)).at(-1)?.body ?? '')?.[0] ?? ''
  ok(await anyone(bookingPages.book, { ...visit, code }))
  await instance.idle()
}

test('who serves a visit is notified of it, live, and of what others change about it', async () => {
  const { tenant, salon, receptionist, elsewhere } = await aSalon()
  const { owner } = tenant
  const screen = await connectLive(instance.url, owner.auth)
  const visit = await book(receptionist, salon, clock(2), newPhone())
  await screen.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  screen.close()
  expect(await listNotifications(owner)).toMatchObject([
    {
      kind: 'booking-new',
      bookingID: visit.id,
      conversationSid: null,
      title: 'Maya Chen',
      body: expect.stringMatching(/^Haircut, .* 10:00\sAM$/),
      locationID: salon.locationID,
      isRead: false,
    },
  ])
  for (const person of [receptionist, elsewhere]) expect(await listNotifications(person)).toEqual([])

  const move = { id: visit.id, version: visit.version, startsOnUtc: clock(2, '11:00') }
  const moved = ok(await receptionist.call(bookings.reschedule, move)).data
  await instance.idle()
  expect(await listNotifications(owner)).toMatchObject([
    { kind: 'booking-moved', body: expect.stringMatching(/11:00\sAM$/), isRead: false },
    { kind: 'booking-new', isRead: true },
  ])
  expect(await countUnread(owner)).toBe(1)
  // One's own change settles the notification and causes none.
  ok(await owner.call(bookings.cancel, { id: visit.id, version: moved.version }))
  await instance.idle()
  expect(await countUnread(owner)).toBe(0)
  expect(await listNotifications(owner)).toHaveLength(2)
  expect(await listNotifications(receptionist)).toEqual([])
})

test('a request is for everyone at the location, until one of them approves it', async () => {
  const at = await aSalon()
  const { owner } = at.tenant
  await requestOnPage(at)
  for (const person of [owner, at.receptionist])
    expect(await listNotifications(person)).toMatchObject([{ kind: 'booking-to-approve', title: 'Maya Chen' }])
  expect(await listNotifications(at.elsewhere)).toEqual([])
  const [asked] = ok(await owner.call(bookings.getList, { statuses: ['requested'] })).data.bookings
  const { id = '', version = 0 } = asked ?? {}
  ok(await owner.call(bookings.updateStatus, { id, version, status: 'booked' }))
  await instance.idle()
  expect(await countUnread(at.receptionist)).toBe(0)
  expect(await countUnread(owner)).toBe(0)
})

test('a series is one notification, which goes with its contact', async () => {
  const { tenant, salon, receptionist } = await aSalon()
  const { owner } = tenant
  const visit = visitOf(salon, salon.haircut.id, clock(2), newPhone())
  const { booking } = ok(
    await receptionist.call(bookings.create, { ...visit, repeats: { everyWeeks: 1, count: 4 } }),
  ).data
  await instance.idle()
  expect(await listNotifications(owner)).toMatchObject([{ kind: 'booking-new', bookingID: booking.id }])

  ok(await owner.call(contacts.remove, { id: booking.contact?.id ?? '' }))
  await instance.idle()
  expect(await listNotifications(owner)).toEqual([])
  expect(await countUnread(owner)).toBe(0)
})
