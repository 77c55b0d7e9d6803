import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS, OVERRIDABLE_RULES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, type Salon, visitOf } from '../../testing/bookings.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()
const { bookingConfigs, bookingHours, bookingOffers, bookingPages, bookings, conversationConfigs, messages } = contract

async function aSalon() {
  const tenant = await instance.createTenant()
  return { tenant, salon: await createSalon(tenant), phone: newPhone() }
}

/** The time between two visits does not depend on when each is booked. */
const STARTED_AT = Date.now()

/** Books a haircut in some minutes, whatever the hours, and tells the contact by text. */
async function bookIn(
  minutes: number,
  { tenant, salon, phone }: { tenant: Tenant; salon: Salon; phone: string },
  tellsContact = true,
) {
  const step = 15 * 60_000
  const startsOnUtc = new Date(Math.ceil((STARTED_AT + minutes * 60_000) / step) * step).toISOString()
  const visit = visitOf(salon, salon.haircut.id, startsOnUtc, phone)
  const request = { ...visit, overrides: [...OVERRIDABLE_RULES], tellsContact }
  const { booking } = ok(await tenant.owner.call(bookings.create, request)).data
  await instance.idle()
  return booking.id
}

const statusOf = async (tenant: Tenant, id: string) => ok(await tenant.owner.call(bookings.get, { id })).data
const replies = async (tenant: Tenant, phone: string) => {
  await instance.idle()
  const all = await tenant.messagesOnPhone(phone)
  return all.filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)
}

test('a yes to a text about a visit confirms it once, and R gets other times and the page to move it', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(24 * 60, at)
  await tenant.textFrom(phone, 'Yes!')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'confirmed' })
  expect((await replies(tenant, phone)).at(-1)).toMatch(/^Thank you, .* is confirmed\.$/)
  const { version } = await statusOf(tenant, id)
  await tenant.textFrom(phone, 'C')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'confirmed', version })
  await tenant.textFrom(phone, 'R')
  expect((await replies(tenant, phone)).at(-1)).toMatch(
    /^Other times .*\n1\) (.*\n)+Choose another time here: http.*\/visit\//,
  )
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'confirmed', version })
  const [, time = ''] = (await replies(tenant, phone)).at(-1)?.match(/^2\) (.*)$/m) ?? []
  await tenant.textFrom(phone, '2')
  expect((await replies(tenant, phone)).at(-1)).toContain(`is now on ${time}.`)
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked', version: version + 1 })
  // Replies to the contact’s own texts do not count towards the three automated texts of a day.
  expect((await replies(tenant, phone)).length).toBeGreaterThan(3)
})

test('a visit that is too near to be moved stays, whatever was offered before', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const { owner } = tenant
  const id = await bookIn(24 * 60, at)
  await tenant.textFrom(phone, 'R')
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, cutOffMinutes: 2 * 24 * 60 }
  ok(await owner.call(bookingConfigs.save, { version, page }))
  for (const text of ['0', '1']) {
    await tenant.textFrom(phone, text)
    expect((await replies(tenant, phone)).at(-1)).toMatch(/^Choose another time here: http/)
    expect(ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings).toEqual([])
  }
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked' })
})

test('a yes to a teammate confirms nothing', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(24 * 60, at)
  const conversation = await tenant.conversationWith(phone)
  const text = { conversationSid: conversation?.sid ?? '', text: 'Do you like oat milk?' }
  ok(await tenant.owner.call(messages.send, { ...text, clientMessageId: crypto.randomUUID() }))
  await instance.idle()
  const before = await replies(tenant, phone)
  await tenant.textFrom(phone, 'yes')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked' })
  expect(await replies(tenant, phone)).toEqual(before)
})

