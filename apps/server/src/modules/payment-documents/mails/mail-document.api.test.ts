import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { createRequest } from '../../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../../testing/test-instance.ts'

const { contacts, paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()

test('a document is emailed with its PDF: a draft is sent, what is due is reminded of, what is paid is a receipt', async () => {
  const tenant = await instance.createTenant()
  const { owner, createUser } = tenant
  const phone = newPhone()
  const { id, contact } = await createRequest(owner, tenant, 5000, { contact: { name: 'Maya Chen', phone } })
  const email = { id, clientMailId: crypto.randomUUID() }
  expect(await owner.call(paymentRequests.sendByEmail, email)).toFail('ContactEmailMissing')
  const address = `maya-${crypto.randomUUID()}@example.test`
  const contactID = contact?.id ?? ''
  const { name } = ok(await owner.call(contacts.get, { id: contactID }))
  ok(await owner.call(contacts.update, { id: contactID, name, email: address }))
  const member = await createUser('TeamMember')
  expect(await member.call(paymentRequests.sendByEmail, email)).toFail('Forbidden')
  expect(await owner.call(paymentEstimates.sendByEmail, email)).toFail('PaymentNotFound')

  const sent = ok(await owner.call(paymentRequests.sendByEmail, email)).data
  expect(sent).toMatchObject({ status: 'sent', invoiceNumber: 'INV-0001' })
  expect(sent.timeline.at(-1)).toMatchObject({ kind: 'sent', method: 'email' })
  // Repeated, nothing happens twice.
  expect(ok(await owner.call(paymentRequests.sendByEmail, email)).data.timeline).toHaveLength(sent.timeline.length)
  const [invoice, ...others] = await instance.emailsTo(address)
  expect(others).toEqual([])
  expect(invoice?.subject).toContain('Invoice INV-0001')
  expect(invoice?.text).toMatch(/\$50\.00 is due[\s\S]*\/pay\//)
  const [pdf, ...more] = invoice?.attachments ?? []
  expect([pdf?.filename, pdf?.contentType, pdf?.content.slice(0, 5), more]).toEqual([
    ...['INV-0001.pdf', 'application/pdf', '%PDF-', []],
  ])

  const again = async () =>
    ok(await owner.call(paymentRequests.sendByEmail, { id, clientMailId: crypto.randomUUID() })).data.status
  expect(await again()).toBe('sent-reminder')
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  expect(await again()).toBe('marked-as-paid')
  expect((await instance.emailsTo(address)).map(({ subject }) => subject.split(' ', 2).join(' '))).toEqual(
    expect.arrayContaining(['Receipt INV-0001']),
  )

  const cancelled = await createRequest(owner, tenant, 700, { contact: undefined, contactID })
  ok(await owner.call(paymentRequests.updateStatus, { id: cancelled.id, status: 'sent' }))
  ok(await owner.call(paymentRequests.updateStatus, { id: cancelled.id, status: 'cancelled' }))
  expect(await owner.call(paymentRequests.sendByEmail, { id: cancelled.id, clientMailId: crypto.randomUUID() })).toFail(
    'PaymentStatusWrong',
  )
})
