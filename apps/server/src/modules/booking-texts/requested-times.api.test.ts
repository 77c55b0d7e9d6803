import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()
const { bookingOffers, bookings, contacts } = contract

async function aThread() {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Do you have time for me?')
  const offer = async () => {
    const request = { clientMessageId: crypto.randomUUID(), conversationSid: sid, from: dayAhead(3) }
    const items = [{ serviceID: salon.haircut.id }]
    ok(await tenant.owner.call(bookingOffers.create, { ...request, locationID: salon.locationID, items }))
    await instance.idle()
  }
  /** Texts it, and returns the reply. */
  const text = async (body: string) => {
    await tenant.textFrom(phone, body)
    await instance.idle()
    return (await tenant.messagesOnPhone(phone)).findLast(({ direction }) => direction !== 'inbound')?.body ?? ''
  }
  const startsOf = async (status: 'held' | 'booked') => {
    const { data } = ok(await tenant.owner.call(bookings.getList, { statuses: [status] }))
    return data.bookings.map(({ startsOnUtc }) => startsOnUtc)
  }
  return { tenant, salon, phone, contact, offer, text, startsOf }
}

const at = (days: number, ...times: string[]) =>
  times.map((time) => new Date(inNewYork(dayAhead(days), time)).toISOString())
const named = (days: number, locale = 'en-US') =>
  Temporal.PlainDate.from(dayAhead(days)).toLocaleString(locale, { month: 'long', day: 'numeric' })

test('a day and a time in words bring the nearest free times, of which a number books one', async () => {
  const { offer, text, startsOf } = await aThread()
  await offer()
  expect(await text(`${named(6)} after 3`)).toMatch(/^These times are available:\n1\).*3:00\sPM\n/)
  expect(await startsOf('held')).toEqual(at(6, '15:00', '15:30', '16:00'))
  // On the day that is shown. Times that are held for the same contact are free for them.
  expect(await text('how about half past 2')).toMatch(/^These times are available:/)
  expect(await startsOf('held')).toEqual(at(6, '14:00', '14:30', '15:00'))
  expect(await text('quarter past 2')).toMatch(/^Nothing is available then/)
  expect(await text(`${named(7)} at 9 pm`)).toMatch(/^Nothing is available then\. The closest times are:/)
  expect(await startsOf('held')).toEqual(at(7, '18:30', '19:00', '19:30'))
  expect(await text('any day before 9')).toMatch(/^These times are available:/)
  expect((await startsOf('held')).every((start) => /T1[234]:/.test(start))).toBe(true)
  await text(`${named(8)} morning`)
  expect(await text('2')).toMatch(/you are booked .*8:30\sAM/)
  expect([await startsOf('booked'), await startsOf('held')]).toEqual([at(8, '08:30'), []])
})

test('what is unsure is asked once, and what is said is remembered; the second time it is left to the team', async () => {
  const { offer, text, startsOf } = await aThread()
  await offer()
  const before = await startsOf('held')
  expect(await text('Monday or Thursday after 5')).toMatch(/^Which day suits you\?/)
  expect(await startsOf('held')).toEqual(before)
  await text(named(7))
  expect(await startsOf('held')).toEqual(at(7, '17:00', '17:30', '18:00'))
  expect(await text(`${named(9)} at 8`)).toMatch(/^In the morning or in the evening\?/)
  await text('morning')
  expect(await startsOf('held')).toEqual(at(9, '08:00', '08:30', '09:00'))
  expect(await text('at 4 or 5')).toMatch(/^Which time suits you\?/)
  expect(await text('not that day')).toMatch(/team will reply/)
  expect(await startsOf('held')).toEqual([])
})

test('a visit is moved by words, in the language of the contact', async () => {
  const { tenant, salon, phone, contact, text, startsOf } = await aThread()
  ok(await tenant.owner.call(contacts.update, { id: contact.id, language: 'es' }))
  const visit = visitOf(salon, salon.haircut.id, at(5, '10:00')[0] ?? '', phone)
  ok(await tenant.owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  await text('R')
  expect(await text(`el ${named(6, 'es-ES')} a las tres y media`)).toMatch(/^Estas horas están disponibles:/)
  expect(await startsOf('held')).toEqual(at(6, '15:00', '15:30', '16:00'))
  await text('2')
  expect([await startsOf('booked'), await startsOf('held')]).toEqual([at(6, '15:30'), []])
})

/** A thread in which a visit at 10 was just confirmed by text. */
async function aVisit(language = 'en') {
  const thread = await aThread()
  const { tenant, salon, phone, contact } = thread
  ok(await tenant.owner.call(contacts.update, { id: contact.id, language }))
  const visit = visitOf(salon, salon.haircut.id, at(5, '10:00')[0] ?? '', phone)
  ok(await tenant.owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  return thread
}

test.each([
  ['en', `R ${named(6)} after 3`, /^These times are available:\n1\)/],
  ['es', `R el ${named(6, 'es-ES')} después de las 3`, /^Estas horas están disponibles:\n1\)/],
  ['fr', `R le ${named(6, 'fr-FR')} après 15h`, /^Ces créneaux sont disponibles :\n1\)/],
])('R with a time offers times that fit at once, in %s', async (language, words, reply) => {
  const { text, startsOf } = await aVisit(language)
  expect(await text(words)).toMatch(reply)
  expect(await startsOf('held')).toEqual(at(6, '15:00', '15:30', '16:00'))
  await text('1')
  expect([await startsOf('booked'), await startsOf('held')]).toEqual([at(6, '15:00'), []])
})

test('R with a time that is not free offers the nearest, and what is unsure is asked beside other times', async () => {
  const { text, startsOf } = await aVisit()
  expect(await text(`Move my visit to ${named(6)} at 9 pm`)).toMatch(
    /^Nothing is available then\. The closest times are:/,
  )
  expect(await startsOf('held')).toEqual(at(6, '18:30', '19:00', '19:30'))
  expect(await text('C')).toMatch(/is confirmed/)
  // The old time and the new one, or a range.
  expect(await text('R from 2 to 4')).toMatch(/^Which time suits you\?.*\nOther times for your visit:\n1\)/)
  expect(await text(`${named(6)} at 2`)).toMatch(/^These times are available:/)
  expect(await startsOf('held')).toEqual(at(6, '13:30', '14:00', '14:30'))
  await text('C')
  expect(await text(`R ${named(6)} at 8`)).toMatch(/^In the morning or in the evening\?\nOther times/)
  expect(await text('morning')).toMatch(/^These times are available:/)
  expect(await startsOf('held')).toEqual(at(6, '08:00', '08:30', '09:00'))
})

test('a text that only looks like it is left to the team', async () => {
  const { tenant, phone, text, startsOf } = await aVisit()
  const before = (await tenant.messagesOnPhone(phone)).length
  await text('R 2')
  await text('R u open next week?')
  expect([(await tenant.messagesOnPhone(phone)).length, await startsOf('held')]).toEqual([before + 2, []])
})