test('on the day, contacts tell by text that they are on the way, late and here', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(60, at, false)
  await tenant.textFrom(phone, 'OMW')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked', onTheWayOnUtc: expect.any(String) })
  await tenant.textFrom(phone, 'I’m going to be late')
  await tenant.textFrom(phone, 'Running late')
  expect((await replies(tenant, phone)).at(-1)).toContain('LATE 10')
  await tenant.textFrom(phone, '15 min late')
  expect(await statusOf(tenant, id)).toMatchObject({ lateMinutes: 15 })
  await tenant.textFrom(phone, 'I’m here')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'arrived', arrivedOnUtc: expect.any(String) })
  expect(await replies(tenant, phone)).toHaveLength(4)
})

test('a contact who arrives learns once that the team is late, by text and on the page, in their language', async () => {
  const at = await aSalon()
  const { tenant, salon, phone } = at
  const { owner } = tenant
  const first = await bookIn(60, at, false)
  const other = newPhone()
  const next = await bookIn(90, { tenant, salon, phone: other })
  const { version } = await statusOf(tenant, first)
  await tenant.textFrom(phone, 'LATE 20')
  expect((await replies(tenant, phone)).at(-1)).toBe('Thank you for telling us. We let the team know.')
  expect(await statusOf(tenant, first)).toMatchObject({ lateMinutes: 20, version: version + 1 })
  await tenant.textFrom(other, 'OMW')
  const { startsOnUtc, timeZone } = await statusOf(tenant, next)
  const expected = new Date(Date.parse(startsOnUtc) + 20 * 60_000)
  const time = expected.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const said = `We are running about 20 minutes late, so your visit will start around ${time}.`
  expect((await replies(tenant, other)).at(-1)).toBe(
    `Thank you, we let the team know that you are on your way. ${said}`,
  )
  const [, token = ''] = /\/visit\/([\w-]+)/.exec((await replies(tenant, other)).join(' ')) ?? []
  expect(ok(await owner.call(contract.bookingPages.getVisit, { token })).data.delayMinutes).toBe(20)
  expect(await (await fetch(`${instance.url}/visit/${token}`)).text()).toContain(said.slice(0, 36))
  await tenant.textFrom(other, 'here')
  expect((await replies(tenant, other)).at(-1)).toBe('Welcome! We let the team know that you are here.')
  const third = newPhone()
  const { contact } = await tenant.textFrom(third, 'Hola')
  ok(await owner.call(contract.contacts.update, { id: contact.id, language: 'es' }))
  await bookIn(120, { tenant, salon, phone: third }, false)
  // Later than the team is.
  await tenant.textFrom(third, 'TARDE 30')
  expect((await replies(tenant, third)).at(-1)).toBe('Gracias por avisar. Se lo decimos al equipo.')
  await tenant.textFrom(third, 'TARDE 5')
  expect((await replies(tenant, third)).at(-1)).toMatch(
    /Llevamos unos 20 minutos de retraso: su cita empezará hacia las \d+:\d+ [AP]M\.$/,
  )
})

test('what no visit explains is left to the team and to auto-replies, and so is everything when it is turned off', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const greeting = { isEnabled: true, message: 'Thanks for your message!' }
  ok(await tenant.owner.call(conversationConfigs.save, { replyOnNewMessage: greeting }))
  await tenant.textFrom(phone, 'Here')
  expect(await replies(tenant, phone)).toEqual([greeting.message])

  const id = await bookIn(60, at, false)
  const { version } = ok(await tenant.owner.call(bookingConfigs.get, undefined)).data
  ok(await tenant.owner.call(bookingConfigs.save, { version, answersTexts: false }))
  await tenant.textFrom(phone, 'Here')
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked' })
  expect(await replies(tenant, phone)).toEqual([greeting.message])
})

test('an auto-responder that answers every text is left to the team', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(60, at, false)
  const text = (body: string) =>
    fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: tenant.numbers[0], body, mediaUrls: [] }),
    })
  for (let n = 0; n < 25; n++) await text('LATE 10')
  expect(await replies(tenant, phone)).toHaveLength(20)
  await tenant.textFrom(phone, 'LATE 30')
  expect(await statusOf(tenant, id)).toMatchObject({ lateMinutes: 10 })
})

