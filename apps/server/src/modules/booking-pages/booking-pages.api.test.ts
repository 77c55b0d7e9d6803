import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { book, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const {
  assignment,
  bookingPages,
  bookingConfigs,
  bookings,
  consent,
  contacts,
  locations,
  phoneNumbers,
  subscribers,
  team,
} = contract

const instance = await sharedTestInstance()
const { anyone, openPage, savePage, visitOf, hold, sendCode, bookAs, lastTextTo } = createBookingPages(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

test('someone books: a free time is held, a code proves the number, and the team sees the visit', async () => {
  const at = await openPage({ questions: [{ text: 'Which color?', isRequired: true }] })
  const { tenant, slug, salon } = at
  const page = ok(await anyone(bookingPages.get, { slug })).data
  expect(page.services).toMatchObject([{ name: 'Haircut', teammates: [{ resourceID: salon.owner }] }])
  const { slots } = ok(await anyone(bookingPages.slots, { slug, ...visitOf(salon), from: dayAhead(2) })).data
  const startsOnUtc = slots[0]?.startsOnUtc ?? ''
  const clientBookingId = await hold(at, startsOnUtc)
  ok(await anyone(bookingPages.hold, { slug, ...visitOf(salon), clientBookingId, startsOnUtc }))
  const other = { ...visitOf(salon), slug, clientBookingId: crypto.randomUUID(), startsOnUtc }
  const taken = await anyone(bookingPages.hold, other)
  expect(taken).toMatchObject({ status: 409, body: { errorCode: 'SlotTaken', data: { closedBy: [] } } })

  const phone = newPhone()
  const unanswered = { slug, clientBookingId, phone, country: 'US', name: 'Maya Chen' }
  expect(await anyone(bookingPages.sendCode, unanswered)).toMatchObject({
    status: 422,
    body: { errorCode: 'AnswerMissing' },
  })
  const answers = [{ question: 'Which color?', answer: 'Copper' }]
  const code = await sendCode(at, clientBookingId, phone, { answers, note: 'Parking?', agreesToMarketing: true })
  const wrong = code === '000000' ? '000001' : '000000'
  const bookWith = (tried: string) => anyone(bookingPages.book, { slug, clientBookingId, code: tried })
  expect(await bookWith(wrong)).toMatchObject({ status: 422, body: { errorCode: 'WrongProofCode' } })
  const { token, visit } = ok(await bookWith(code)).data
  expect(visit).toMatchObject({ status: 'booked', startsOnUtc, canChange: true })
  // A repeated request finds the same booking.
  expect(ok(await bookWith(code)).data.token).toBe(token)

  await instance.idle()
  const list = ok(await tenant.owner.call(bookings.getList, {})).data.bookings
  expect(list).toMatchObject([
    {
      status: 'booked',
      source: 'page',
      createdBy: null,
      note: 'Parking?',
      answers,
      contact: { name: 'Maya Chen', phone },
    },
  ])
  const texts = await tenant.messagesOnPhone(phone)
  expect(texts.at(-1)?.body).toContain(`/visit/${token}`)
  const contactID = list[0]?.contact?.id ?? ''
  const contact = ok(await tenant.owner.call(contacts.get, { id: contactID }))
  expect(contact).toMatchObject({ source: 'booking' })
  const ledger = ok(await tenant.owner.call(consent.get, { contactId: contactID }))
  expect(JSON.stringify(ledger)).toContain(DEFAULT_BOOKING_CONFIGS.page.consentText)
  expect(ok(await tenant.owner.call(subscribers.getList, {})).data.subscribers).toMatchObject([{ source: 'page' }])
})

test('five wrong codes end a code, and an old one is of no use after a new one', async () => {
  const at = await openPage()
  const clientBookingId = await hold(at, clock(3))
  const phone = newPhone()
  const old = await sendCode(at, clientBookingId, phone)
  const code = await sendCode(at, clientBookingId, phone)
  const bookWith = (tried: string) => anyone(bookingPages.book, { slug: at.slug, clientBookingId, code: tried })
  if (old !== code) expect(await bookWith(old)).toMatchObject({ body: { errorCode: 'WrongProofCode' } })
  for (let n = 0; n < 5; n++) await bookWith(code === '111111' ? '111112' : '111111')
  expect(await bookWith(code)).toMatchObject({ status: 422, body: { errorCode: 'ProofExpired' } })
})

test('a visit is moved, announced and cancelled by its link, until the cut-off', async () => {
  const at = await openPage({}, { cutOffMinutes: 24 * 60 })
  const { token, visit } = await bookAs(at, newPhone(), clock(4))
  const { slots } = ok(await anyone(bookingPages.visitSlots, { token, from: dayAhead(5), days: 1 })).data
  const startsOnUtc = slots[2]?.startsOnUtc ?? ''
  const moved = ok(await anyone(bookingPages.reschedule, { token, version: visit.version, startsOnUtc })).data
  expect(moved.startsOnUtc).toBe(startsOnUtc)
  const stale = await anyone(bookingPages.cancel, { token, version: visit.version })
  expect(stale).toMatchObject({ status: 409, body: { errorCode: 'ChangedMeanwhile' } })
  expect(ok(await anyone(bookingPages.cancel, { token, version: moved.version, reason: 'Ill' })).data.status).toBe(
    'cancelled',
  )
  const [booking] = ok(await at.tenant.owner.call(bookings.getList, {})).data.bookings
  expect(booking).toMatchObject({ status: 'cancelled', endReason: 'Ill' })

  const soon = await bookAs(at, newPhone(), clock(4))
  expect(soon.visit.canChange).toBe(true)
  await savePage(at.tenant, { slug: at.slug, cutOffMinutes: 5 * 24 * 60 })
  expect(ok(await anyone(bookingPages.getVisit, { token: soon.token })).data.canChange).toBe(false)
  const late = await anyone(bookingPages.cancel, { token: soon.token, version: soon.visit.version })
  expect(late).toMatchObject({ status: 422, body: { errorCode: 'TooLateToChange' } })
  const early = await anyone(bookingPages.updateArrival, { token, arrival: 'here' })
  expect(early).toMatchObject({ status: 409, body: { errorCode: 'BookingStatusWrong' } })
})

test('a visit that needs approval is requested, and the team books or declines it', async () => {
  const at = await openPage({ requiresApproval: true })
  const { visit, token } = await bookAs(at, newPhone(), clock(4))
  expect(visit.status).toBe('requested')
  const fileStatus = async () =>
    /^STATUS:(\w+)/m.exec(await (await fetch(`${instance.url}/visit/${token}/calendar.ics`)).text())?.[1]
  expect(await fileStatus()).toBe('TENTATIVE')
  const [booking] = ok(await at.tenant.owner.call(bookings.getList, {})).data.bookings
  const { id = '', version = 0 } = booking ?? {}
  const approved = await at.tenant.owner.call(bookings.updateStatus, {
    id,
    version,
    status: 'booked',
    tellsContact: true,
  })
  expect(ok(approved).data.status).toBe('booked')
  expect(await fileStatus()).toBe('CONFIRMED')
})

test('the contact is told that their request was declined, and that it is open again', async () => {
  const at = await openPage({ requiresApproval: true })
  const { owner } = at.tenant
  const phone = newPhone()
  await bookAs(at, phone, clock(4))
  const [requested] = ok(await owner.call(bookings.getList, {})).data.bookings
  const { id = '', version = 0 } = requested ?? {}
  const request = { id, tellsContact: true }
  const declined = ok(await owner.call(bookings.updateStatus, { ...request, version, status: 'declined' })).data
  expect(await lastTextTo(at, phone)).toMatch(/^Hi Maya, sorry, .* is not available for Haircut on /)
  ok(await owner.call(bookings.updateStatus, { ...request, version: declined.version, status: 'requested' }))
  expect(await lastTextTo(at, phone)).toMatch(/^Hi Maya, thank you for requesting /)
})

test('the contact of a canceled visit is told that it is booked again', async () => {
  const at = await openPage()
  const { owner } = at.tenant
  const phone = newPhone()
  const { id, version } = await book(owner, at.salon, clock(4), phone)
  const request = { id, tellsContact: true }
  const canceled = ok(await owner.call(bookings.cancel, { ...request, version })).data
  expect(await lastTextTo(at, phone)).toMatch(/has been canceled/)
  const again = ok(await owner.call(bookings.updateStatus, { ...request, version: canceled.version, status: 'booked' }))
  expect(await lastTextTo(at, phone)).toMatch(/you are booked at /)
  // A mistake of the team is corrected without a text.
  const missed = ok(await owner.call(bookings.updateStatus, { id, version: again.data.version, status: 'no-show' }))
  ok(await owner.call(bookings.updateStatus, { ...request, version: missed.data.version, status: 'booked' }))
  await instance.idle()
  expect(await at.tenant.messagesOnPhone(phone)).toHaveLength(2)
})

test('a service that is not offered cannot be booked, and links of others do not work', async () => {
  const at = await openPage({ isOnline: false })
  const { slug, salon, tenant } = at
  const request = { slug, ...visitOf(salon), clientBookingId: crypto.randomUUID(), startsOnUtc: clock(3) }
  expect(await anyone(bookingPages.hold, request)).toMatchObject({ body: { errorCode: 'ServiceNotFound' } })
  const other = await openPage()
  const foreign = { ...request, slug: other.slug }
  expect(await anyone(bookingPages.hold, foreign)).toMatchObject({ body: { errorCode: 'LocationNotFound' } })
  const twice = await other.tenant.owner.call(bookingConfigs.save, {
    version: 1,
    page: { ...DEFAULT_BOOKING_CONFIGS.page, slug },
  })
  expect(twice).toMatchObject({ status: 409, body: { errorCode: 'SlugTaken' } })
  await savePage(tenant, { slug, isOnline: false })
  expect(await anyone(bookingPages.get, { slug })).toMatchObject({ status: 404 })
  const { token } = await bookAs(other, newPhone(), clock(3))
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await anyone(bookingPages.getVisit, { token: forged })).toMatchObject({ status: 404 })
})

test('numbers of other countries are refused; those that the send gate refuses get the same answer, and no code', async () => {
  const at = await openPage()
  const clientBookingId = await hold(at, clock(3))
  const send = (phone: string, country = 'US') =>
    anyone(bookingPages.sendCode, { slug: at.slug, clientBookingId, phone, country, name: 'Maya' })
  const refused = { status: 422, body: { errorCode: 'NumberNotTextable' } }
  expect(await send('+447912345678')).toMatchObject(refused)
  expect(await send('12')).toMatchObject({ body: { errorCode: 'PhoneNumberInexistent' } })
  const phone = newPhone()
  await at.tenant.textFrom(phone, 'STOP')
  await instance.idle()
  const before = (await at.tenant.messagesOnPhone(phone)).length
  expect(ok(await send(phone)).data).toEqual({ phone })
  await instance.idle()
  expect(await at.tenant.messagesOnPhone(phone)).toHaveLength(before)
  const landline = newPhone()
  ok(await at.tenant.owner.call(contract.contacts.add, { name: 'Lee', phone: landline }))
  await instance.server.database.owner.query("update contacts set line_type = 'landline' where phone = $1", [landline])
  expect(ok(await send(landline)).data).toEqual({ phone: landline })
  await instance.idle()
  expect(await at.tenant.messagesOnPhone(landline)).toEqual([])
})

test('a code and the confirmation come from the number of the conversation, also at another location', async () => {
  const { tenant, ...at } = await openPage()
  const { id: locationID } = ok(
    await tenant.owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }),
  )
  const [number = ''] = tenant.numbers
  const purchase = { areaCode: '415', locationID, requestId: crypto.randomUUID() }
  const uptown = ok(await tenant.owner.call(phoneNumbers.create, purchase)).data.phoneNumber
  const fromNumbers = async (phone: string, startsOnUtc: string) => {
    await bookAs({ tenant, ...at }, phone, startsOnUtc)
    await instance.idle()
    const texts = await tenant.messagesOnPhone(phone)
    return [...new Set(texts.flatMap(({ direction, from }) => (direction === 'inbound' ? [] : from)))]
  }
  const contactOfUptown = newPhone()
  await tenant.textFrom(contactOfUptown, 'Hello', { to: uptown })
  expect(await fromNumbers(contactOfUptown, clock(2))).toEqual([uptown])
  expect(await fromNumbers(newPhone(), clock(3))).toEqual([number])
})

