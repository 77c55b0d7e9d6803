import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest, readLedger } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentRequests } = contract

const instance = await sharedTestInstance()

test('overpayment becomes credit of the contact, which pays another request or is handed out', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const first = await createRequest(owner, tenant, 1000, { contact })
  const pay = (id: string, details: object) =>
    owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), ...details })
  expect(ok(await pay(first.id, { amount: 1600 })).data).toMatchObject({
    status: 'marked-as-paid',
    invoiceNumber: 'INV-0001',
    creditedAmount: 600,
    creditAmount: 600,
  })
  const second = await createRequest(owner, tenant, 700, { contact })
  expect(await pay(second.id, { method: 'credit' })).toFail('CreditTooLow')
  expect(ok(await pay(second.id, { method: 'credit', amount: 400 })).data).toMatchObject({
    status: 'partly-paid',
    creditAmount: 200,
  })
  const refund = (id: string, details: object) =>
    owner.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount: 300, ...details })
  expect(await refund(first.id, { source: 'credit' })).toFail('CreditTooLow')
  expect(ok(await refund(first.id, { source: 'credit', amount: 200 })).data).toMatchObject({
    creditAmount: 0,
    status: 'marked-as-paid',
  })
  // A refund can be kept as credit instead of cash.
  expect(ok(await refund(first.id, { target: 'credit' })).data).toMatchObject({
    creditAmount: 300,
    status: 'partly-refunded',
  })
  // Credit that is paid out leaves a draft a draft, and what was cancelled cancelled.
  const [draft, cancelled] = [
    await createRequest(owner, tenant, 1, { contact }),
    await createRequest(owner, tenant, 1, { contact }),
  ]
  ok(await owner.call(paymentRequests.updateStatus, { id: cancelled.id, status: 'cancelled' }))
  for (const { id, status } of [{ ...draft }, { ...cancelled, status: 'cancelled' }])
    expect(ok(await refund(id, { source: 'credit', amount: 50 })).data).toMatchObject({ status, invoiceNumber: '' })
  expect(ok(await owner.call(paymentRequests.delete, { id: draft.id })).data.isCancelled).toBe(true)
  // Removing the number that it is at moves it, also while it is used.
  const { id, phone } = first.contact ?? { id: '', phone: '' }
  ok(await owner.call(contract.contacts.addPhone, { id, phone: newPhone() }))
  const [, used] = await Promise.all([
    owner.call(contract.contacts.removePhone, { id, phone }).then(ok),
    refund(first.id, { source: 'credit', amount: 50 }),
  ])
  const { credits } = await readLedger(instance.server.database.owner, tenant)
  expect(credits.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe('success' in used ? 150 : 200)
})
