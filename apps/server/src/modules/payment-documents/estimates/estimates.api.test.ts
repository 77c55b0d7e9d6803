import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { contentOf, createEstimate, markEstimateSent } from '../../../testing/estimates.ts'
import { aRequest, readLedger } from '../../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../../testing/test-instance.ts'

const { paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()

test('estimates are numbered apart, are no debt, and count chosen options', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const lines = [
    { description: 'Crown', unitAmount: 90_000 },
    { description: 'Whitening', unitAmount: 20_000, isOptional: true },
    { description: 'Guard', unitAmount: 10_000, isOptional: true, isChosen: true },
  ]
  const deposit = { kind: 'percent', rate: 33_333 } as const
  const { contact, ...request } = aRequest(tenant, 0, { lines, deposit, validUntil: '2099-01-31' })
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello')
  const estimate = ok(
    await tenant.owner.call(paymentEstimates.create, { ...request, contact: { ...contact, phone } }),
  ).data
  expect(estimate).toMatchObject({ kind: 'estimate', totalAmount: 100_000, depositAmount: 33_333, dueOn: null })
  const sent = ok(await tenant.owner.call(paymentEstimates.updateStatus, { id: estimate.id, status: 'sent' })).data
  expect([sent.status, sent.invoiceNumber]).toEqual(['sent', 'EST-0001'])
  // A sent estimate can be requested: the contact may have approved it at the counter.
  expect([estimate.unrequestedAmount, sent.unrequestedAmount]).toEqual([null, 100_000])
  expect((await readLedger(instance.server.database.owner, tenant)).entries).toEqual([])
  // One address for both kinds, to read. Endpoints that change requests do not find estimates.
  expect(ok(await tenant.owner.call(paymentRequests.get, { id: estimate.id })).data.kind).toBe('estimate')
  expect(await tenant.owner.call(paymentRequests.delete, { id: estimate.id })).toFail('PaymentNotFound')
  expect(await member.call(paymentRequests.get, { id: estimate.id })).toFail('Forbidden')
  // Team members manage estimates, of contacts they see.
  expect(await member.call(paymentRequests.getList, {})).toFail('Forbidden')
  expect(ok(await member.call(paymentEstimates.getList, {})).data.payments).toEqual([])
  expect(await member.call(paymentEstimates.get, { id: estimate.id })).toFail('PaymentNotFound')
  const mine = ok(await member.call(paymentEstimates.create, { ...aRequest(tenant, 500) })).data
  expect(ok(await member.call(paymentEstimates.getList, {})).data.payments.map(({ id }) => id)).toEqual([mine.id])
  expect(await member.call(paymentEstimates.create, aRequest(tenant, 500, { contact: { phone } }))).toFail(
    'ContactRestricted',
  )
})

test('new versions of what was sent, and requests for an estimate, are in the audit log once', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const estimate = await createEstimate(tenant, {})
  const change = async (version: number, unitAmount: number) => {
    const lines = [{ description: 'Checkup', unitAmount }]
    ok(await owner.call(paymentEstimates.update, { ...contentOf(estimate), id: estimate.id, version, lines }))
  }
  await change(1, 1100)
  await markEstimateSent(tenant, estimate.id)
  await change(2, 1200)
  const request = {
    ...{ id: estimate.id, clientDocumentId: crypto.randomUUID() },
    part: { kind: 'deposit' as const, share: { kind: 'amount' as const, amount: 300 } },
  }
  for (const _ of [1, 2]) ok(await owner.call(paymentEstimates.convert, request))
  const rest = { id: estimate.id, clientDocumentId: crypto.randomUUID(), part: { kind: 'remainder' as const } }
  ok(await owner.call(paymentEstimates.convert, rest))
  const { entries } = ok(await owner.call(contract.audit.getList, {})).data
  expect(
    entries.filter(({ subject }) => subject === 'EST-0001').map(({ action, data }) => [action, data.amount]),
  ).toEqual([
    ['payment.converted', 900],
    ['payment.converted', 300],
    ['payment.changed', 1200],
  ])
})
