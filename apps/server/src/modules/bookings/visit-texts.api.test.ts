import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingConfigs, bookings, contacts, conversationConfigs } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

const dateIn = (language: string) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }).format(
    new Date(day),
  )

/** A business whose team writes in this language, and the texts that a contact gets about a visit. */
async function textsTo(contactLanguage: string, { team, bookedText }: { team: string | null; bookedText?: string }) {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { id } = ok(await owner.call(contacts.add, { name: 'Maya Chen', phone }))
  ok(await owner.call(contacts.update, { id, language: contactLanguage }))
  const { version: forTeam } = ok(await owner.call(conversationConfigs.get, undefined)).data
  ok(await owner.call(conversationConfigs.save, { version: forTeam, translateTo: team }))
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  if (bookedText) ok(await owner.call(bookingConfigs.save, { version, bookedText }))
  const visit = visitOf(salon, salon.haircut.id, inNewYork(day, '15:00'), phone)
  ok(await owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  const texts = async () => (await tenant.messagesOnPhone(phone)).map(({ body }) => body)
  return { booked: (await texts())[0], texts, confirm: () => tenant.textFrom(phone, 'C') }
}

test('the time in a text of the business is in its language, in one of ours in that of the contact', async () => {
  const at = await textsTo('es', { team: 'en', bookedText: 'See you on :booking_time:' })
  expect(at.booked).toContain(`See you on ${dateIn('en-US')}, 3:00`)
  await at.confirm()
  await instance.idle()
  expect((await at.texts()).at(-1)).toMatch(/^Gracias, .*3:00 PM queda confirmado\.$/)
})

test('the time is in the language of the team also if the contact speaks English', async () => {
  const { booked } = await textsTo('en', { team: 'es', bookedText: 'Le esperamos el :booking_time:' })
  expect(booked).toContain(`Le esperamos el ${dateIn('es-US')}, 3:00 PM`)
})

test('a text that the business did not change is in English, and so is its time', async () => {
  const { booked } = await textsTo('es', { team: 'es' })
  expect(booked).toContain(`you are booked at`)
  expect(booked).toContain(`on ${dateIn('en-US')}, 3:00`)
})

test('a text of ours that was only edited is still in English, and so is its time', async () => {
  const bookedText = 'Hello :contact_first_name:, you are booked at :business_name: on :booking_time:. Parking is free.'
  const { booked } = await textsTo('es', { team: 'es', bookedText })
  expect(booked).toContain(`on ${dateIn('en-US')}, 3:00`)
})
