import { type BookingService, contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { createSalon, type Salon } from './bookings.ts'
import { callEndpoint, ok } from './client.ts'
import type { Tenant, TestInstance } from './test-instance.ts'

const { bookingPages, bookingConfigs } = contract

/** Actions of visitors of booking pages in tests. */
export function createBookingPages(instance: TestInstance) {
  const anyone = ((endpoint: never, input: never) =>
    callEndpoint(instance.url, endpoint, input)) as Tenant['owner']['call']

  /** A salon that can be booked online. */
  async function openPage(
    service: Partial<BookingService> = {},
    page: Partial<typeof DEFAULT_BOOKING_CONFIGS.page> = {},
  ) {
    // One visitor’s network would run into its limits, which the tests of a worker share.
    await instance.server.database.owner.query(`delete from directory.rate_limits where key like 'page-%'`)
    const tenant = await instance.createTenant()
    const salon = await createSalon(tenant, service)
    const slug = `salon-${crypto.randomUUID().slice(0, 13)}`
    await savePage(tenant, { slug, ...page })
    return { tenant, salon, slug }
  }

  async function savePage(tenant: Tenant, page: Partial<typeof DEFAULT_BOOKING_CONFIGS.page>) {
    const { version } = ok(await tenant.owner.call(bookingConfigs.get, undefined)).data
    return ok(
      await tenant.owner.call(bookingConfigs.save, {
        version,
        page: { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, ...page },
      }),
    )
  }

  const visitOf = ({ locationID, haircut }: Salon) => ({ locationID, items: [{ serviceID: haircut.id }] })

  async function hold({ salon, slug }: { salon: Salon; slug: string }, startsOnUtc: string) {
    const clientBookingId = crypto.randomUUID()
    ok(await anyone(bookingPages.hold, { slug, ...visitOf(salon), clientBookingId, startsOnUtc }))
    return clientBookingId
  }

  async function sendCode(
    { slug, tenant }: { slug: string; tenant: Tenant },
    clientBookingId: string,
    phone: string,
    details: object = {},
  ) {
    const input = { slug, clientBookingId, phone, country: 'US', name: 'Maya Chen', ...details }
    ok(await anyone(bookingPages.sendCode, input))
    await instance.idle()
    const texts = await tenant.messagesOnPhone(phone)
    return /^\d{6}/.exec(texts.at(-1)?.body ?? '')?.[0] ?? ''
  }

  async function bookAs(at: Awaited<ReturnType<typeof openPage>>, phone: string, startsOnUtc: string) {
    const clientBookingId = await hold(at, startsOnUtc)
    const code = await sendCode(at, clientBookingId, phone)
    const { token, visit } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
    if (token === null) throw new Error('Something is to be paid first.')
    return { token, visit }
  }

  async function lastTextTo({ tenant }: { tenant: Tenant }, phone: string): Promise<string> {
    await instance.idle()
    return (await tenant.messagesOnPhone(phone)).at(-1)?.body ?? ''
  }

  const getHtml = async (path: string) => (await fetch(instance.url + path)).text()

  return { anyone, openPage, savePage, visitOf, hold, sendCode, bookAs, lastTextTo, getHtml }
}
