import { contract } from '@frontdesk/contract/api'
import { formatPhone } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../../testing/booking-pages.ts'
import { dayAhead, inNewYork } from '../../../testing/bookings.ts'
import { ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../../testing/test-instance.ts'

const { bookingPages, bookings, consent, locations } = contract

const instance = await sharedTestInstance()
const { anyone, openPage, visitOf, hold, bookAs, lastTextTo, getHtml } = createBookingPages(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)
const form = (values: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(values),
  redirect: 'manual' as const,
})
const goTo = (response: Response) => new URL(response.headers.get('location') ?? '', instance.url)

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
  expect([invalid.status, (await invalid.text()).includes('This is not a phone number')]).toEqual([422, true])
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

test.each([
  ['en', ' is your code to book at ', 'Text me news and offers.'],
  ['es', ' es su código para reservar en ', 'Envíenme novedades y ofertas'],
  ['fr', ' est votre code pour réserver chez ', 'Envoyez-moi des nouvelles'],
])('the consent and the code are in the language of the page: %s', async (lang, text, wording) => {
  const at = await openPage()
  const path = `/book/${at.slug}/held/${await hold(at, clock(2))}?lang=${lang}`
  expect(await getHtml(path)).toContain(wording)
  const phone = newPhone()
  const codePage = goTo(
    await fetch(
      `${instance.url}${path}`,
      form({ name: 'Maya', phone, country: 'US', email: '', note: '', agrees: 'yes' }),
    ),
  )
  const sent = await lastTextTo(at, phone)
  expect(sent).toContain(text)
  goTo(await fetch(codePage, form({ code: /^\d{6}/.exec(sent ?? '')?.[0] ?? '' })))
  const [booking] = ok(await at.tenant.owner.call(bookings.getList, {})).data.bookings
  const ledger = ok(await at.tenant.owner.call(consent.get, { contactId: booking?.contact?.id ?? '' }))
  expect(JSON.stringify(ledger)).toContain(wording)
})

test('a time on a French page cannot break across lines', async () => {
  const { slug, salon } = await openPage()
  const times = await getHtml(`/book/${slug}/${salon.haircut.id}?lang=fr&from=${dayAhead(2)}`)
  expect(times).toMatch(/>10\u00a0h\u00a000</)
  expect(times).not.toMatch(/\d h \d/)
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
  expect(await getHtml(`/visit/${token}?lang=fr`)).toContain(`Appelez-nous\u00a0: ${formatPhone(number)}`)
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
  for (const path of ['/book/no-such-page', '/visit/x', '/book/%00']) expect(await read(path)).not.toContain('<nav><a')
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