test('people who miss visits need approval, which they are not told, and the team sees the count', async () => {
  const at = await openPage()
  const { tenant } = at
  const { owner } = tenant
  const phone = newPhone()
  const { visit } = await bookAs(at, phone, clock(3))
  expect(visit.status).toBe('booked')
  const [first] = ok(await owner.call(bookings.getList, {})).data.bookings
  const { id = '', version = 0, contact } = first ?? {}
  const contactID = contact?.id ?? ''
  ok(await owner.call(bookings.updateStatus, { id, version, status: 'no-show' }))
  const { token, visit: next } = await bookAs(at, phone, clock(6))
  ok(await anyone(bookingPages.cancel, { token, version: next.version }))
  const counts = async () => ok(await owner.call(bookings.getNoShows, { contactID })).data
  expect(await counts()).toEqual({ noShows: 1, lateCancels: 0 })
  await instance.server.database.owner.query(
    "update bookings set ended_at = starts_at - interval '1 hour' where tenant_id = $1 and status = 'cancelled'",
    [tenant.tenantId],
  )
  expect(await counts()).toEqual({ noShows: 1, lateCancels: 1 })
  const configs = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version: configs.version, approvalAfterNoShows: 1 }))
  const requested = await bookAs(at, phone, clock(4))
  expect(requested.visit.status).toBe('requested')
  expect(JSON.stringify(requested)).not.toMatch(/no-?show/i)
  expect((await bookAs(at, newPhone(), clock(5))).visit.status).toBe('booked')
  const member = await tenant.createUser('TeamMember')
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  await instance.idle()
  const { sid } = (await tenant.conversationWith(phone)) ?? { sid: '' }
  ok(await owner.call(assignment.change, { sid, toUserID: owner.auth.userId }))
  expect(await member.call(bookings.getNoShows, { contactID })).toFail('ContactNotFound')
})
