import { type BookingService, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingHours, bookingResources, bookings, bookingServices, conversations, scheduledMessages } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
const at = (time: string) => inNewYork(day, time)

/** A teammate who sees only their own conversations, and a contact of the owner. */
async function aScene(service: Partial<BookingService> = {}) {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, service)
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(contract.contacts.update, { id: contact.id, name: 'SECRET Nora' }))
  return { tenant, owner, salon, member, phone }
}

test('a teammate who enters the number of a hidden contact and books themselves does not learn their name', async () => {
  const { owner, salon, member, phone } = await aScene()
  const { locationID } = salon
  const resource = ok(await owner.call(bookingResources.save, { kind: 'teammate', userID: member.auth.userId })).data
  const hours = [{ locationID, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: resource.id, version: resource.version, hours, exceptions: [] }))
  ok(await owner.call(bookingServices.save, { ...salon.haircut, resourceIDs: [salon.owner, resource.id] }))
  const items = [{ serviceID: salon.haircut.id, resourceIDs: [resource.id] }]
  const mine = { ...visitOf(salon, salon.haircut.id, at('10:00'), phone), items }
  const answers = [
    ok(await member.call(bookings.create, mine)).data.booking,
    ...ok(await member.call(bookings.getList, {})).data.bookings,
  ]
  expect(answers).toMatchObject([{ isBusy: true }, { isBusy: true }])
  expect(JSON.stringify(answers)).not.toMatch(/SECRET/)
  // A member sees a visit that someone else assigns to them.
  const given = { ...visitOf(salon, salon.haircut.id, at('12:00'), phone), items }
  const { id } = ok(await owner.call(bookings.create, given)).data.booking
  expect(ok(await member.call(bookings.get, { id })).data.contact?.name).toBe('SECRET Nora')
})

test('when a masked booking was added, and that it was cancelled, is not told', async () => {
  const { owner, salon, member, phone } = await aScene()
  const add = async (time: string) =>
    ok(await owner.call(bookings.create, visitOf(salon, salon.haircut.id, at(time), phone))).data.booking
  await add('10:00')
  const { id, version } = await add('12:00')
  const newest = { orderBy: 'createdOnUtc', orderByDesc: true, pageSize: 1 } as const
  const { data, paging } = ok(await member.call(bookings.getList, newest))
  expect([data.bookings, paging.nextCursor]).toEqual([[], null])
  ok(await owner.call(bookings.cancel, { id, version }))
  const { bookings: listed } = ok(await member.call(bookings.getList, {})).data
  expect(listed.map(({ startsOnUtc }) => startsOnUtc)).toEqual([new Date(at('10:00')).toISOString()])
})

test('deleting a hidden contact does not reveal the notes of their visit', async () => {
  const { owner, salon, member, phone } = await aScene()
  const visit = { ...visitOf(salon, salon.haircut.id, at('10:00'), phone), note: 'SECRET note' }
  const { id, contact } = ok(await owner.call(bookings.create, visit)).data.booking
  ok(await owner.call(contract.contacts.remove, { id: contact?.id ?? '' }))
  expect(ok(await member.call(bookings.get, { id })).data).toMatchObject({ isBusy: true, note: '' })
  expect(ok(await owner.call(bookings.get, { id })).data).toMatchObject({
    isBusy: false,
    contact: null,
    note: 'SECRET note',
  })
})

test.each([true, false])(
  'visits of a hidden contact are in no conversation of those who only know the number (%s)',
  async (hasWritten) => {
    const tenant = await instance.createTenant({ locations: 2 })
    const { owner } = tenant
    const [here = '', elsewhere = ''] = tenant.locationIds
    const [ours = '', theirs = ''] = tenant.numbers
    const salon = await createSalon(tenant)
    const phone = newPhone()
    if (hasWritten) await tenant.textFrom(phone, 'Hello', { to: theirs })
    else ok(await owner.call(contract.contacts.add, { name: 'Nora', phone, locationID: elsewhere }))
    const manager = await tenant.createUser('Manager', { locationIds: [here] })
    const start = {
      contactName: '',
      contactPhoneNumber: phone,
      tenantPhoneNumber: ours,
      toUserID: null,
      locationID: here,
    }
    const { sid: conversationSid } = ok(await manager.call(conversations.getSetSms, start)).data
    const visit = { ...visitOf(salon, salon.haircut.id, at('10:00'), phone), tellsContact: true }
    const { id } = ok(await owner.call(bookings.create, visit)).data.booking
    await instance.idle()
    expect(ok(await manager.call(bookings.get, { id })).data.isBusy).toBe(true)
    expect(await tenant.messagesOf({ sid: conversationSid }, manager)).toEqual([])
    const { data } = ok(await manager.call(scheduledMessages.getList, { conversationSid }))
    expect(data.scheduledMessages).toEqual([])
    expect(await tenant.messagesOnPhone(phone)).toContainEqual(expect.objectContaining({ from: theirs }))
  },
)

