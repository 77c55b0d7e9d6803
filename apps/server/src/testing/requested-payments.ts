import { type BookingService, contract } from '@frontdesk/contract/api'
import { createSalon, dayAhead, visitOf } from './bookings.ts'
import { ok } from './client.ts'
import { DEPOSIT } from './page-payments.ts'
import { connectCashier, openCheckout } from './payments.ts'
import { newPhone, type TestInstance, type TestUser } from './test-instance.ts'

const { bookingConfigs, bookingOffers, bookingPayments, bookings, bookingTasks, paymentRequests } = contract

const DAY_MINUTES = 24 * 60

/** Books visits whose payment a teammate or a text requests. */
export function createRequestedPayments(instance: TestInstance) {
  const { owner: database } = instance.server.database

  /** A salon that takes cards. */
  async function aSalon(service: Partial<BookingService> = DEPOSIT, locations = 1) {
    const tenant = await instance.createTenant({ locations })
    const { owner } = tenant
    const salon = await createSalon(tenant, service)
    const cashier = await connectCashier(instance, tenant)
    const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
    const payments = { refundCutOffMinutes: DAY_MINUTES, noShowFee: null }
    ok(await owner.call(bookingConfigs.save, { version, payments }))
    const paymentOf = async (id: string) => ok(await owner.call(bookingPayments.get, { id })).data
    const bookingOf = async (id: string) => ok(await owner.call(bookings.get, { id })).data
    const textsOn = async (phone: string) => {
      await instance.idle()
      return (await tenant.messagesOnPhone(phone))
        .filter(({ direction }) => direction !== 'inbound')
        .map((text) => text.body)
    }
    const tasksOf = async (bookingID: string) => ok(await owner.call(bookingTasks.getList, { bookingID })).data.tasks
    /** Ends the time to pay of all visits. */
    const passDueTime = async () => {
      await database.query('update booking_payments set expires_at = now() where tenant_id = $1', [tenant.tenantId])
      await instance.runDelayedJobs('end-unpaid-booking')
      await instance.idle()
    }
    return { tenant, owner, salon, cashier, paymentOf, bookingOf, textsOn, tasksOf, passDueTime }
  }

  /** Books a visit as a teammate. */
  async function book(
    { salon, owner }: PayingSalon,
    startsOnUtc: string,
    changes: object = {},
    person: TestUser = owner,
  ) {
    const phone = newPhone()
    const request = { ...visitOf(salon, salon.haircut.id, startsOnUtc, phone), asksForPayment: true, ...changes }
    const booking = ok(await person.call(bookingPayments.book, request)).data
    await instance.idle()
    return { booking, phone, request }
  }

  const pay = async ({ cashier, tenant, paymentOf }: PayingSalon, bookingId: string) => {
    const [request] = (await paymentOf(bookingId)).requests
    await cashier.pay(await openCheckout(instance, tenant, request?.id ?? ''))
    await instance.idle()
  }

  /** Offers times to a contact, who chooses the first by text. */
  async function chooseByText(at: PayingSalon, phone = newPhone()) {
    const { tenant, owner, salon } = at
    const { sid } = await tenant.textFrom(phone, 'Do you have time for me?')
    const request = { clientMessageId: crypto.randomUUID(), conversationSid: sid, locationID: salon.locationID }
    const items = [{ serviceID: salon.haircut.id }]
    const { times } = ok(await owner.call(bookingOffers.create, { ...request, items, from: dayAhead(3) })).data
    await instance.idle()
    await tenant.textFrom(phone, '1')
    await instance.idle()
    const [time = ''] = times
    return { phone, time, sid, booking: await bookingAt(at, time, 'held') }
  }

  async function bookingAt({ owner }: PayingSalon, startsOnUtc: string, status: 'held' | 'expired' | 'booked') {
    const { data } = ok(await owner.call(bookings.getList, { statuses: [status] }))
    const booking = data.bookings.find((each) => each.startsOnUtc === startsOnUtc)
    if (!booking) throw new Error('There is no such booking.')
    return booking
  }

  /** Records that a part of the deposit was paid in cash. */
  async function payPart({ owner, paymentOf }: PayingSalon, bookingId: string, amount = 500) {
    const [request] = (await paymentOf(bookingId)).requests
    const id = request?.id ?? ''
    ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount }))
    await instance.idle()
    return id
  }

  type PayingSalon = Awaited<ReturnType<typeof aSalon>>

  return { aSalon, book, pay, chooseByText, bookingAt, payPart }
}
