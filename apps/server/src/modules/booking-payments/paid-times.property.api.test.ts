import { contract } from '@frontdesk/contract/api'
import { bookingTerms, isHolding } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { connectCashier, readLedger } from '../../testing/payments.ts'
import { runs } from '../../testing/property-runs.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookingPages, bookings } = contract

const instance = await sharedTestInstance()
const { anyone, openPage, sendCode, visitOf } = createBookingPages(instance)

const DEPOSIT = { priceAmount: 6000, paymentKind: 'deposit', deposit: { kind: 'amount', amount: 2000 } } as const
/** All want the same time. */
const STARTS_AT = inNewYork(dayAhead(5), '10:00')

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('begin' as const) },
  { weight: 4, arbitrary: fc.constant('pay' as const) },
  { weight: 1, arbitrary: fc.constant('pay the first' as const) },
  { weight: 2, arbitrary: fc.constant('hold ends' as const) },
  { weight: 2, arbitrary: fc.constant('page ends' as const) },
  { weight: 1, arbitrary: fc.constant('give up' as const) },
  { weight: 1, arbitrary: fc.constant('team cancels' as const) },
)
const fault = fc.constantFrom(
  { kind: 'repeat-event', times: 3 } as const,
  { kind: 'reorder-event', times: 3 } as const,
  { kind: 'stale-event', times: 2 } as const,
  { kind: 'fail-request', path: '/expire', code: 503, times: null } as const,
)

async function run(steps: readonly string[], faults: readonly { kind: never }[]): Promise<void> {
  // One visitor’s network would run into its limits.
  await instance.server.database.owner.query(`delete from directory.rate_limits where key like 'page-%'`)
  const at = await openPage(DEPOSIT)
  const { tenant, slug, salon } = at
  const cashier = await connectCashier(instance, tenant)
  for (const each of faults) await cashier.addFault(each)
  const begun: { clientBookingId: string; url: string }[] = []
  const newest = async (): Promise<{ id: string; version: number } | undefined> =>
    ok(await tenant.owner.call(bookings.getList, { orderBy: 'createdOnUtc', orderByDesc: true })).data.bookings.find(
      ({ status }) => isHolding(status),
    )
  /** Holds the time, agrees to the words and opens the provider’s page; nothing if someone else has the time. */
  const begin = async () => {
    const clientBookingId = crypto.randomUUID()
    const held = { slug, ...visitOf(salon), clientBookingId, startsOnUtc: STARTS_AT }
    if ('body' in (await anyone(bookingPages.hold, held))) return
    const code = await sendCode(at, clientBookingId, newPhone())
    const { visit } = ok(await anyone(bookingPages.book, { slug, clientBookingId, code })).data
    if (!visit.payment) throw new Error('Nothing is asked for.')
    const wording = bookingTerms({ ...visit.payment, business: visit.businessName }, 'en')
    const paid = await anyone(bookingPages.pay, { slug, clientBookingId, wording })
    if (!('body' in paid)) begun.push({ clientBookingId, url: ok(paid).data.url })
  }
  // A page that was closed refuses the card.
  const pay = (session: { url: string } | undefined) =>
    session && cashier.pay(session.url).catch((error: Error) => expect(error.message).toContain('Checkout Session'))
  for (const kind of steps) {
    if (kind === 'begin') await begin()
    if (kind === 'pay') await pay(begun.at(-1))
    if (kind === 'pay the first') await pay(begun[0])
    if (kind === 'hold ends') await endHold(tenant)
    if (kind === 'page ends') await instance.runDelayedJobs('end-unpaid-booking', { mayHaveRun: true })
    if (kind === 'give up' && begun.length > 0)
      await anyone(bookingPages.release, { slug, clientBookingId: begun.at(-1)?.clientBookingId ?? '' })
    const booking = kind === 'team cancels' ? await newest() : undefined
    if (booking) await tenant.owner.call(bookings.cancel, { id: booking.id, version: booking.version })
    await instance.idle()
  }
  await cashier.clearFaults()
  await instance.runDelayedJobs('end-unpaid-booking', { mayHaveRun: true })
  await instance.idle()
  await assertHolds(tenant, cashier)
}

async function endHold({ tenantId }: Tenant): Promise<void> {
  const { owner } = instance.server.database
  await owner.query(`update bookings set held_until = now() where tenant_id = $1 and status = 'held'`, [tenantId])
  await owner.query('update booking_claims set held_until = now() where tenant_id = $1 and held_until is not null', [
    tenantId,
  ])
  await instance.runDelayedJobs('expire-hold', { mayHaveRun: true })
}

/** Asserts that the time is booked at most once, and that every other payer is refunded, or the team is asked to. */
async function assertHolds(
  tenant: Tenant,
  cashier: ReturnType<typeof connectCashier> extends Promise<infer C> ? C : never,
) {
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
  const { charges } = await cashier.state()
  const { rows } = await instance.server.database.owner.query<{
    status: string
    outcome: string | null
    paid: boolean
  }>(
    `select b.status, t.outcome, exists (
       select from payments p where p.tenant_id = t.tenant_id and p.document_id = t.document_id and p.state = 'succeeded'
     ) as paid
     from booking_payments t join bookings b on b.tenant_id = t.tenant_id and b.id = t.booking_id where t.tenant_id = $1`,
    [tenant.tenantId],
  )
  const booked = rows.filter(({ status }) => status === 'booked')
  expect(booked.length).toBeLessThanOrEqual(1)
  for (const { status, outcome, paid } of rows) {
    expect([status, status === 'held']).toEqual([status, false])
    expect([status, paid]).toEqual([status, status === 'booked' || outcome !== null])
  }
  const paid = charges.filter(({ status }) => status === 'succeeded')
  expect(paid).toHaveLength(rows.filter((row) => row.paid).length)
}

test('whoever pays for a time in whatever order is booked once, or gets the money back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 9 }),
      fc.array(fault, { maxLength: 2 }),
      (steps, faults) => run(steps, faults as never),
    ),
    runs(12),
  )
}, 180_000)
