import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { book, createSalon, dayAhead, EVERY_DAY, inNewYork, slotsOn, visitOf } from '../../testing/bookings.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { merge } from '../../testing/merging.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  sharedTestInstance,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'

const { bookingHours, bookingOffers, bookings, contacts, messages, team } = contract

const instance = await sharedTestInstance()
const day = dayAhead(3)

async function aThread(server: TestInstance = instance) {
  const tenant = await server.createTenant()
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Do you have time for me?')
  const offer = (
    person: TestUser = tenant.owner,
    changes: { from?: string; locationID?: string; clientMessageId?: string; conversationSid?: string } = {},
  ) =>
    person.call(bookingOffers.create, {
      clientMessageId: crypto.randomUUID(),
      conversationSid: sid,
      locationID: salon.locationID,
      items: [{ serviceID: salon.haircut.id }],
      from: day,
      ...changes,
    })
  const visits = async () => {
    const { data } = ok(await tenant.owner.call(bookings.getList, { contactID: contact.id }))
    return data.bookings.map(({ startsOnUtc, status }) => ({ startsOnUtc, status }))
  }
  /** The latest text on the contact’s phone. */
  const latest = async () => {
    await server.idle()
    return (await tenant.messagesOnPhone(phone)).findLast(({ direction }) => direction !== 'inbound')?.body ?? ''
  }
  const held = async () => {
    const { data } = ok(await tenant.owner.call(bookings.getList, { statuses: ['held'] }))
    return data.bookings.map(({ startsOnUtc }) => startsOnUtc)
  }
  return { tenant, salon, phone, sid, contact, offer, visits, latest, held }
}

const at = (date: string, time: string) => new Date(inNewYork(date, time)).toISOString()
const freeOn = async (tenant: Tenant, salon: Awaited<ReturnType<typeof createSalon>>, date: string) =>
  (await slotsOn(tenant.owner, salon, salon.haircut.id, date)).map(({ startsOnUtc }) => startsOnUtc)

test('offers three times that are held, books the one chosen and releases the others', async () => {
  const { tenant, salon, phone, offer, visits, latest, held } = await aThread()
  const { times } = ok(await offer()).data
  expect(times).toEqual([3, 4, 5].map((days) => at(dayAhead(days), '08:00')))
  expect(await latest()).toMatch(
    /^We have these times for Haircut:\n1\) .*\n2\) .*\n3\) .*8:00\sAM\nReply 1, 2 or 3 to book/,
  )
  expect(await held()).toEqual(times)
  expect(await freeOn(tenant, salon, day)).not.toContain(times[0])
  await tenant.textFrom(phone, '0')
  expect(await held()).toEqual([6, 7, 8].map((days) => at(dayAhead(days), '08:00')))
  expect(await freeOn(tenant, salon, day)).toContain(times[0])
  // A double tap, each text of which comes twice, and another number after it book nothing more.
  await instance.addFault({ kind: 'duplicate', phone })
  await Promise.all([tenant.textFrom(phone, '2'), tenant.textFrom(phone, '2')])
  await tenant.textFrom(phone, '3')
  expect(await visits()).toEqual([{ startsOnUtc: at(dayAhead(7), '08:00'), status: 'booked' }])
  expect(await latest()).toMatch(/^You are booked on .*8:00\sAM\. For another time: http.*\/visit\//)
  expect(await held()).toEqual([])
  // Several replies passed, whatever the daily limit of automated texts.
  expect((await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')).toHaveLength(5)
})

test('a second offer replaces the first; a text sent before it chooses nothing', async () => {
  const { tenant, phone, offer, visits, latest, held } = await aThread()
  const first = ok(await offer()).data
  const second = ok(await offer(tenant.owner, { from: dayAhead(10) })).data
  expect(await held()).toEqual(second.times)
  expect(second.times).not.toContain(first.times[0])
  // The first choice was on its way while other times were shown.
  await instance.server.database.owner.query(
    `update booking_offers set shown_at = now() + interval '1 minute' where tenant_id = $1 and state = 'open'`,
    [tenant.tenantId],
  )
  await tenant.textFrom(phone, '1')
  expect(await latest()).toMatch(/^Here are the current times:\n1\)/)
  expect(await visits()).toEqual([])
  // A repeated request returns its offer, and texts nothing again.
  const repeat = { clientMessageId: second.id, from: dayAhead(10) }
  const before = (await tenant.messagesOnPhone(phone)).length
  expect(ok(await offer(tenant.owner, repeat)).data.id).toBe(second.id)
  expect(await tenant.messagesOnPhone(phone)).toHaveLength(before)
  // An id is of one conversation, also when two ask at once.
  const other = await tenant.textFrom(newPhone(), 'Hello')
  const clientMessageId = crypto.randomUUID()
  const both = await Promise.all([
    offer(tenant.owner, { clientMessageId }),
    offer(tenant.owner, { clientMessageId, conversationSid: other.sid }),
  ])
  const failed = both.filter((result) => result instanceof ApiFailure)
  expect(failed).toHaveLength(1)
  expect(failed[0]).toFail('ClientMessageIdReused')
})

