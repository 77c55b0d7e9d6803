import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { PASSWORD, startTestInstance, type TestInstance } from '../../testing/test-instance.ts'

const { accounts, cashSheet, paymentRequests } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

// In New York clocks skip an hour on 14 March 2038 and repeat one on 7 November.
test.each([
  ['2038-03-14', 23],
  ['2038-11-07', 25],
])(
  'on %s, a day of %i hours, the cash sheet has what was paid from its first minute to its last',
  async (date, hours) => {
    clock.goTo(`${date}T00:00`)
    const midnight = Temporal.Instant.from(clock.now())
    const tenant = await instance.createTenant()
    const { owner } = tenant
    const minute = { minutes: 1 }
    const payAt = async (instant: Temporal.Instant) => {
      clock.goTo(instant)
      const request = { userName: owner.auth.userName, password: PASSWORD }
      Object.assign(owner.auth, ok(await callEndpoint(instance.url, accounts.authenticate, request)))
      const { id } = await createRequest(owner, tenant, 1000)
      ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
    }
    await payAt(midnight.add(minute))
    await payAt(midnight.add({ hours: 2, minutes: 30 }))
    await payAt(midnight.add({ hours }).subtract(minute))
    await payAt(midnight.add({ hours }).add(minute))
    const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
    const { rows } = ok(await owner.call(cashSheet.get, { startDate: date, endDate: next })).data
    expect(rows.map(({ day, paidCashAmount }) => [day, paidCashAmount]).sort()).toEqual([
      [date, 3000],
      [next, 1000],
    ])
  },
)
