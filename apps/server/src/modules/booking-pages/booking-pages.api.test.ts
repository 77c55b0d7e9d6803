import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS, formatPhone } from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, book, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()
const {
  assignment,
  bookingHours,
  bookingPages,
  bookingConfigs,
  bookingResources,
  bookings,
  bookingServices,
  consent,
  contacts,
} = contract
const { locations, phoneNumbers, subscribers, team } = contract

const { anyone, openPage, savePage, visitOf, hold, sendCode, bookAs } = createBookingPages(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)
const lastTextTo = async ({ tenant }: { tenant: Tenant }, phone: string): Promise<string> => {
  await instance.idle()
  return (await tenant.messagesOnPhone(phone)).at(-1)?.body ?? ''
}

describe('booking pages', () => {
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

    const soon = await bookAs(at, newPhone(), clock(1, '08:00'))
    const late = await anyone(bookingPages.cancel, { token: soon.token, version: soon.visit.version })
    if (!soon.visit.canChange) expect(late).toMatchObject({ status: 422, body: { errorCode: 'TooLateToChange' } })
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
    const again = ok(
      await owner.call(bookings.updateStatus, { ...request, version: canceled.version, status: 'booked' }),
    )
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
    expect(await send('12')).toMatchObject({ body: { errorCode: 'InvalidInput' } })
    const phone = newPhone()
    await at.tenant.textFrom(phone, 'STOP')
    await instance.idle()
    const before = (await at.tenant.messagesOnPhone(phone)).length
    expect(ok(await send(phone)).data).toEqual({ phone })
    await instance.idle()
    expect(await at.tenant.messagesOnPhone(phone)).toHaveLength(before)
    const landline = newPhone()
    ok(await at.tenant.owner.call(contract.contacts.add, { name: 'Lee', phone: landline }))
    await instance.server.database.owner.query("update contacts set line_type = 'landline' where phone = $1", [
      landline,
    ])
    expect(ok(await send(landline)).data).toEqual({ phone: landline })
    await instance.idle()
    expect(await at.tenant.messagesOnPhone(landline)).toEqual([])
  })
})