test('a yes to a reminder confirms the visit, and a number answers no campaign', async () => {
  const { tenant, salon, phone, offer, visits, latest, held } = await aThread()
  const { times } = ok(await offer()).data
  const visit = visitOf(salon, salon.haircut.id, at(dayAhead(9), '10:00'), phone)
  ok(await tenant.owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  await tenant.textFrom(phone, 'C')
  expect(await latest()).toMatch(/^Thank you, .* is confirmed\.$/)
  expect([await visits(), await held()]).toMatchObject([[{ status: 'confirmed' }], times])
  // As if the latest text were one of a campaign.
  await instance.server.database.owner.query(
    `update messages set purpose = 'automatic', author = 'Campaign' where tenant_id = $1 and body like 'Thank you%'`,
    [tenant.tenantId],
  )
  await tenant.textFrom(phone, '1')
  expect([await visits(), await held()]).toMatchObject([[{ status: 'confirmed' }], times])
})

test('in a merged conversation times are offered to, and booked for, the one who is texted', async () => {
  const { tenant, salon, phone, sid, offer, visits, held } = await aThread()
  const { owner } = tenant
  const second = newPhone()
  const other = await tenant.textFrom(second, 'And for me?')
  ok(await merge(owner, other, { sid }))
  await tenant.textFrom(second, 'Hello?')
  const { times } = ok(await offer()).data
  await instance.idle()
  const onPhone = async (number: string) =>
    (await tenant.messagesOnPhone(number)).findLast(({ direction }) => direction !== 'inbound')?.body ?? ''
  expect([await onPhone(second), await onPhone(phone)]).toEqual([expect.stringMatching(/^We have these times/), ''])
  // It is not for the other one.
  await tenant.textFrom(phone, '1')
  await tenant.textFrom(phone, 'STOP')
  expect([await visits(), await held()]).toEqual([[], times])
  await tenant.textFrom(phone, 'START')
  ok(await owner.call(contacts.update, { id: other.contact.id, language: 'es' }))
  const before = await onPhone(phone)
  await tenant.textFrom(second, 'Mi gato')
  expect(await onPhone(second)).toMatch(/entend/)
  await tenant.textFrom(second, '1')
  const theirs = ok(await owner.call(bookings.getList, { contactID: other.contact.id })).data.bookings
  expect([theirs.map(({ startsOnUtc }) => startsOnUtc), await visits()]).toEqual([[times[0]], []])
  expect([await onPhone(second), await onPhone(phone)]).toEqual([expect.stringMatching(/you are booked/), before])
  // Each contact gets the texts about their own visits, even if the other one wrote last.
  const visit = visitOf(salon, salon.haircut.id, at(dayAhead(9), '10:00'), phone)
  ok(await owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  expect(await onPhone(phone)).not.toBe(before)
  await tenant.textFrom(second, 'C')
  expect(await visits()).toMatchObject([{ status: 'booked' }])
})

test('a text that chooses nothing is asked about once, then left to the team, as after a message of a teammate', async () => {
  const { tenant, phone, sid, offer, visits, latest, held } = await aThread()
  ok(await offer())
  await tenant.textFrom(phone, 'yes')
  expect(await latest()).toMatch(/did not understand/)
  await tenant.textFrom(phone, 'My cat is called Blanket')
  expect(await latest()).toMatch(/team will reply/)
  expect(await held()).toEqual([])
  const before = await latest()
  await tenant.textFrom(phone, '1')
  expect([await latest(), await visits()]).toEqual([before, []])

  ok(await offer())
  const text = { conversationSid: sid, text: 'Or call us', clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(messages.send, text))
  await instance.idle()
  expect(await held()).toEqual([])
  await tenant.textFrom(phone, '1')
  expect([await latest(), await visits()]).toEqual(['Or call us', []])
})

test('a time that was closed meanwhile is not booked, others are offered', async () => {
  const { tenant, salon, phone, offer, visits, latest, held } = await aThread()
  const { times } = ok(await offer()).data
  const closed = { resourceID: salon.owner, startsOnUtc: times[0] ?? '', endsOnUtc: at(day, '21:00') }
  ok(await tenant.owner.call(bookingHours.block, closed))
  await tenant.textFrom(phone, '1')
  expect(await latest()).toMatch(/^That time is no longer available\. These times are:\n1\)/)
  expect(await visits()).toEqual([])
  expect(await held()).not.toContain(times[0])
  // An opt-out goes first, and ends the offer.
  await tenant.textFrom(phone, 'STOP')
  await tenant.textFrom(phone, '1')
  expect([await visits(), await held()]).toEqual([[], []])
})

test('a time that is no longer held is booked by no one who answers late, and is free for others', async () => {
  const clock = createTestClock()
  const clockedInstance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
  const { tenant, salon, phone, sid, offer, visits, latest, held } = await aThread(clockedInstance)
  const { times } = ok(await offer()).data
  clock.advance(11 * 60_000)
  await book(tenant.owner, salon, times[0] ?? '', newPhone())
  await tenant.textFrom(phone, '1')
  expect(await latest()).toMatch(/^Those times are no longer held for you\. These are free now:\n1\)/)
  expect(await visits()).toEqual([])
  const again = await held()
  expect(again).not.toContain(times[0])
  // By the clock of the database, which is ahead.
  await clockedInstance.runDelayedJobs('expire-booking-offer')
  clock.advance(11 * 60_000)
  await clockedInstance.runDelayedJobs('expire-booking-offer')
  await clockedInstance.runDelayedJobs('expire-hold', { mayHaveRun: true })
  await clockedInstance.idle()
  expect(await held()).toEqual([])
  // The offer has ended, so other texts are left to the team.
  const before = await latest()
  await tenant.textFrom(phone, 'Thursday would suit me')
  expect([await latest(), await visits()]).toEqual([before, []])
  // A number after a teammate has written is for them.
  const text = { conversationSid: sid, text: 'How many are you?', clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(messages.send, text))
  await clockedInstance.idle()
  await tenant.textFrom(phone, '2')
  expect([await latest(), await held()]).toEqual(['How many are you?', []])
  // A hold that runs out while the choice is on its way is renewed.
  const { times: renewed } = ok(await offer()).data
  await clockedInstance.server.database.owner.query(
    `update bookings set held_until = '2000-01-01' where tenant_id = $1 and status = 'held'`,
    [tenant.tenantId],
  )
  await clockedInstance.server.database.owner.query(
    `update booking_claims set held_until = '2000-01-01' where tenant_id = $1 and held_until is not null`,
    [tenant.tenantId],
  )
  await tenant.textFrom(phone, '1')
  expect(await visits()).toEqual([{ startsOnUtc: renewed[0], status: 'booked' }])
  await clockedInstance.close()
})

