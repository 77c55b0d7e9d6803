import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingHours, bookingResources, bookings, bookingServices, conversations, scheduledMessages } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
const at = (time: string) => inNewYork(day, time)

/** A teammate who sees only their own conversations, and a contact of the owner. */
async function aScene() {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(contract.contacts.update, { id: contact.id, name: 'SECRET Nora' }))
  return { tenant, owner, salon, member, phone }
}

test('who enters the number of a hidden contact and books themselves does not learn their name', async () => {
  const { owner, salon, member, phone } = await aScene()
  const { locationID } = salon
  const own = ok(await owner.call(bookingResources.save, { kind: 'teammate', userID: member.auth.userId })).data
  const hours = [{ locationID, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: own.id, version: own.version, hours, exceptions: [] }))
  ok(await owner.call(bookingServices.save, { ...salon.haircut, resourceIDs: [salon.owner, own.id] }))
  const items = [{ serviceID: salon.haircut.id, resourceIDs: [own.id] }]
  const mine = { ...visitOf(salon, salon.haircut.id, at('10:00'), phone), items }
  const answers = [
    ok(await member.call(bookings.create, mine)).data.booking,
    ...ok(await member.call(bookings.getList, {})).data.bookings,
  ]
  expect(answers).toMatchObject([{ isBusy: true }, { isBusy: true }])
  expect(JSON.stringify(answers)).not.toMatch(/SECRET/)
  // Those whom someone else gives the visit see it.
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
