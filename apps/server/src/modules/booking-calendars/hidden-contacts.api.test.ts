import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectGoogle } from '../../testing/google-calendar.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingCalendars, bookingHours, bookingResources, bookings, bookingServices } = contract

const instance = await sharedTestInstance()

test('an event names only contacts whom the person of the calendar may see', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { locationID, haircut } = salon
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(contract.contacts.update, { id: contact.id, name: 'SECRET Nora' }))
  const resource = ok(await owner.call(bookingResources.save, { kind: 'teammate', userID: member.auth.userId })).data
  const hours = [{ locationID, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: resource.id, version: resource.version, hours, exceptions: [] }))
  ok(await owner.call(bookingServices.save, { ...haircut, resourceIDs: [salon.owner, resource.id] }))
  const { account, choose } = await connectGoogle(instance, member, resource.id)
  await choose({ isWritten: true })

  const items = [{ serviceID: haircut.id, resourceIDs: [resource.id] }]
  const mine = { ...visitOf(salon, haircut.id, inNewYork(dayAhead(7), '10:00'), phone), items }
  ok(await member.call(bookings.create, mine))
  await instance.idle()
  expect(await account.events()).toMatchObject([{ summary: 'Haircut' }])
})

test('a feed shows visits of hidden contacts as busy, without when they were added', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(bookings.create, visitOf(salon, salon.haircut.id, inNewYork(dayAhead(7), '10:00'), phone)))
  const { url } = ok(await member.call(bookingCalendars.addFeed, { locationID: salon.locationID })).data
  const file = await (await fetch(new URL(new URL(url).pathname, instance.url))).text()
  expect(file).toContain('SUMMARY:Busy')
  const timeOf = (property: string) => new RegExp(`${property}:(\\w+)`).exec(file)?.[1]
  expect(timeOf('DTSTAMP')).toBe(timeOf('DTSTART'))
})