test('times are offered in the language of the contact, at locations and to contacts that a teammate sees', async () => {
  const { tenant, salon, contact, offer, latest, sid } = await aThread()
  const { owner } = tenant
  ok(await owner.call(contacts.update, { id: contact.id, language: 'es' }))
  ok(await offer())
  expect(await latest()).toMatch(/^Tenemos estas horas para Haircut:\n1\) .*\n.*\n.*\nResponda 1, 2 o 3/)
  expect(await offer(owner, { locationID: crypto.randomUUID() })).toFail('LocationNotFound')
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  expect(await offer(member)).toFail('ConversationNotFound')
  const never = { ...EVERY_DAY, ...Object.fromEntries(Object.keys(EVERY_DAY).map((weekday) => [weekday, []])) }
  const hours = [{ locationID: salon.locationID, week: never }]
  const { version } = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  ok(await owner.call(bookingHours.save, { resourceID: salon.owner, version, hours, exceptions: [] }))
  expect(await offer()).toFail('NoFreeTime')
})

test('a number is understood after the main number of the contact changed, from either number', async () => {
  const { tenant, phone, contact, offer, held } = await aThread()
  const { owner } = tenant
  const second = newPhone()
  const booked = async () => {
    const { data } = ok(await owner.call(bookings.getList, { statuses: ['booked'] }))
    return data.bookings.map(({ startsOnUtc }) => startsOnUtc)
  }
  const { times } = ok(await offer()).data
  ok(await owner.call(contacts.addPhone, { id: contact.id, phone: second }))
  const { id } = ok(await owner.call(contacts.setMainPhone, { id: contact.id, phone: second }))
  await tenant.textFrom(phone, '1')
  expect([await booked(), await held()]).toEqual([times.slice(0, 1), []])
  const next = ok(await offer()).data.times
  ok(await owner.call(contacts.setMainPhone, { id, phone }))
  await tenant.textFrom(second, '2')
  expect([await booked(), await held()]).toEqual([[times[0], next[1]], []])
  // Once more it answers what it chose, and books nothing.
  await tenant.textFrom(second, '3')
  expect((await tenant.messagesOnPhone(second)).at(-1)?.body).toMatch(/^You are booked on/)
  expect(await booked()).toHaveLength(2)
})

