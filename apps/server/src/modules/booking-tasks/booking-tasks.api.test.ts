import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { addBookingTask, type NewBookingTask } from './index.ts'

const { assignment, bookingHours, bookingResources, bookings, bookingServices, bookingTasks, team } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
const at = (time: string) => inNewYork(day, time)

test('tasks about visits are added once, live, done and undone, and closed by the end of their visit', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [, otherLocation = ''] = tenant.locationIds
  const salon = await createSalon(tenant)
  const [later, sooner] = [
    await book(owner, salon, at('12:00'), newPhone()),
    await book(owner, salon, at('10:00'), newPhone()),
  ]
  const add = (task: NewBookingTask) =>
    instance.server.database.inTenant({ tenantId: tenant.tenantId }, (tx) => addBookingTask(tx, task))
  const call = { bookingId: later.id, kind: 'call', reason: 'landline', cause: 'reminder 1' } as const
  const live = await connectLive(instance.url, owner.auth)
  expect([await add(call), await add(call)]).toEqual([true, false])
  await add({ ...call, cause: 'reminder 2' })
  await add({ bookingId: sooner.id, kind: 'opted-out', reason: 'opted-out', cause: 'message 1' })
  await live.waitFor('booking.changed', ({ bookingID }) => bookingID === sooner.id)
  live.close()

  const list = async (input = {}) => ok(await owner.call(bookingTasks.getList, input)).data.tasks
  const [first, second, ...rest] = await list()
  expect([first, second]).toMatchObject([
    { kind: 'opted-out', booking: { id: sooner.id, contact: { name: 'Maya Chen' } } },
    { kind: 'call', reason: 'landline', doneOnUtc: null, doneBy: null, booking: { id: later.id } },
  ])
  expect(rest).toHaveLength(1)
  expect(await list({ locationIDs: [otherLocation] })).toEqual([])

  const id = second?.id ?? ''
  for (const _ of [1, 2])
    expect(ok(await owner.call(bookingTasks.done, { id })).data).toMatchObject({ doneBy: expect.stringMatching(/./) })
  expect((await list()).map((task) => task.id)).not.toContain(id)
  expect((await list({ bookingID: later.id })).map((task) => task.id)).toContain(id)
  expect(ok(await owner.call(bookingTasks.undo, { id })).data).toMatchObject({ doneOnUtc: null, doneBy: null })
  expect(await list()).toHaveLength(3)

  ok(await owner.call(bookings.cancel, { id: later.id, version: later.version }))
  expect((await list()).map(({ booking }) => booking.id)).toEqual([sooner.id])
})

test('a task about the visit of a contact whom someone may not see is absent for them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(assignment.change, { sid, toUserID: owner.auth.userId }))
  const { id: bookingId } = await book(owner, salon, at('10:00'), phone)
  await instance.server.database.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    addBookingTask(tx, { bookingId, kind: 'call', reason: 'undelivered', cause: 'a reminder' }),
  )
  const permission = 'convos_view_assigned_to_others'
  const setPermission = async (isGranted: boolean) =>
    ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted }))
  await setPermission(true)
  const [task] = ok(await member.call(bookingTasks.getList, {})).data.tasks
  expect(task).toMatchObject({ kind: 'call', booking: { id: bookingId } })
  await setPermission(false)
  for (const input of [{}, { bookingID: bookingId }])
    expect(ok(await member.call(bookingTasks.getList, input)).data.tasks).toEqual([])
  for (const change of [bookingTasks.done, bookingTasks.undo])
    expect(await member.call(change, { id: task?.id ?? '' })).toFail('BookingTaskNotFound')
})

test('the upcoming visits of a teammate who leaves are to be reassigned, until each is moved to someone else', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { haircut, locationID } = salon
  const leaver = await tenant.createUser('TeamMember')
  const hired = { kind: 'teammate', userID: leaver.auth.userId } as const
  const { id: resourceID, version } = ok(await owner.call(bookingResources.save, hired)).data
  const hours = [{ locationID, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID, version, hours, exceptions: [] }))
  const service = { ...haircut, resourceIDs: [salon.owner, resourceID] }
  ok(await owner.call(bookingServices.save, service))
  const bookWith = async (resource: string, time: string) => {
    const visit = visitOf(salon, haircut.id, at(time), newPhone())
    const items = [{ serviceID: haircut.id, resourceIDs: [resource] }]
    return ok(await owner.call(bookings.create, { ...visit, items })).data.booking
  }
  await bookWith(salon.owner, '09:00')
  const first = await bookWith(resourceID, '10:00')
  const second = await bookWith(resourceID, '11:00')
  ok(await owner.call(team.removeUser, { userID: leaver.auth.userId, toUserID: null }))
  await instance.idle()
  const open = async () => ok(await owner.call(bookingTasks.getList, {})).data.tasks
  const task = { kind: 'reassign', reason: 'teammate-left' }
  expect(await open()).toMatchObject([
    { ...task, booking: { id: first.id } },
    { ...task, booking: { id: second.id } },
  ])
  // A move leaves the teammate who left.
  const moved = ok(
    await owner.call(bookings.reschedule, { id: first.id, version: first.version, startsOnUtc: at('13:00') }),
  ).data
  expect(moved.items).toMatchObject([{ resources: [{ id: salon.owner }] }])
  await instance.idle()
  expect((await open()).map(({ booking }) => booking.id)).toEqual([second.id])
  // Restored visits keep what they had.
  const canceled = ok(await owner.call(bookings.cancel, { id: second.id, version: second.version })).data
  const again = { id: second.id, version: canceled.version, status: 'booked' } as const
  expect(ok(await owner.call(bookings.updateStatus, again)).data.items).toMatchObject([
    { resources: [{ id: resourceID, isArchived: true }] },
  ])
})