test('CANCEL opts out, as the law asks, changes no visit, and is a task for the team', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(24 * 60, at)
  const conversation = await tenant.textFrom(phone, 'CANCEL')
  expect(conversation.contact).toMatchObject({ isOptedOut: true })
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked' })
  const { tasks } = ok(await tenant.owner.call(contract.bookingTasks.getList, {})).data
  expect(tasks).toMatchObject([{ kind: 'opted-out', booking: { id } }])
  expect(DEFAULT_BOOKING_CONFIGS.reminders.map(({ text }) => text).join(' ')).not.toMatch(/cancel|stop|quit|end\b/i)
})

/** Since when the contact waits for a reply of the team. */
async function waitsSince(tenant: Tenant, phone: string): Promise<string | null> {
  await instance.idle()
  return (await tenant.conversationWith(phone))?.attributes.needsAnswerSince ?? null
}

test('the team does not have to reply to a text that was dealt with, but to the ones before and after it', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(24 * 60, at)
  await tenant.textFrom(phone, 'C')
  expect(await waitsSince(tenant, phone)).toBeNull()
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'confirmed' })
  await tenant.textFrom(phone, 'Is there parking?')
  const since = await waitsSince(tenant, phone)
  expect(since).not.toBeNull()
  await tenant.textFrom(phone, 'R')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/^Other times /)
  expect(await waitsSince(tenant, phone)).toBe(since)
})

test('a contact waits while what they chose is unclear or left to the team, and no longer once it is booked', async () => {
  const { tenant, salon, phone } = await aSalon()
  const { sid } = await tenant.textFrom(phone, 'Do you have time for me?')
  const offer = async () => {
    const request = { conversationSid: sid, locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }] }
    const days = { from: dayAhead(3), clientMessageId: crypto.randomUUID() }
    ok(await tenant.owner.call(bookingOffers.create, { ...request, ...days }))
    await instance.idle()
  }
  await offer()
  expect(await waitsSince(tenant, phone)).toBeNull()
  await tenant.textFrom(phone, 'whatever suits you best')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/did not understand/)
  expect(await waitsSince(tenant, phone)).not.toBeNull()
  await tenant.textFrom(phone, '1')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/you are booked /)
  expect(await waitsSince(tenant, phone)).toBeNull()

  await offer()
  for (const text of ['whatever suits you best', 'hm, can you call me?']) await tenant.textFrom(phone, text)
  expect((await replies(tenant, phone)).at(-1)).toMatch(/team will reply/)
  const leftAt = await waitsSince(tenant, phone)
  expect(leftAt).not.toBeNull()
  await tenant.textFrom(phone, 'C')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/is confirmed/)
  expect(await waitsSince(tenant, phone)).toBe(leftAt)
})

test('a contact to whom the team will reply waits for it, even if they confirm another visit meanwhile', async () => {
  const at = await aSalon()
  const { tenant, salon, phone } = at
  await bookIn(24 * 60, at)
  const { sid } = await tenant.textFrom(phone, 'Do you have time for my son?')
  const request = { conversationSid: sid, locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }] }
  const days = { from: dayAhead(3), clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(bookingOffers.create, { ...request, ...days }))
  await instance.idle()
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60_000).toISOString()
  const closed = { resourceID: salon.owner, startsOnUtc: hours(0), endsOnUtc: hours(300 * 24) }
  ok(await tenant.owner.call(bookingHours.block, closed))
  await tenant.textFrom(phone, '1')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/nothing else is free right now\. Our team will reply\./)
  const leftAt = await waitsSince(tenant, phone)
  expect(leftAt).not.toBeNull()
  await tenant.textFrom(phone, 'C')
  expect((await replies(tenant, phone)).at(-1)).toMatch(/is confirmed/)
  expect(await waitsSince(tenant, phone)).toBe(leftAt)
})

