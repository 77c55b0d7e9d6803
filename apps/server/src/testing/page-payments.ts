import { type BookingService, contract, type PageVisit } from '@frontdesk/contract/api'
import { bookingTerms } from '@frontdesk/contract/rules'
import { expect } from 'vitest'
import { createBookingPages } from './booking-pages.ts'
import { ok } from './client.ts'
import { connectCashier } from './payments.ts'
import { newPhone, type Tenant, type TestInstance } from './test-instance.ts'

const { bookingConfigs, bookingPages, bookingPayments, bookings, paymentRequests } = contract

export const DEPOSIT = { priceAmount: 6000, paymentKind: 'deposit', deposit: { kind: 'amount', amount: 2000 } } as const

export const CARD = { priceAmount: 6000, paymentKind: 'card' } as const

const FEE = { refundCutOffMinutes: 24 * 60, noShowFee: { kind: 'percent', rate: 50_000 } } as const

export const wordingOf = ({ businessName, payment }: PageVisit): string =>
  payment ? bookingTerms({ ...payment, business: businessName }, 'en') : ''

/** A salon that takes cards on its booking page. */
export interface PayingSalon extends Awaited<ReturnType<ReturnType<typeof createBookingPages>['openPage']>> {
  cashier: Awaited<ReturnType<typeof connectCashier>>
}

/** Books and pays as visitors of booking pages of salons that take cards. */
export function createPagePayments(instance: TestInstance) {
  const { anyone, openPage, hold, sendCode } = createBookingPages(instance)

  /** A salon that takes cards. */
  async function aSalon(service: Partial<BookingService>, payments: object = FEE) {
    const at = await openPage(service)
    const cashier = await connectCashier(instance, at.tenant)
    const { version } = ok(await at.tenant.owner.call(bookingConfigs.get, undefined)).data
    ok(await at.tenant.owner.call(bookingConfigs.save, { version, payments } as never))
    return { ...at, cashier }
  }

  /** Holds a time, verifies a number, and reads the terms. */
  async function prove(at: PayingSalon, startsOnUtc: string, phone = newPhone(), details: object = {}) {
    const clientBookingId = await hold(at, startsOnUtc)
    const code = await sendCode(at, clientBookingId, phone, details)
    const { token, visit } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
    expect(token).toBeNull()
    return { clientBookingId, phone, visit, code }
  }

  /** Agrees to the terms, and returns the address of the provider’s page. */
  const agree = async (
    { slug }: PayingSalon,
    { clientBookingId, visit }: { clientBookingId: string; visit: PageVisit },
  ) => ok(await anyone(bookingPages.pay, { slug, clientBookingId, wording: wordingOf(visit) })).data.url

  /** Books a visit that is paid for, or for which a card is kept. */
  async function aPaidVisit(at: PayingSalon, startsOnUtc: string, details: object = {}) {
    const proved = await prove(at, startsOnUtc, newPhone(), details)
    await at.cashier.pay(await agree(at, proved))
    const { code, clientBookingId } = proved
    const { token } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
    return { ...proved, token: token ?? '', booking: await bookingOf(at.tenant) }
  }

  async function bookingOf({ owner }: Tenant) {
    const [booking] = ok(await owner.call(bookings.getList, { orderBy: 'createdOnUtc', orderByDesc: true })).data
      .bookings
    if (!booking) throw new Error('There is no booking.')
    return booking
  }

  const paymentOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(bookingPayments.get, { id })).data

  const requestOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(paymentRequests.get, { id })).data

  return { aSalon, prove, agree, aPaidVisit, bookingOf, paymentOf, requestOf }
}
