import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { dayAhead } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { aRequest, createRequest, saveTaxes } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { cashSheet, paymentConfigs, paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()
/** Days of the cash sheet that have what is paid in this run, also past midnight. */
const DAYS = { startDate: dayAhead(0), endDate: dayAhead(1) }

test('a request is a draft, gets its number when it is sent, is paid in part and in full, and refunded by component', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const taxIDs = await saveTaxes(tenant)
  const screen = await connectLive(instance.url, (await tenant.createUser('Manager')).auth)
  // Manages estimates only.
  const other = await connectLive(instance.url, (await tenant.createUser('TeamMember')).auth)
  const input = aRequest(tenant, 10_000, {
    lines: [
      { description: 'Cleaning', unitAmount: 10_000, taxIDs },
      { description: 'Fluoride', unitAmount: 3333, quantity: 1500, discount: { kind: 'percent', rate: 10_000 } },
    ],
    note: 'Thank you',
  })
  const draft = ok(await owner.call(paymentRequests.create, input)).data
  // 10 000 + 500 + 998 tax; 3333 × 1.5 = 5000, less 500.
  expect(draft).toMatchObject({
    status: 'draft',
    invoiceNumber: '',
    netAmount: 14_500,
    taxes: [{ amount: 500 }, { amount: 998 }],
    totalAmount: 15_998,
    dueAmount: 15_998,
    contact: { name: 'Maya Chen' },
    timeline: [{ kind: 'created', by: 'Olive Owner' }],
  })
  await screen.waitFor('payment.changed', ({ paymentID }) => paymentID === draft.id)
  const estimate = ok(await owner.call(paymentEstimates.create, aRequest(tenant, 100))).data
  await other.waitFor('payment.changed', ({ paymentID }) => paymentID === estimate.id)
  expect(other.received).not.toContainEqual(expect.objectContaining({ paymentID: draft.id }))
  for (const each of [screen, other]) each.close()
  // Repeated after its taxes were removed it is the same; with other content it is not.
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  expect(ok(await owner.call(paymentConfigs.save, { taxes: [], color: '#0bc', version })).data.color).toBe('#00bbcc')
  expect(ok(await owner.call(paymentRequests.create, input)).data.id).toBe(draft.id)
  for (const change of [
    { lines: input.lines.map((line) => ({ ...line, description: 'Else' })) },
    { contact: { name: 'Maya Chen', phone: newPhone() } },
    { locationID: crypto.randomUUID() },
    { currency: 'CAD' as const },
  ])
    expect(await owner.call(paymentRequests.create, { ...input, ...change })).toFail('ClientPaymentIdReused')

  const { id } = draft
  const claim = async (status: 'sent' | 'sent-reminder' | 'cancelled') =>
    owner.call(paymentRequests.updateStatus, { id, status })
  expect(ok(await claim('sent')).data).toMatchObject({ status: 'sent', invoiceNumber: 'INV-0001' })
  expect(ok(await claim('sent-reminder')).data.status).toBe('sent-reminder')

  const part = { id, clientPaymentId: crypto.randomUUID(), amount: 5998, tipAmount: 500, method: 'check' as const }
  expect(ok(await owner.call(paymentRequests.markAsPaid, part)).data).toMatchObject({
    status: 'partly-paid',
    dueAmount: 10_000,
    tipAmount: 500,
  })
  expect(ok(await owner.call(paymentRequests.markAsPaid, part)).data.paidAmount).toBe(5998)
  for (const change of [{ amount: 1 }, { tipAmount: 1 }])
    expect(await owner.call(paymentRequests.markAsPaid, { ...part, ...change })).toFail('ClientPaymentIdReused')
  expect(await claim('cancelled')).toFail('PaymentStatusWrong')
  // Two at once: one of them finds nothing due.
  const rest = () => owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() })
  const answers = await Promise.all([rest(), rest()])
  expect(answers.filter((answer) => 'success' in answer)).toHaveLength(1)
  expect(ok(await owner.call(paymentRequests.get, { id })).data.status).toBe('marked-as-paid')

  const refund = (amount: number) =>
    owner.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount, reason: 'Chipped' })
  const refunded = ok(await refund(8249)).data
  expect(refunded).toMatchObject({ status: 'partly-refunded', refundableAmount: 8249 })
  expect(refunded.refunds).toMatchObject([{ netAmount: 7250, taxAmount: 749, tipAmount: 250, state: 'succeeded' }])
  // Of many refunds at once, no more than what was paid is given back.
  const many = await Promise.all(Array.from({ length: 4 }, () => refund(4000)))
  expect(many.filter((answer) => 'success' in answer)).toHaveLength(2)
  for (const answer of many.filter((each) => !('success' in each))) expect(answer).toFail('RefundTooHigh')
  const whole = ok(await refund(249)).data
  expect(whole.status).toBe('refunded')
  const sum = (column: 'netAmount' | 'taxAmount' | 'tipAmount') =>
    whole.refunds.reduce((total, each) => total + each[column], 0)
  expect([sum('netAmount'), sum('taxAmount'), sum('tipAmount')]).toEqual([14_500, 1498, 500])

  const sheet = ok(await owner.call(cashSheet.get, DAYS)).data.rows
  expect(sheet).toMatchObject([
    { sentAmount: 15_998, paidCashAmount: 15_998, tipAmount: 500, refundedCashAmount: 16_498, cashAmount: 0 },
  ])
  const [row] = sheet
  const day = { day: row?.day ?? '', locationID: row?.locationID ?? '', currency: 'USD' as const }
  const { entries } = ok(await owner.call(cashSheet.getEntries, day)).data
  expect(entries.map(({ kind }) => kind)).toEqual([
    'issue',
    'payment',
    'payment',
    ...Array.from({ length: 4 }, () => 'refund'),
  ])
  expect(entries.reduce((total, { cashAmount }) => total + cashAmount, 0)).toBe(0)
  expect(entries[0]?.document).toMatchObject({ id, invoiceNumber: 'INV-0001' })
  // Each figure opens the postings that it is made of.
  const figures = { sentAmount: 1, paidCashAmount: 2, tipAmount: 1, refundedCashAmount: 4, cashAmount: 6 } as const
  for (const figure of Object.keys(figures) as (keyof typeof figures)[]) {
    const opened = ok(await owner.call(cashSheet.getEntries, { ...day, figure })).data.entries
    expect([figure, opened.length]).toEqual([figure, figures[figure]])
    expect(opened.reduce((total, { amount }) => total + amount, 0)).toBe(row?.[figure])
  }
})