describe('the pages themselves', () => {
  const form = (values: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual' as const,
  })
  const getHtml = async (path: string) => (await fetch(instance.url + path)).text()
  const goTo = (response: Response) => new URL(response.headers.get('location') ?? '', instance.url)

  test('a service is on the page once someone provides it, until they leave', async () => {
    const { tenant, slug } = await openPage()
    const massage = await addService(tenant.owner, { name: 'Massage' })
    const names = async () => ok(await anyone(bookingPages.get, { slug })).data.services.map(({ name }) => name)
    expect(await names()).toEqual(['Haircut'])
    const { userId: userID } = (await tenant.createUser('TeamMember')).auth
    const masseur = ok(await tenant.owner.call(bookingResources.save, { kind: 'teammate', userID })).data
    ok(await tenant.owner.call(bookingServices.save, { ...massage, resourceIDs: [masseur.id] }))
    expect(await names()).toEqual(['Haircut', 'Massage'])
    ok(await tenant.owner.call(team.removeUser, { userID, toUserID: null }))
    expect(await names()).toEqual(['Haircut'])
  })

  test('only teammates with hours at a location are offered there', async () => {
    const at = await openPage()
    const { tenant, salon, slug } = at
    const { owner } = tenant
    const uptown = ok(await owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }))
    const colleague = await tenant.createUser('Manager', { locationIds: [uptown.id] })
    const elsewhere = ok(
      await owner.call(bookingResources.save, { kind: 'teammate', userID: colleague.auth.userId }),
    ).data
    const { haircut } = salon
    ok(await owner.call(bookingServices.save, { ...haircut, resourceIDs: [salon.owner, elsewhere.id] }))
    const times = async (locationId: string) => {
      const query = new URLSearchParams({ l: locationId, t: elsewhere.id, from: dayAhead(2) })
      const response = await fetch(`${instance.url}/book/${slug}/${haircut.id}?${query}`)
      return { status: response.status, html: await response.text() }
    }
    const here = await times(salon.locationID)
    expect(here.status).toBe(200)
    expect(here.html).not.toContain(colleague.auth.displayName)
    expect(here.html).toContain('class="slots"')
    expect(here.html.match(/<details class="day" name="day" open>/g)).toHaveLength(1)
  })

  test('a service is left out at a location where no one provides it', async () => {
    const { tenant, salon, slug } = await openPage()
    const { owner } = tenant
    const uptown = ok(await owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }))
    const isListedAt = async (locationID: string) =>
      (await getHtml(`/book/${slug}?l=${locationID}`)).includes(`/book/${slug}/${salon.haircut.id}`)
    expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, false])
    const hours = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
    const both = { ...hours, hours: [...hours.hours, { locationID: uptown.id, week: null }] }
    ok(await owner.call(bookingHours.save, both))
    expect(await isListedAt(uptown.id)).toBe(true)
    // A room is needed too, and there is none.
    const resourceIDs = [salon.owner, salon.rooms[0] ?? '']
    ok(await owner.call(bookingServices.save, { ...salon.haircut, resourceIDs }))
    expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, true])
    // So is what follows.
    const drying = await addService(owner, { name: 'Drying', resourceIDs: [salon.rooms[0] ?? ''] })
    const [present] = ok(await owner.call(bookingServices.getList, {})).data.services
    const followOns = [{ serviceID: drying.id, gapMinutes: 0 }]
    ok(await owner.call(bookingServices.save, { ...salon.haircut, ...present, resourceIDs: [salon.owner], followOns }))
    expect([await isListedAt(salon.locationID), await isListedAt(uptown.id)]).toEqual([true, false])
  })

  test('choosing another time keeps the location and the length', async () => {
    const { slug, salon } = await openPage({ durations: [30, 60] })
    const items = [{ serviceID: salon.haircut.id, durationMinutes: 60 }]
    const visit = { slug, locationID: salon.locationID, items, startsOnUtc: clock(2) }
    const clientBookingId = crypto.randomUUID()
    ok(await anyone(bookingPages.hold, { ...visit, clientBookingId }))
    const released = goTo(await fetch(`${instance.url}/book/${slug}/held/${clientBookingId}/release`, form({})))
    expect(Object.fromEntries(released.searchParams)).toMatchObject({ l: salon.locationID, m: '60' })
  })

  test('plain forms lead from the services to a booked visit, in the language of the visitor', async () => {
    const at = await openPage({ name: '<b>Cut</b> & color' }, { embeddingSites: ['https://salon.example'] })
    const { slug, tenant } = at
    const home = await fetch(`${instance.url}/book/${slug}`, { headers: { 'accept-language': 'es-MX,es;q=0.9' } })
    const services = await home.text()
    expect(services).toContain('<html lang="es">')
    expect(services).toContain('&lt;b&gt;Cut&lt;/b&gt; &amp; color')
    expect(home.headers.get('content-security-policy')).toContain('frame-ancestors https://salon.example')
    const path = `/book/${slug}/${at.salon.haircut.id}`
    const times = await (await fetch(`${instance.url}${path}?from=${dayAhead(2)}`)).text()
    const fields = Object.fromEntries(
      [...(times.split('<form method="post"')[1] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map((match) => [
        match[1] ?? '',
        match[2] ?? '',
      ]),
    )
    const held = goTo(await fetch(`${instance.url}${path}`, form(fields)))
    const phone = newPhone()
    const details = { name: 'Maya', phone, country: 'US', email: '', note: '', q0: '', agrees: 'yes' }
    const invalid = await fetch(held, form({ ...details, phone: '12' }))
    expect([invalid.status, (await invalid.text()).includes('role="alert"')]).toEqual([422, true])
    const codePage = goTo(await fetch(held, form(details)))
    await instance.idle()
    const code = /^\d{6}/.exec((await tenant.messagesOnPhone(phone)).at(-1)?.body ?? '')?.[0] ?? ''
    const visit = goTo(await fetch(codePage, form({ code })))
    expect(visit.pathname).toMatch(/^\/visit\//)
    const booked = await fetch(visit)
    expect(await booked.text()).toContain('Booked')
    // Where the page was shown in a frame, the visit is too.
    expect(booked.headers.get('content-security-policy')).toContain('frame-ancestors https://salon.example')
    const [booking] = ok(await tenant.owner.call(bookings.getList, {})).data.bookings
    const ledger = ok(await tenant.owner.call(consent.get, { contactId: booking?.contact?.id ?? '' }))
    expect(JSON.stringify(ledger)).toMatch(new RegExp(`"https?://[^"]+/book/${slug}"`))
    const calendar = await fetch(`${visit.href}/calendar.ics`)
    expect(await calendar.text()).toContain('SEQUENCE:')
    const cancelled = goTo(await fetch(`${visit.href}/cancel`, form({ version: '2', reason: '' })))
    expect(await (await fetch(cancelled)).text()).toContain('Canceled')
  })

  test('another language keeps the location and the length that were chosen, also after a time was taken', async () => {
    const at = await openPage({ durations: [30, 60] })
    const { slug, tenant, salon } = at
    const uptown = ok(await tenant.owner.call(locations.add, { name: 'Uptown', timeZone: 'America/New_York' }))
    const inSpanish = (page: string) => {
      const href = /hreflang="es" href="([^"]+)"/.exec(page)?.[1] ?? ''
      return new URL(href.replaceAll('&amp;', '&'), instance.url)
    }
    const home = inSpanish(await getHtml(`/book/${slug}?l=${uptown.id}&lang=fr`))
    expect(Object.fromEntries(home.searchParams)).toEqual({ l: uptown.id, lang: 'es' })
    expect(await (await fetch(home)).text()).toContain('✓ Uptown')
    const path = `/book/${slug}/${salon.haircut.id}`
    const chosen = { l: salon.locationID, m: '60' }
    const times = await getHtml(`${path}?${new URLSearchParams({ ...chosen, from: dayAhead(2) })}`)
    expect(Object.fromEntries(inSpanish(times).searchParams)).toEqual({ ...chosen, from: dayAhead(2), lang: 'es' })
    const action = /<form method="post" action="([^"]+)"/.exec(times)?.[1]?.replaceAll('&amp;', '&') ?? ''
    await hold(at, clock(2))
    const taken = await fetch(
      instance.url + action,
      form({ ...chosen, id: crypto.randomUUID(), start: new Date(clock(2)).toISOString() }),
    )
    expect(taken.status).toBe(409)
    expect(Object.fromEntries(inSpanish(await taken.text()).searchParams)).toEqual({ ...chosen, lang: 'es' })
  })

  test('a location without services that can be booked online says so, with the number to call', async () => {
    const at = await openPage({ isOnline: false })
    const [number = ''] = at.tenant.numbers
    const call = `href="tel:${number}">`
    for (const [language, text, chooseService] of [
      ['en', 'Nothing can be booked online at ', 'Choose a service'],
      ['es', ' no se puede reservar en línea.', 'Elija un servicio'],
      ['fr', 'Aucun service ne peut être réservé en ligne chez ', 'Choisissez un service'],
    ] as const) {
      const page = await getHtml(`/book/${at.slug}?lang=${language}`)
      expect(page).toContain(text)
      expect(page).toContain(call)
      expect(page).not.toContain(chooseService)
    }
  })

  test.each([
    ['en', ' is your code to book at '],
    ['es', ' es su código para reservar en '],
    ['fr', ' est votre code pour réserver chez '],
  ])('a code is texted in the language of the page: %s', async (lang, text) => {
    const at = await openPage()
    const held = `${instance.url}/book/${at.slug}/held/${await hold(at, clock(2))}?lang=${lang}`
    const phone = newPhone()
    goTo(await fetch(held, form({ name: 'Maya', phone, country: 'US', email: '', note: '' })))
    expect(await lastTextTo(at, phone)).toContain(text)
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

  test('a visitor who is asked for their details can still choose another time of the same service there', async () => {
    const at = await openPage()
    const startsOnUtc = clock(2)
    const held = `/book/${at.slug}/held/${await hold(at, startsOnUtc)}`
    const [, action] = /<form method="post" action="([^"]*release[^"]*)"/.exec(await getHtml(held)) ?? []
    const again = `/book/${at.slug}/${at.salon.haircut.id}?l=${at.salon.locationID}&m=30`
    expect(goTo(await fetch(instance.url + action, form({}))).href).toBe(instance.url + again)
    // Also once the time is no longer held, in the language of the link.
    const expired = await fetch(`${instance.url}${held}?lang=es`)
    expect([expired.status, await expired.text()]).toEqual([
      409,
      expect.stringContaining(`href="${again.replace('&', '&amp;')}&amp;lang=es"`),
    ])
    const { slots } = ok(
      await anyone(bookingPages.slots, { ...visitOf(at.salon), slug: at.slug, from: dayAhead(2) }),
    ).data
    expect(slots.map((slot) => slot.startsOnUtc)).toContain(new Date(startsOnUtc).toISOString())
  })

  test('the page script finds until when a time is held, to add it by the visitor’s clock', async () => {
    const at = await openPage()
    const page = await getHtml(`/book/${at.slug}/held/${await hold(at, clock(2))}`)
    expect(page).toMatch(
      /We hold this time for you until <time datetime="[^"]+" data-zone="America\/New_York" data-own="your time">/,
    )
  })

  test('a visit shows the phone number of its location as people write it', async () => {
    const at = await openPage()
    const { token } = await bookAs(at, newPhone(), clock(2))
    const [number = ''] = at.tenant.numbers
    expect(await getHtml(`/visit/${token}`)).toContain(`<a href="tel:${number}">Call us: ${formatPhone(number)}</a>`)
  })

  test('bad addresses, fields and codes get a page, never a failure', async () => {
    const { slug, salon } = await openPage()
    for (const path of [
      '/book/no-such-page',
      '/book/%00',
      `/book/${slug}/${crypto.randomUUID()}`,
      `/book/${slug}/${salon.haircut.id}?from=2026-02-31`,
      `/book/${slug}/${salon.haircut.id}?l=x&m=9&t='`,
      `/book/${slug}/held/x`,
      `/book/${slug}/held/${crypto.randomUUID()}/code`,
      '/visit/x',
      '/visit/x/calendar.ics',
    ]) {
      const response = await fetch(instance.url + path)
      expect([path, response.status < 500]).toEqual([path, true])
    }
    const bad: Record<string, string>[] = [
      {},
      { id: 'x', start: 'y' },
      { start: '0000-01-01T00:00:00Z', id: crypto.randomUUID() },
    ]
    for (const values of bad) {
      const response = await fetch(`${instance.url}/book/${slug}/${salon.haircut.id}`, form(values))
      expect(response.status).toBeLessThan(500)
    }
  })

  test('an error page leads back to the services, in the same language, unless there is no booking page', async () => {
    const { slug } = await openPage()
    const read = async (path: string) => (await fetch(instance.url + path)).text()
    const page = await read(`/book/${slug}/${crypto.randomUUID()}?lang=es`)
    expect(page).toContain('<h1>Este servicio ya no se puede reservar en línea.</h1>')
    expect(page).toContain(`href="/book/${slug}?lang=es">Ver todos los servicios</a>`)
    const there = crypto.randomUUID()
    expect(await read(`/book/${slug}/${crypto.randomUUID()}?l=${there}`)).toContain(`href="/book/${slug}?l=${there}">`)
    for (const path of ['/book/no-such-page', '/visit/x', '/book/%00'])
      expect(await read(path)).not.toContain('<nav><a')
    expect(await read(`/book/${slug}`)).toContain('<link rel="icon" href="/favicon.svg"')
    const icon = await fetch(`${instance.url}/favicon.ico`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('a failure of the server is a page in the language of the visitor, and does not reveal its cause', async () => {
    const { slug } = await openPage()
    const { owner } = instance.server.database
    await owner.query('alter table booking_services rename to booking_services_gone')
    const response = await fetch(`${instance.url}/book/${slug}?lang=fr`)
    await owner.query('alter table booking_services_gone rename to booking_services')
    const page = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(page).toContain('<h1>Cela n’a pas marché et rien n’a changé. Réessayez.</h1>')
    expect(page).not.toContain('booking_services')
    instance.errors.length = 0
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
})
