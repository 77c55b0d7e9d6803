import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { createPagePayments, DEPOSIT } from '../../testing/page-payments.ts'
import { createRequest } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingPages, bookings, paymentRequests } = contract
const instance = await sharedTestInstance()
const { anyone } = createBookingPages(instance)
const { aSalon, aPaidVisit, bookingOf, paymentOf, requestOf } = createPagePayments(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

test('a contact who cancels in time gets the deposit back; later it is kept, also after a late move', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier } = at
  const early = await aPaidVisit(at, clock(4))
  const { version } = ok(await anyone(bookingPages.getVisit, { token: early.token })).data
  const cancelled = ok(await anyone(bookingPages.cancel, { token: early.token, version })).data
  expect(cancelled.status).toBe('cancelled')
  await instance.idle()
  expect(await paymentOf(tenant, early.booking.id)).toMatchObject({
    terms: { outcome: 'refunded' },
    requests: [{ status: 'refunded', refundedAmount: 2000 }],
    depositAmount: 0,
  })
  expect(ok(await anyone(bookingPages.getVisit, { token: early.token })).data.payment?.outcome).toBe('refunded')
  expect((await cashier.state()).refunds).toMatchObject([{ amount: 2000, status: 'succeeded' }])

  // A refund of something else that has the id of the visit does not take the place of its refund.
  const taken = await aPaidVisit(at, clock(4))
  const other = await createRequest(tenant.owner, tenant, 500)
  ok(await tenant.owner.call(paymentRequests.markAsPaid, { id: other.id, clientPaymentId: crypto.randomUUID() }))
  const refund = { id: other.id, clientRefundId: taken.booking.id, amount: 1 }
  ok(await tenant.owner.call(paymentRequests.refund, refund))
  const { version: newest } = ok(await anyone(bookingPages.getVisit, { token: taken.token })).data
  ok(await anyone(bookingPages.cancel, { token: taken.token, version: newest }))
  await instance.idle()
  expect((await paymentOf(tenant, taken.booking.id)).requests).toMatchObject([{ refundedAmount: 2000 }])

  // Less than the agreed day before the visit.
  const late = await aPaidVisit(at, clock(4))
  const shorten = (id: string) =>
    instance.server.database.owner.query('update bookings set refund_until = now() where id = $1', [id])
  await shorten(late.booking.id)
  const now = ok(await anyone(bookingPages.getVisit, { token: late.token })).data
  expect(now.payment).toMatchObject({ isRefundable: false })
  const move = { token: late.token, version: now.version, startsOnUtc: clock(9) }
  const moved = ok(await anyone(bookingPages.reschedule, move)).data
  expect(moved.payment).toMatchObject({ isRefundable: false })
  ok(await anyone(bookingPages.cancel, { token: late.token, version: moved.version }))
  await instance.idle()
  expect((await paymentOf(tenant, late.booking.id)).terms?.outcome).toBe('kept')
  expect((await cashier.state()).refunds).toHaveLength(2)

  // A move in time, or by the team, moves the last moment too.
  const third = await aPaidVisit(at, clock(4))
  await shorten(third.booking.id)
  const before = await bookingOf(tenant)
  const by = { id: before.id, version: before.version, startsOnUtc: clock(9), tellsContact: false }
  ok(await tenant.owner.call(bookings.reschedule, by))
  const { terms } = await paymentOf(tenant, before.id)
  expect(Date.parse(terms?.refundUntilUtc ?? '')).toBeGreaterThan(Date.now())
})

test('a teammate decides about the deposit when they cancel; above the limit a second person does', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant } = at
  const { owner } = tenant
  const cancel = async (payment?: 'refund' | 'keep', person = owner) => {
    const { id, version } = await bookingOf(tenant)
    const result = await person.call(bookings.cancel, { id, version, ...(payment && { payment }) })
    await instance.idle()
    return { id, result }
  }
  await aPaidVisit(at, clock(4))
  const member = await tenant.createUser('Manager')
  const mayManage = { role: 'Manager', permission: 'payments_manage', isGranted: false } as const
  ok(await owner.call(contract.team.setRolePermission, mayManage))
  expect((await cancel('keep', member)).result).toFail('Forbidden')
  // As if the job that follows the payment had not run yet.
  await instance.server.database.owner.query('update bookings set refund_until = null where tenant_id = $1', [
    tenant.tenantId,
  ])
  expect((await cancel('refund', member)).result).toFail('Forbidden')
  const kept = await cancel('keep')
  expect((await paymentOf(tenant, kept.id)).terms?.outcome).toBe('kept')
  await aPaidVisit(at, clock(4))
  const byTerms = await cancel(undefined, member)
  ok(byTerms.result)
  expect((await paymentOf(tenant, byTerms.id)).terms?.outcome).toBe('refunded')

  const { version } = ok(await owner.call(contract.paymentConfigs.get, undefined)).data
  ok(await owner.call(contract.paymentConfigs.save, { version, refundApprovalAbove: 1000 }))
  await aPaidVisit(at, clock(4))
  const waiting = await cancel('refund')
  const { terms, requests } = await paymentOf(tenant, waiting.id)
  expect(terms?.outcome).toBe('refund-requested')
  const document = await requestOf(tenant, requests[0]?.id ?? '')
  expect(document.refundRequests).toMatchObject([{ amount: 2000, canDecide: false, state: 'waiting' }])

  // Declined visits are always refunded; a visit that is restored counts as paid again.
  await aPaidVisit(at, clock(5))
  const again = await cancel('keep')
  const restored = await bookingOf(tenant)
  ok(await owner.call(bookings.updateStatus, { id: again.id, version: restored.version, status: 'booked' }))
  await instance.idle()
  expect((await paymentOf(tenant, again.id)).terms?.outcome).toBeNull()
})