test('the limit per person does not reveal the visits of a hidden contact', async () => {
  const { owner, salon, member, phone } = await aScene({ personMax: 1 })
  const visit = (time: string) => visitOf(salon, salon.haircut.id, at(time), phone)
  ok(await owner.call(bookings.create, visit('10:00')))
  const closed = await owner.call(bookings.create, visit('11:00'))
  expect(closed).toMatchObject({ body: { data: { closedBy: [{ rule: 'person-limit' }] } } })
  ok(await member.call(bookings.create, visit('14:00')))
  const { id } = ok(await member.call(bookings.create, { ...visit('12:00'), overrides: ['person-limit'] })).data.booking
  expect(ok(await owner.call(bookings.get, { id })).data.overrides).toEqual([])
})

test('the limit per person does not reveal visits at locations that the asker does not see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', elsewhere = ''] = tenant.locationIds
  const salon = await createSalon(tenant, { personMax: 1 })
  const shared = ok(await owner.call(bookingResources.save, { kind: 'room', name: 'Spa', locationID: elsewhere })).data
  const hours = [{ locationID: elsewhere, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: shared.id, version: shared.version, hours, exceptions: [] }))
  const resourceIDs = [salon.owner, shared.id]
  ok(await owner.call(bookingServices.save, { ...salon.haircut, resourceIDs }))
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  const items = [{ serviceID: salon.haircut.id }]
  const visit = (locationID: string, time: string) => ({
    ...{ clientBookingId: crypto.randomUUID(), locationID, items, startsOnUtc: at(time), contactID: contact.id },
  })
  ok(await owner.call(bookings.create, visit(elsewhere, '10:00')))

  const question = { locationID: here, items, startsOnUtc: at('12:00'), contactID: contact.id }
  const explained = async (person: typeof owner) => ok(await person.call(contract.availability.explain, question)).data
  expect(await explained(manager)).toMatchObject({ isFree: true, closedBy: [] })
  expect(await explained(owner)).toMatchObject({ isFree: false, closedBy: [{ rule: 'person-limit' }] })

  // The contact may take what the manager offers, so that the reply does not reveal the other visit either.
  const offer = { clientMessageId: crypto.randomUUID(), conversationSid: sid, locationID: here, items, from: day }
  ok(await manager.call(contract.bookingOffers.create, offer))
  await tenant.textFrom(phone, '1')
  await instance.idle()
  const { bookings: listed } = ok(await manager.call(bookings.getList, { contactID: contact.id })).data
  expect(listed).toMatchObject([{ status: 'booked', locationID: here, overrides: [] }])
  const again = await manager.call(bookings.create, visit(here, '12:00'))
  expect(again).toMatchObject({ body: { data: { closedBy: [{ rule: 'person-limit' }] } } })
})

test('no-shows at locations that the viewer does not see are not counted for them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = ''] = tenant.locationIds
  const salon = await createSalon(tenant)
  const { contact } = await tenant.textFrom(newPhone(), 'Hello')
  const visit = { ...visitOf(salon, salon.haircut.id, at('10:00'), ''), contact: undefined, contactID: contact.id }
  const booked = ok(await owner.call(bookings.create, visit)).data.booking
  const noShow = { id: booked.id, version: booked.version, status: 'no-show' } as const
  ok(await owner.call(bookings.updateStatus, noShow))
  const count = async (person: typeof owner) =>
    ok(await person.call(bookings.getNoShows, { contactID: contact.id })).data.noShows
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  expect([await count(owner), await count(manager)]).toEqual([1, 1])
  const elsewhere = tenant.locationIds[1]
  await instance.server.database.owner.query('update bookings set location_id = $1 where id = $2', [
    elsewhere,
    booked.id,
  ])
  expect([await count(owner), await count(manager)]).toEqual([1, 0])
})