test('a number is understood by another of our numbers, unless that conversation has gone on', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, numbers, locationIds } = tenant
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do you have time for me?', { to: numbers[0] ?? '' })
  const request = {
    conversationSid: sid,
    locationID: salon.locationID,
    items: [{ serviceID: salon.haircut.id }],
    from: day,
  }
  const offer = async () =>
    ok(await owner.call(bookingOffers.create, { ...request, clientMessageId: crypto.randomUUID() })).data.times
  const booked = async () => {
    const { data } = ok(await owner.call(bookings.getList, { statuses: ['booked'] }))
    return data.bookings.map(({ startsOnUtc }) => startsOnUtc)
  }
  const times = await offer()
  const { phoneNumbers } = ok(await owner.call(contract.phoneNumbers.getList, undefined)).data
  const used = phoneNumbers.find(({ phoneNumber }) => phoneNumber === numbers[0])
  ok(await owner.call(contract.phoneNumbers.update, { sid: used?.sid ?? '', locationID: locationIds[1] ?? '' }))
  const elsewhere = await tenant.textFrom(phone, '1', { to: numbers[1] ?? '' })
  expect(await booked()).toEqual(times.slice(0, 1))
  expect((await tenant.messagesOf(elsewhere)).at(-1)?.body).toMatch(/you are booked/)
  await offer()
  const { sid: conversationSid } = elsewhere
  ok(
    await owner.call(messages.send, {
      conversationSid,
      text: 'How many of you?',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await tenant.textFrom(phone, '2', { to: numbers[1] ?? '' })
  expect(await booked()).toHaveLength(1)
  await tenant.textFrom(phone, '2', { to: numbers[0] ?? '' })
  expect(await booked()).toHaveLength(2)
})

test('an offer ends, and its contact is told, when their number belongs to someone else since', async () => {
  const { tenant, phone, contact, offer, latest, held } = await aThread()
  const { owner } = tenant
  const second = newPhone()
  ok(await owner.call(contacts.addPhone, { id: contact.id, phone: second }))
  const { id } = ok(await owner.call(contacts.setMainPhone, { id: contact.id, phone: second }))
  ok(await offer())
  ok(await owner.call(contacts.removePhone, { id, phone }))
  await tenant.textFrom(phone, '1')
  expect(await latest()).toMatch(/team will reply/)
  expect(await held()).toEqual([])
})
