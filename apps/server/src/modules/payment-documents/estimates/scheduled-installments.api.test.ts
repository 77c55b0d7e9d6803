import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { ok } from '../../../testing/client.ts'
import { createEstimate, markEstimateSent } from '../../../testing/estimates.ts'
import { createNoonClock } from '../../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance } from '../../../testing/test-instance.ts'

const { paymentEstimates, paymentRequests, scheduledMessages } = contract

let instance: TestInstance
let clock: ReturnType<typeof createNoonClock>
beforeAll(async () => {
  clock = createNoonClock()
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const dateIn = (days: number) =>
  Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York').toPlainDate().add({ days }).toString()

/** An estimate of $90 that a contact got in their conversation, and its conversion into installments. */
async function anEstimate() {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const lines = [{ description: 'Fence', unitAmount: 9000 }]
  const { id } = await createEstimate(tenant, { contact: undefined, contactID: contact.id, lines })
  await markEstimateSent(tenant, id)
  const scheduled = async () => {
    await instance.idle()
    return ok(await owner.call(scheduledMessages.getList, { conversationSid: sid })).data.scheduledMessages
  }
  const texts = async () => (await tenant.messagesOf({ sid })).map(({ body }) => body)
  const statusOf = async (request = '') => ok(await owner.call(paymentRequests.get, { id: request })).data.status
  return { tenant, owner, id, scheduled, texts, statusOf }
}

const inInstallments = (id: string, days: readonly number[]) => ({
  ...{ id, clientDocumentId: crypto.randomUUID() },
  part: {
    kind: 'installments' as const,
    installments: days.map((each) => ({ dueOn: dateIn(each), amount: 9000 / days.length })),
    sendsOnDates: true,
  },
})

test('installments are texted on their dates, unless they are sent, paid or cancelled before', async () => {
  const { owner, id, scheduled, texts, statusOf } = await anEstimate()
  const conversion = inInstallments(id, [10, 40, 70, 100, 130])
  const { requests } = ok(await owner.call(paymentEstimates.convert, conversion)).data
  // Repeated, nothing is scheduled twice.
  ok(await owner.call(paymentEstimates.convert, conversion))
  const planned = await scheduled()
  expect(planned.map(({ paymentID, sendAt }) => [paymentID, sendAt.slice(0, 10)])).toEqual(
    requests.map((request) => [request.id, request.dueOn]),
  )
  expect(planned[0]).toMatchObject({ author: 'Payments', kind: 'automatic', state: 'waiting' })
  expect(planned[0]?.body).toMatch(/^Installment 1 of 5 for EST-0001: \$18\.00, due /)
  expect(requests.map(({ status }) => status)).toEqual(Array(5).fill('draft'))

  const request = (index: number) => ({ id: requests[index]?.id ?? '' })
  ok(await owner.call(paymentRequests.updateStatus, { ...request(1), status: 'sent' }))
  ok(await owner.call(paymentRequests.updateStatus, { ...request(2), status: 'cancelled' }))
  ok(await owner.call(paymentRequests.markAsPaid, { ...request(3), clientPaymentId: crypto.randomUUID() }))
  const left = await scheduled()
  expect(left.map(({ paymentID }) => paymentID)).toEqual([requests[0]?.id, requests[4]?.id])
  ok(await owner.call(scheduledMessages.cancel, { sid: left[1]?.sid ?? '' }))

  // The server was down at ten; a late request is still sent.
  clock.goTo(`${dateIn(10)}T12:00`)
  await instance.runDelayedJobs('send-reminders')
  await instance.idle()
  const sent = ok(await owner.call(paymentRequests.get, request(0))).data
  expect(sent).toMatchObject({ status: 'sent', invoiceNumber: expect.stringMatching(/^INV-/) })
  expect(sent.timeline.at(-1)).toMatchObject({ kind: 'sent', by: null })
  expect((await texts()).filter((body) => body.includes('Installment 1 of 5'))).toEqual([
    expect.stringMatching(/\/pay\//),
  ])
  expect(await scheduled()).toEqual([])
  expect(await statusOf(requests[4]?.id)).toBe('draft')
})

test('an installment that is due already is texted now', async () => {
  const { owner, id, scheduled, statusOf } = await anEstimate()
  const { requests } = ok(await owner.call(paymentEstimates.convert, inInstallments(id, [0, 30]))).data
  await instance.runDelayedJobs('send-reminders', { mayHaveRun: true })
  expect((await scheduled()).map(({ paymentID }) => paymentID)).toEqual([requests[1]?.id])
  expect(await statusOf(requests[0]?.id)).toBe('sent')
})

test('without a conversation to text in, nothing is added', async () => {
  const tenant = await instance.createTenant()
  const { id } = await createEstimate(tenant, { lines: [{ description: 'Fence', unitAmount: 9000 }] })
  await markEstimateSent(tenant, id)
  expect(await tenant.owner.call(paymentEstimates.convert, inInstallments(id, [10, 40]))).toFail('ConversationNotFound')
  expect(ok(await tenant.owner.call(paymentEstimates.get, { id })).data).toMatchObject({ status: 'sent', related: [] })
})
