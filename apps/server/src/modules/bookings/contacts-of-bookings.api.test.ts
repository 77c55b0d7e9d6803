import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { addService, book, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { availability, bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

test('whoever may not see a contact sees a busy time, unless they serve them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const secret = { name: 'SECRET Nora', phone: newPhone() }
  const { sid, contact } = await tenant.textFrom(secret.phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(contract.contacts.update, { id: contact.id, name: secret.name }))
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const request = { ...visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), secret.phone), note: 'SECRET note' }
  const { booking } = ok(await owner.call(bookings.create, request)).data
  const period = { startDateTimeUTC: inNewYork(day, '00:00'), endDateTimeUTC: inNewYork(day, '23:00') }
  const { id, version } = booking
  const answers = [
    ok(await member.call(bookings.get, { id })).data,
    ok(await member.call(bookings.getList, period)).data.bookings[0],
    ok(await member.call(bookings.getCalendar, period)).data.bookings[0],
  ]
  for (const answer of answers) expect(answer).toMatchObject({ isBusy: true, contact: null, note: '' })
  expect(JSON.stringify(answers)).not.toMatch(/SECRET|Haircut/)
  for (const hidden of [{ searchTerm: 'SECRET' }, { contactID: contact.id }, { statuses: ['booked' as const] }])
    expect(ok(await member.call(bookings.getList, { ...period, ...hidden })).data.bookings).toEqual([])
  expect(ok(await member.call(bookings.getStats, period)).data).toEqual({ counts: [], busyCount: 1, isTooMany: false })
  expect(await member.call(bookings.cancel, { id, version })).toFail('BookingNotFound')
  const ask = {
    locationID: salon.locationID,
    items: [{ serviceID: salon.haircut.id }],
    startsOnUtc: booking.startsOnUtc,
  }
  const { closedBy } = ok(await member.call(availability.explain, ask)).data
  expect(closedBy).toMatchObject([{ rule: 'booking', bookingID: null }])
  expect(await member.call(availability.explain, { ...ask, contactID: contact.id })).toFail('ContactNotFound')
})

test('bookings of a removed location move with its contacts', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const salon = await createSalon(tenant)
  const { id } = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const cancelled = await book(owner, salon, inNewYork(day, '12:00'), newPhone())
  const { getConsequences, remove } = contract.locations
  expect(ok(await owner.call(getConsequences, { id: here }))).toMatchObject({
    upcomingVisits: 2,
    rooms: 2,
    hasOther: false,
  })
  ok(await owner.call(bookings.cancel, { id: cancelled.id, version: cancelled.version }))
  expect(ok(await owner.call(getConsequences, { id: here }))).toMatchObject({ upcomingVisits: 1, hasOther: true })
  expect(await owner.call(remove, { id: here })).toFail('LocationInUse')
  ok(await owner.call(remove, { id: here, moveToLocationID: there }))
  expect(ok(await owner.call(bookings.get, { id })).data).toMatchObject({
    locationID: there,
    localStartsOn: `${day}T10:00`,
  })
  const { resources } = ok(await owner.call(contract.bookingResources.getList, {})).data
  expect(resources.map(({ locationIDs }) => locationIDs)).toEqual([[there], [there], [there]])
})

test('visits stay with their contact when its main number changes or a number is removed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contacts } = contract
  const salon = await createSalon(tenant, { personMax: 1 })
  const talk = await addService(owner, { name: 'Talk', resourceIDs: [salon.owner] })
  const [first, second] = [newPhone(), newPhone()]
  const { id: contactID } = ok(await owner.call(contacts.add, { name: 'Maya Chen', phone: first }))
  const visit = (serviceID: string, time: string, changes: object) => {
    const { contact: _, ...request } = visitOf(salon, serviceID, inNewYork(day, time), first)
    return { ...request, ...changes }
  }
  const { booking } = ok(await owner.call(bookings.create, visit(salon.haircut.id, '10:00', { contactID }))).data
  ok(await owner.call(contacts.addPhone, { id: contactID, phone: second }))
  const { id } = ok(await owner.call(contacts.setMainPhone, { id: contactID, phone: second }))
  const again = await owner.call(bookings.create, visit(salon.haircut.id, '12:00', { contactID: id }))
  expect(again).toMatchObject({ body: { data: { closedBy: [{ rule: 'person-limit' }] } } })
  // Only the first visit of the day gets reminders.
  const { booking: later } = ok(await owner.call(bookings.create, visit(talk.id, '15:00', { contactID: id }))).data
  const { rows } = await instance.server.database.owner.query(
    'select from scheduled_messages where tenant_id = $1 and booking_id = $2',
    [tenant.tenantId, later.id],
  )
  expect(rows).toEqual([])
  ok(await owner.call(contacts.removePhone, { id, phone: first }))
  expect(ok(await owner.call(bookings.get, { id: booking.id })).data.contact).toMatchObject({ id, phone: second })
})