test('drafts are deleted, numbers that were issued stay, and cancelled requests are owed no more', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [draft, sent] = [await createRequest(owner, tenant, 500), await createRequest(owner, tenant, 700)]
  ok(await owner.call(paymentRequests.updateStatus, { id: sent.id, status: 'sent' }))
  expect(ok(await owner.call(paymentRequests.delete, { id: draft.id })).data.isCancelled).toBe(false)
  expect(await owner.call(paymentRequests.get, { id: draft.id })).toFail('PaymentNotFound')
  const deleted = ok(await owner.call(contract.audit.getList, { actions: ['payment.deleted'] })).data.entries
  expect(deleted).toMatchObject([
    { actorName: 'Olive Owner', subject: 'Draft', data: { amount: 500, currency: 'USD' } },
  ])
  expect(ok(await owner.call(paymentRequests.delete, { id: sent.id })).data.isCancelled).toBe(true)
  expect(ok(await owner.call(paymentRequests.get, { id: sent.id })).data).toMatchObject({
    status: 'cancelled',
    invoiceNumber: 'INV-0001',
    dueAmount: 0,
  })
  for (const status of ['sent', 'sent-reminder'] as const)
    expect(await owner.call(paymentRequests.updateStatus, { id: sent.id, status })).toFail('PaymentStatusWrong')
  const paid = { id: sent.id, clientPaymentId: crypto.randomUUID() }
  expect(await owner.call(paymentRequests.markAsPaid, paid)).toFail('PaymentStatusWrong')
  // Money states follow from the ledger.
  for (const status of ['paid', 'viewed', 'nonsense'])
    expect(await owner.call(paymentRequests.updateStatus, { id: sent.id, status })).toFail('PaymentStatusWrong')
  const { data } = ok(await owner.call(paymentRequests.getTotals, {}))
  expect(data.totals).toEqual([{ kind: 'request', status: 'cancelled', currency: 'USD', count: 1, amount: 700 }])
})