test('a contact who asked for another time, or said they are late, waits until that is settled, whatever else is', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const { version } = ok(await tenant.owner.call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, cutOffMinutes: 2 * 24 * 60 }
  ok(await tenant.owner.call(bookingConfigs.save, { version, page }))
  await bookIn(3 * 60, at)
  const say = async (text: string) => {
    await tenant.textFrom(phone, text)
    return { reply: (await replies(tenant, phone)).at(-1), since: await waitsSince(tenant, phone) }
  }
  const request = await say('R')
  expect(request).toEqual({
    reply: expect.stringMatching(/^Choose another time here: http/),
    since: expect.any(String),
  })
  expect(await say('LATE 10')).toEqual({ reply: expect.stringContaining('We let the team know'), since: request.since })
  expect(await say('C')).toEqual({ reply: expect.stringContaining('is confirmed'), since: null })

  const late = await say('Running late')
  expect(late).toEqual({ reply: expect.stringContaining('LATE 10'), since: expect.any(String) })
  expect(await say('C')).toEqual({ reply: expect.stringContaining('is confirmed'), since: late.since })
  expect((await say('R')).since).toBe(late.since)
  // Settles the request for another time, but not how late they are.
  expect((await say('C')).since).toBe(late.since)
  expect(await say('LATE 15')).toEqual({ reply: expect.stringContaining('We let the team know'), since: null })
})

test.each(['move', 'cancel'] as const)(
  'a contact who asked for another time no longer waits after a %s on the page',
  async (act) => {
    const at = await aSalon()
    const { tenant, phone } = at
    const { version } = ok(await tenant.owner.call(bookingConfigs.get, undefined)).data
    const save = (cutOffMinutes: number, expected: number) =>
      tenant.owner.call(bookingConfigs.save, {
        version: expected,
        page: { ...DEFAULT_BOOKING_CONFIGS.page, cutOffMinutes },
      })
    ok(await save(2 * 24 * 60, version))
    const id = await bookIn(3 * 60, at)
    await tenant.textFrom(phone, 'R')
    const [, token = ''] = /visit\/(\S+)/.exec((await replies(tenant, phone)).at(-1) ?? '') ?? []
    expect(await waitsSince(tenant, phone)).not.toBeNull()
    ok(await save(0, version + 1))
    const visit = await statusOf(tenant, id)
    const startsOnUtc = inNewYork(dayAhead(2), '10:00')
    if (act === 'move')
      ok(await callEndpoint(instance.url, bookingPages.reschedule, { token, version: visit.version, startsOnUtc }))
    else ok(await callEndpoint(instance.url, bookingPages.cancel, { token, version: visit.version }))
    await instance.idle()
    expect(await waitsSince(tenant, phone)).toBeNull()
  },
)

test('a contact who said that they are late no longer waits once they say how late on the page', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  await bookIn(3 * 60, at)
  const [booked = ''] = await replies(tenant, phone)
  const [, token = ''] = /visit\/(\S+)/.exec(booked) ?? []
  await tenant.textFrom(phone, 'Running late')
  await instance.idle()
  expect(await waitsSince(tenant, phone)).not.toBeNull()
  ok(await callEndpoint(instance.url, bookingPages.updateArrival, { token, arrival: 'late', lateMinutes: 15 }))
  await instance.idle()
  expect(await waitsSince(tenant, phone)).toBeNull()
})

test('a YES that lifts an opt-out confirms no visit', async () => {
  const at = await aSalon()
  const { tenant, phone } = at
  const id = await bookIn(24 * 60, at)
  await tenant.textFrom(phone, 'STOP')
  await tenant.textFrom(phone, 'YES')
  await instance.idle()
  expect(await statusOf(tenant, id)).toMatchObject({ status: 'booked' })
})
