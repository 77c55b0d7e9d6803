import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentRequests } = contract

const instance = await sharedTestInstance()

test('sending that is undone leaves a draft, and no gap in the numbers', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { scheduledMessages } = contract
  const { sid: conversationSid, contact } = await tenant.textFrom(newPhone(), 'What do I owe?')
  const { id } = await createRequest(owner, tenant, 500, { contact: undefined, contactID: contact.id })
  const send = async () =>
    ok(
      await owner.call(scheduledMessages.create, {
        ...{ conversationSid, text: 'Pay here: :payment_link:', clientMessageId: crypto.randomUUID(), paymentID: id },
      }),
    ).data
  const undone = await send()
  expect(undone).toMatchObject({ kind: 'undo', state: 'waiting', paymentID: id })
  ok(await owner.call(scheduledMessages.cancel, { sid: undone.sid }))
  const get = async () => ok(await owner.call(paymentRequests.get, { id })).data
  expect(await get()).toMatchObject({ status: 'draft', invoiceNumber: '', timeline: [{ kind: 'created' }] })
  expect(ok(await owner.call(scheduledMessages.sendNow, { sid: (await send()).sid })).data.state).toBe('sent')
  expect(await get()).toMatchObject({ status: 'sent', invoiceNumber: 'INV-0001' })
})

test('a text with a payment sends it in its transaction, a later one reminds; both say when it is not delivered', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { messages } = contract
  const phone = newPhone()
  const { sid: conversationSid, contact } = await tenant.textFrom(phone, 'What do I owe?')
  const request = await createRequest(owner, tenant, 12_000, { contact: undefined, contactID: contact.id })
  const text = (paymentID: string, to = conversationSid) => ({
    ...{ conversationSid: to, text: 'Your total is $120', clientMessageId: crypto.randomUUID(), paymentID },
  })
  const first = text(request.id)
  const sent = ok(await owner.call(messages.send, first)).data
  expect(ok(await owner.call(messages.send, first)).data.message.sid).toBe(sent.message.sid)
  const get = async () => ok(await owner.call(paymentRequests.get, { id: request.id })).data
  expect(await get()).toMatchObject({ status: 'sent', invoiceNumber: 'INV-0001', isUndelivered: false })
  await instance.idle()
  await instance.addFault({ kind: 'fail-send', code: 30003, phone, times: 1 })
  ok(await owner.call(messages.send, text(request.id)))
  await instance.idle()
  const reminded = await get()
  expect(reminded).toMatchObject({ status: 'sent-reminder', isUndelivered: true })
  expect(reminded.timeline).toMatchObject([
    { kind: 'created' },
    { kind: 'sent', isUndelivered: false },
    { kind: 'sent-reminder', isUndelivered: true },
  ])
  ok(await owner.call(paymentRequests.markAsPaid, { id: request.id, clientPaymentId: crypto.randomUUID() }))
  const refund = { id: request.id, clientRefundId: crypto.randomUUID(), amount: 2000 }
  ok(await owner.call(paymentRequests.refund, refund))
  const cards = (await tenant.messagesOf({ sid: conversationSid })).flatMap(({ attributes }) =>
    attributes.type === 'payment' ? [attributes.payment] : [],
  )
  expect(cards).toMatchObject([
    { state: 'sent', amount: 12_000, invoiceNumber: 'INV-0001', paymentID: request.id },
    { state: 'sent-reminder' },
    { state: 'marked-as-paid', amount: 12_000 },
    { state: 'partly-refunded', amount: 2000 },
  ])
  // Of many activities the newest are listed.
  await instance.server.database.owner.query(
    `insert into payment_activities (tenant_id, id, document_id, kind, note, created_at)
     select $1, gen_random_uuid(), $2, 'sent-reminder', '', '2026-01-01' from generate_series(1, 500)`,
    [tenant.tenantId, request.id],
  )
  const { timeline } = await get()
  expect([timeline.length, timeline.at(-1)?.kind]).toEqual([500, 'refunded'])
  // The message’s id says which document it carries.
  const another = await createRequest(owner, tenant, 200, { contact: undefined, contactID: contact.id })
  expect(await owner.call(messages.send, { ...first, paymentID: another.id })).toFail('ClientMessageIdReused')
  // Of someone else, cancelled, or without the permission it is not sent, nor is the text.
  const elsewhere = await tenant.textFrom(newPhone(), 'Hello')
  const draft = await createRequest(owner, tenant, 100, { contact: undefined, contactID: contact.id })
  const before = await tenant.messagesOf({ sid: conversationSid })
  expect(await owner.call(messages.send, text(draft.id, elsewhere.sid))).toFail('PaymentNotFound')
  ok(await owner.call(paymentRequests.updateStatus, { id: draft.id, status: 'cancelled' }))
  expect(await owner.call(messages.send, text(draft.id))).toFail('PaymentStatusWrong')
  const permission = 'payments_manage'
  ok(await owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: false }))
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(messages.send, text(request.id))).toFail('PaymentNotFound')
  expect(await tenant.messagesOf({ sid: conversationSid })).toHaveLength(before.length)
})

test('a text in a merged thread goes to the contact of the document; cards stay at its location', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const [x, y] = [await tenant.textFrom(newPhone(), 'X'), await tenant.textFrom(newPhone(), 'Y')]
  const [forX, forY] = [
    await createRequest(owner, tenant, 100, { contact: undefined, contactID: x.contact.id }),
    await createRequest(owner, tenant, 200, { contact: undefined, contactID: y.contact.id }),
  ]
  ok(await owner.call(contract.merging.merge, { sid: y.sid, intoSid: x.sid }))
  const send = (paymentID: string, viaSid?: string) =>
    owner.call(contract.messages.send, {
      ...{ conversationSid: x.sid, text: 'Your total', clientMessageId: crypto.randomUUID(), paymentID },
      ...(viaSid !== undefined && { viaSid }),
    })
  expect(await send(forX.id, y.sid)).toFail('PaymentNotFound')
  ok(await send(forX.id))
  ok(await send(forY.id))
  await instance.idle()
  for (const { phone } of [x.contact, y.contact])
    expect((await tenant.messagesOnPhone(phone)).filter(({ body }) => body.includes('Your total'))).toHaveLength(1)
  const elsewhere = await createRequest(owner, tenant, 300, {
    ...{ locationID: x.attributes.locationID === here ? there : here, contact: undefined, contactID: x.contact.id },
  })
  const before = await tenant.messagesOf({ sid: x.sid })
  ok(await owner.call(paymentRequests.markAsPaid, { id: elsewhere.id, clientPaymentId: crypto.randomUUID() }))
  expect(await tenant.messagesOf({ sid: x.sid })).toHaveLength(before.length)
})
