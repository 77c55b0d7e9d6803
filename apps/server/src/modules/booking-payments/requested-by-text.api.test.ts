import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { DEPOSIT } from '../../testing/page-payments.ts'
import { openCheckout, readLedger } from '../../testing/payments.ts'
import { createRequestedPayments } from '../../testing/requested-payments.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookings, paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSalon, pay, chooseByText, bookingAt } = createRequestedPayments(instance)
const { owner: database } = instance.server.database

const heldTimes = async ({ owner }: Pick<Tenant, 'owner'>) =>
  ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings.map(({ startsOnUtc }) => startsOnUtc)

test('a time that is chosen by text is held until its deposit is paid, which books it', async () => {
  const at = await aSalon()
  const { tenant, paymentOf, bookingOf, textsOn } = at
  const { phone, time, booking } = await chooseByText(at)
  expect(await heldTimes(at)).toEqual([time])
  const minutes = (Date.parse(booking.heldUntilUtc ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(35)
  const link =
    /^We are holding .*8:00\sAM for you\. To book it, please pay the deposit of \$20\.00 by .*: http\S+\/pay\/\S+$/
  expect((await textsOn(phone)).at(-1)).toMatch(link)
  // Choosing again sends the link again.
  await tenant.textFrom(phone, '1')
  expect((await textsOn(phone)).at(-1)).toMatch(link)
  const { terms, requests } = await paymentOf(booking.id)
  expect(terms).toMatchObject({ kind: 'deposit', state: 'paying', amount: 2000, by: null })
  expect(requests).toMatchObject([{ part: 'deposit', status: 'sent', invoiceNumber: 'INV-0001' }])

  await pay(at, booking.id)
  expect(await bookingOf(booking.id)).toMatchObject({ status: 'booked', source: 'text', contact: { phone } })
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'booked', outcome: null })
  expect((await paymentOf(booking.id)).terms?.refundUntilUtc).not.toBeNull()
  expect((await textsOn(phone)).filter((body) => body.includes('/visit/'))).toHaveLength(1)
  await at.passDueTime()
  expect((await bookingOf(booking.id)).status).toBe('booked')
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('a contact whose card is declined while a time is held for them is texted the link once more', async () => {
  const at = await aSalon()
  const { tenant, cashier, paymentOf, bookingOf, textsOn } = at
  const { phone, booking } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  const before = (await textsOn(phone)).length
  for (const number of ['4000000000009995', '4000000000000002']) await cashier.pay(url, { number })
  await instance.runDelayedJobs('text-failed-booking-payment')
  await instance.runDelayedJobs('send-payment-text', { mayHaveRun: true })
  const texts = (await textsOn(phone)).slice(before)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(
    /^Your payment of \$20\.00 did not go through, so .*8:00\sAM is not booked yet\. .* until .*: http\S+\/pay\/\S+$/,
  )
  await pay(at, booking.id)
  expect((await bookingOf(booking.id)).status).toBe('booked')
})

test('a retry link for a held time is not texted after a payment that the provider has not reported yet', async () => {
  const at = await aSalon()
  const { tenant, cashier, paymentOf, bookingOf, textsOn } = at
  const { phone, booking } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  await cashier.pay(url, { number: '4000000000009995' })
  await cashier.addFault({ kind: 'drop-event', times: 20 })
  await cashier.pay(url)
  expect((await bookingOf(booking.id)).status).toBe('held')
  await instance.runDelayedJobs('text-failed-booking-payment')
  await instance.idle()
  expect((await bookingOf(booking.id)).status).toBe('booked')
  expect((await textsOn(phone)).filter((body) => body.includes('did not go through'))).toEqual([])
})

test('a retry link that cannot be texted is reported once, even by two runs of the job at the same time', async () => {
  const at = await aSalon()
  const { tenant, owner, cashier, paymentOf } = at
  const { phone, booking } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const id = request?.id ?? ''
  await cashier.pay(await openCheckout(instance, tenant, id), { number: '4000000000009995' })
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  const lock = await database.connect()
  await lock.query('begin')
  await lock.query('select from payment_documents where tenant_id = $1 and id = $2 for update', [tenant.tenantId, id])
  const job = { identifier: 'text-failed-booking-payment', payload: { tenantId: tenant.tenantId, documentId: id } }
  await database.query('select jobs.enqueue($1)', [JSON.stringify([job, job])])
  try {
    await expect
      .poll(async () => {
        const { rows } = await database.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBe(2)
  } finally {
    await lock.query('commit')
    lock.release()
  }
  await instance.runDelayedJobs('text-failed-booking-payment')
  const { timeline } = ok(await owner.call(paymentRequests.get, { id })).data
  expect(timeline.filter(({ kind }) => kind === 'link-failed')).toHaveLength(1)
})

test('a time by text that is not paid in time is released, and the contact is told; a late choice gets new times', async () => {
  const at = await aSalon()
  const { tenant, cashier, paymentOf, textsOn } = at
  const { phone, time, booking, sid } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  await at.passDueTime()
  expect((await cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  await expect(cashier.pay(url)).rejects.toThrow()
  expect((await bookingAt(at, time, 'expired')).id).toBe(booking.id)
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'ended' }, requests: [{ status: 'cancelled' }] })
  expect((await textsOn(phone)).at(-1)).toMatch(
    /^We did not receive your payment in time, so .*8:00\sAM is no longer held/,
  )
  const cards = (await tenant.messagesOf({ sid })).flatMap(({ attributes }) =>
    attributes.type === 'payment' ? [attributes.payment.state] : [],
  )
  expect(cards.toSorted()).toEqual(['cancelled', 'sent'])
  await tenant.textFrom(phone, '1')
  expect((await textsOn(phone)).at(-1)).toMatch(/^Those times are no longer held for you\./)
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('money that comes after a time by text was released takes it if it is free, or is given back', async () => {
  const at = await aSalon()
  const { tenant, owner, cashier, salon, paymentOf, bookingOf } = at
  const late = async (isTaken: boolean) => {
    const { booking, time } = await chooseByText(at)
    const [request] = (await paymentOf(booking.id)).requests
    const url = await openCheckout(instance, tenant, request?.id ?? '')
    // The provider cannot close the page, and the hold ends.
    await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503, times: null })
    await database.query(`update bookings set held_until = now() where id = $1`, [booking.id])
    await database.query('update booking_claims set held_until = now() where booking_id = $1', [booking.id])
    await instance.runDelayedJobs('expire-hold')
    await instance.idle()
    await database.query(`update booking_offers set state = 'expired' where booking_id = $1`, [booking.id])
    if (isTaken) ok(await owner.call(bookings.create, visitOf(salon, salon.haircut.id, time, newPhone())))
    await cashier.pay(url)
    await cashier.clearFaults()
    await instance.idle()
    return booking.id
  }
  const offerOf = async (bookingId: string) =>
    (await database.query<{ state: string }>('select state from booking_offers where booking_id = $1', [bookingId]))
      .rows
  const free = await late(false)
  expect(await offerOf(free)).toEqual([{ state: 'accepted' }])
  expect((await bookingOf(free)).status).toBe('booked')
  expect((await paymentOf(free)).terms).toMatchObject({ state: 'booked', outcome: null })
  const taken = await late(true)
  expect(await offerOf(taken)).toEqual([{ state: 'expired' }])
  expect((await bookingOf(taken)).status).toBe('expired')
  expect((await paymentOf(taken)).terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('a teammate who cancels a held time gives it up; without an account it is booked by text at once', async () => {
  const at = await aSalon()
  const { owner, paymentOf, textsOn } = at
  const { booking, phone: theirs } = await chooseByText(at)
  ok(await owner.call(bookings.cancel, { id: booking.id, version: booking.version }))
  expect((await textsOn(theirs)).at(-1)).toMatch(/8:00\sAM is no longer held for you\. Text us/)
  expect((await textsOn(theirs)).at(-1)).not.toContain('payment')
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'ended' }, requests: [{ status: 'cancelled' }] })

  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant, DEPOSIT)
  const without = { ...at, tenant, owner: tenant.owner, salon }
  const phone = newPhone()
  await expect(chooseByText(without, phone)).rejects.toThrow('There is no such booking.')
  const { data } = ok(await tenant.owner.call(bookings.getList, { statuses: ['booked'] }))
  expect(data.bookings).toMatchObject([{ source: 'text', contact: { phone } }])
})
