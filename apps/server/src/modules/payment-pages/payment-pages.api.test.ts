import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createEstimate } from '../../testing/estimates.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { connectCashier, createRequest, saveTaxes } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import { documentPath } from '../payment-documents/index.ts'
import { PAYMENT_PAGE_TEXTS } from './html/texts.ts'
import { createPaymentPageLimits } from './limits.ts'
import { printDocument } from './pdf/print-document.ts'
import { describeLinked, loadDocumentView } from './read-document.ts'

const {
  contactMerging,
  contacts,
  messages,
  scheduledMessages,
  paymentConfigs,
  paymentEstimates,
  paymentRequests,
  team,
  undelivered,
} = contract

const instance = await sharedTestInstance()

const linkOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(paymentRequests.getLink, { id })).data.url
const detailOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(paymentRequests.get, { id })).data

test('a page shows nothing about the contact before the last digits of the number, which cannot be tried for ever', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const taxIDs = await saveTaxes(tenant)
  const request = await createRequest(owner, tenant, 10_000, {
    contact: { name: 'Maya Chen', phone },
    lines: [{ description: 'Whitening <b>', unitAmount: 10_000, taxIDs }],
    note: 'Come back soon',
  })
  const { id } = request
  expect(await owner.call(paymentRequests.getLink, { id })).toFail('PaymentStatusWrong')
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  ok(await owner.call(paymentConfigs.save, { color: '#ffe066', terms: 'Net 14', version }))
  const url = await linkOf(tenant, id)

  const { visit, enter } = createVisitor(instance.url)
  const gate = await visit(url)
  expect(gate.status).toBe(200)
  // Black on a light color.
  expect(gate.text).toContain('--brand: #ffe066; --on-brand: #000')
  for (const hidden of ['Maya', 'INV-0001', '114.98', 'Whitening', 'Come back', phone.slice(-4)])
    expect(gate.text).not.toContain(hidden)
  const stranger = createVisitor(instance.url)
  const wrong = phone.endsWith('0000') ? '1111' : '0000'
  for (const digits of ['', 'abcd', wrong, `${wrong} `, '1'.repeat(4000)])
    expect((await stranger.visit(url, { digits })).status).toBe(422)
  const refused = await stranger.enter(url, phone)
  expect([refused.status, refused.text.includes('Too many attempts')]).toEqual([422, true])
  expect((await detailOf(tenant, id)).status).toBe('sent')

  // Neither another link nor another document of the contact gives further attempts.
  const { secrets, now } = instance.server.services
  const { tenantId } = tenant
  const renewed = documentPath(secrets, { tenantId, now }, { id, kind: 'request', version: 1 }, '2030-01-01T00:00:00Z')
  expect((await createVisitor(instance.url).enter(renewed, phone)).text).toContain('Too many attempts')
  const other = await createRequest(owner, tenant, 500, { contact: { name: 'Maya Chen', phone } })
  ok(await owner.call(paymentRequests.updateStatus, { id: other.id, status: 'sent' }))
  expect((await stranger.enter(await linkOf(tenant, other.id), phone)).text).toContain('Too many attempts')
  await instance.server.database.owner.query(`delete from directory.rate_limits where key like 'payment-page-digits%'`)
  const page = await enter(url, phone)
  expect(page.status).toBe(200)
  for (const shown of ['INV-0001', '$114.98', 'Whitening &lt;b&gt;', 'GST', '$9.98', 'Come back soon'])
    expect(page.text).toContain(shown)
  expect(page.text).toContain('Online payment is not available')
  const { text: spanish } = await visit(`${url}?lang=es`)
  for (const shown of ['Importe pendiente', '$114.98']) expect(spanish).toContain(shown)
  expect((await visit(`${url}?lang=fr`)).text).toContain('114,98\u00a0$\u00a0US')
  const viewed = await detailOf(tenant, id)
  expect(viewed.status).toBe('viewed')
  expect(viewed.timeline.at(-1)).toMatchObject({ kind: 'viewed', by: null })
  // Opened again it is not viewed again.
  await enter(url, phone)
  expect((await detailOf(tenant, id)).timeline).toHaveLength(viewed.timeline.length)

  const part = { id, clientPaymentId: crypto.randomUUID(), amount: 1498, tipAmount: 200 }
  ok(await owner.call(paymentRequests.markAsPaid, part))
  const partly = await visit(url)
  for (const shown of ['Partly paid', '$100.00', '$16.98', '$2.00']) expect(partly.text).toContain(shown)
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const receipt = await visit(url)
  expect(receipt.text).toContain('Receipt INV-0001')
  expect(receipt.text).not.toContain('Amount due')
})

test('an open page detects that its document changed, and stays small', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { id } = await createRequest(owner, tenant, 10_000, { contact: { name: 'Maya Chen', phone } })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const url = await linkOf(tenant, id)
  const { visit, enter } = createVisitor(instance.url)
  const contentOf = ({ text }: { text: string }) => /<main data-content="([^"]+)">/.exec(text)?.[1]
  expect(contentOf(await visit(url))).toBeUndefined()
  await enter(url, phone)
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const receipt = await visit(url)
  expect(contentOf(receipt)).toBeDefined()
  expect(contentOf(await visit(url))).toBe(contentOf(receipt))
  const refund = { id, clientRefundId: crypto.randomUUID(), amount: 2500, source: 'payment', target: 'cash' } as const
  ok(await owner.call(paymentRequests.refund, { ...refund, reason: '' }))
  const refunded = await visit(url)
  expect(refunded.text).toContain('Partly refunded')
  expect(contentOf(refunded)).not.toBe(contentOf(receipt))
  expect(Buffer.byteLength(refunded.text)).toBeLessThan(40_000)
})

test('links cannot be made up, work for one document and one kind, and expire', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const sent = async (amount: number) => {
    const request = await createRequest(owner, tenant, amount, { contact: { name: 'Maya Chen', phone } })
    ok(await owner.call(paymentRequests.updateStatus, { id: request.id, status: 'sent' }))
    return request.id
  }
  const id = await sent(500)
  const url = await linkOf(tenant, id)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const { visit, enter } = createVisitor(instance.url)
  const bytes = Buffer.from(token, 'base64url')
  const changed = (at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy.toString('base64url')
  }
  const madeUp = [
    changed(0),
    changed(20),
    changed(33),
    changed(35),
    changed(51),
    `${token}=`,
    `${token}%0A`,
    'x',
    '..%2f',
  ]
  for (const each of madeUp) expect([each, (await visit(`/pay/${each}`)).status]).toEqual([each, 404])
  expect((await visit(`/estimate/${token}`)).status).toBe(404)
  // Someone who hunts for links by script is stopped.
  const statuses = new Set<number>()
  for (let n = 0; n < 25; n++) statuses.add((await visit(`/pay/${crypto.randomUUID()}`)).status)
  expect(statuses).toEqual(new Set([404, 429]))
  await instance.server.database.owner.query(`delete from directory.rate_limits where key like 'payment-page-unknown%'`)

  // The digits of one document do not open another one.
  expect((await enter(url, phone)).text).toContain('INV-0001')
  const other = await linkOf(tenant, await sent(700))
  expect((await visit(other)).text).toContain('Enter the last four digits')
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'cancelled' }))
  expect((await visit(url)).text).toContain('Canceled')
  // The contact is deleted; the document stays.
  const contactID = (await detailOf(tenant, id)).contact?.id ?? ''
  ok(await owner.call(contacts.remove, { id: contactID }))
  expect((await visit(url)).status).toBe(200)

  const { secrets, now } = instance.server.services
  const at = (day: string) =>
    documentPath(secrets, { tenantId: tenant.tenantId, now }, { id, kind: 'request', version: 1 }, day)
  // An expired link is renewed for those who know the digits, unless it expired long ago.
  const expired = at('2026-01-01T00:00:00Z')
  const newcomer = createVisitor(instance.url)
  const gate = await newcomer.visit(expired)
  expect([gate.status, gate.text.includes('to open it again'), gate.text.includes('INV-')]).toEqual([410, true, false])
  expect((await newcomer.visit(`${expired}/checkout`, {})).status).toBe(410)
  const pdf = await newcomer.visit(`${expired}/document.pdf`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([410, '<!doc'])
  const wrong = await newcomer.visit(expired, { digits: phone.endsWith('0000') ? '1111' : '0000' })
  expect([wrong.status, wrong.text.includes('INV-')]).toEqual([422, false])
  expect((await newcomer.enter(expired, phone)).text).toContain('INV-0001')
  expect((await newcomer.visit(expired)).status).toBe(200)
  expect((await newcomer.visit(at('2025-01-01T00:00:00Z'))).text).toContain('ask us for a new one')
})

test('a text that carries a document has the link, the same when it is repeated', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  const request = await createRequest(owner, tenant, 900, { contact: undefined, contactID: contact.id })
  const text = {
    ...{ conversationSid: sid, text: 'Please pay here: :payment_link:', paymentID: request.id },
    clientMessageId: crypto.randomUUID(),
  }
  const first = ok(await owner.call(messages.send, text)).data.message
  expect(ok(await owner.call(messages.send, text)).data.message.sid).toBe(first.sid)
  const url = /https?:\S+/.exec(first.body)?.[0] ?? ''
  const { enter } = createVisitor(instance.url)
  expect((await enter(url, phone)).text).toContain('$9.00')

  // Scheduled it is sent when the message leaves, unless it is paid by then.
  const { id } = await createRequest(owner, tenant, 800, { contact: undefined, contactID: contact.id })
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const schedule = async (paymentID: string) => {
    const scheduled = { ...text, clientMessageId: crypto.randomUUID(), paymentID, sendAt }
    return ok(await owner.call(scheduledMessages.create, scheduled)).data
  }
  const [once, again, moved] = [await schedule(id), await schedule(id), await schedule(id)]
  expect(once.paymentID).toBe(id)
  expect((await detailOf(tenant, id)).status).toBe('draft')
  // Not by those who may not send it themselves.
  const manager = await tenant.createUser('Manager')
  const right = { role: 'Manager' as const, permission: 'payments_manage' as const, isGranted: false }
  ok(await owner.call(team.setRolePermission, right))
  const { sid: onceSid } = once
  expect(await manager.call(scheduledMessages.update, { sid: onceSid, text: 'Pay now' })).toFail('PaymentNotFound')
  expect(await manager.call(scheduledMessages.sendNow, { sid: onceSid })).toFail('PaymentNotFound')
  expect(ok(await owner.call(scheduledMessages.sendNow, { sid: once.sid })).data.state).toBe('sent')
  const sent = await detailOf(tenant, id)
  expect([sent.status, sent.timeline.at(-1)?.kind]).toEqual(['sent', 'sent'])
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  expect(ok(await owner.call(scheduledMessages.sendNow, { sid: again.sid })).data).toMatchObject({
    state: 'stopped',
    reasons: ['payment-closed'],
  })
  const elsewhere = await createRequest(owner, tenant, 100)
  // The number is that of another contact by then.
  await instance.server.database.owner.query(
    "update payment_documents set contact_id = $3, paid_amount = 0, hand_paid_amount = 0, status = 'sent' where tenant_id = $1 and id = $2",
    [tenant.tenantId, id, elsewhere.contact?.id],
  )
  expect(ok(await owner.call(scheduledMessages.sendNow, { sid: moved.sid })).data).toMatchObject({
    state: 'stopped',
    reasons: ['payment-contact-changed'],
  })
  const wrong = { ...text, clientMessageId: crypto.randomUUID(), paymentID: elsewhere.id, sendAt }
  expect(await owner.call(scheduledMessages.create, wrong)).toFail('PaymentNotFound')
})

test('of the numbers of a merged contact, the first one and those that the link was sent to open a document', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [main, work, unused] = ['+12025550101', '+12025550102', '+12025550103']
  const { id: contactID } = (await tenant.textFrom(main, 'Hi')).contact
  const { sid, contact: ofWork } = await tenant.textFrom(work, 'Hi from work')
  const { contact: ofUnused } = await tenant.textFrom(unused, 'Hi from a colleague')
  for (const { id: otherID } of [ofWork, ofUnused]) {
    const { version } = ok(await owner.call(contactMerging.preview, { survivorID: contactID, otherID }))
    ok(await owner.call(contactMerging.merge, { survivorID: contactID, otherID, version }))
  }
  const { id } = await createRequest(owner, tenant, 900, { contact: undefined, contactID })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const opens = async (phone: string) =>
    (await createVisitor(instance.url).enter(await linkOf(tenant, id), phone)).text.includes('INV-0001')
  expect([await opens(main), await opens(work), await opens(unused)]).toEqual([true, false, false])
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  // Its receipt.
  const text = { text: 'Thank you: :payment_link:', paymentID: id, clientMessageId: crypto.randomUUID() }
  ok(await owner.call(messages.send, { ...text, conversationSid: sid }))
  expect([await opens(main), await opens(work), await opens(unused)]).toEqual([true, true, false])
})

test('a contact chooses a tip and pays by card; the page shows what our database says, not where they come from', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const cashier = await connectCashier(instance, tenant)
  const phone = newPhone()
  const { id } = await createRequest(owner, tenant, 10_000, { contact: { name: 'Maya Chen', phone } })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const url = await linkOf(tenant, id)
  const { visit, enter } = createVisitor(instance.url)
  const checkout = `${new URL(url).pathname}/checkout`
  // Without the digits nobody is led to a payment page.
  expect((await visit(checkout, { tip: 'none' })).text).toContain('Enter the last four digits')
  const plain = await enter(url, phone)
  expect(plain.text).toContain('Continue to payment')
  // No business asks for tips before it has chosen to.
  expect(plain.text).not.toContain('name="tip"')
  ok(await owner.call(contract.paymentConfigs.save, { tipRates: [15_000], version: 0 }))
  const page = await visit(url)
  for (const shown of ['Continue to payment', '15% · $15.00', 'Keep my card on file'])
    expect(page.text).toContain(shown)
  for (const other of ['x', '-1', '1.234', '9999999999'])
    expect([other, (await visit(checkout, { tip: 'other', other })).status]).toEqual([other, 409])
  const wrong = await visit(checkout, { tip: 'other', other: '1.234', keeps: 'yes' })
  for (const kept of ['value="other" checked', 'value="1.234"', 'name="keeps" value="yes" checked'])
    expect(wrong.text).toContain(kept)
  const leaving = await visit(checkout, { tip: 'other', other: '2,5' })
  const address = /content="0;url=([^"]+)"/.exec(leaving.text)?.[1] ?? ''
  expect(address).toMatch(/^http/)
  // The first card is declined. A contact who returns without a payment sees that, and can try again.
  await cashier.pay(address.replaceAll('&amp;', '&'), { number: '4000000000000002' })
  const declined = await visit(url)
  expect(declined.text).toContain('The last payment did not go through')
  expect(declined.text).toContain('Your bank declined the payment')
  expect(declined.text).toContain('Continue to payment')
  // That a card is reported as stolen is for the business only.
  await cashier.pay(address.replaceAll('&amp;', '&'), { number: '4000000000009979' })
  const stolen = await visit(url)
  expect(stolen.text).toContain('Your bank declined the payment')
  expect(stolen.text).not.toMatch(/stolen/i)
  await cashier.pay(address.replaceAll('&amp;', '&'), { number: '4000000000009995' })
  expect((await visit(url)).text).toContain('There was not enough money on the card or account.')
  const back = await visit(`${url}?from=checkout`)
  expect(back.text).toContain('We are waiting for your payment to be confirmed')
  expect(back.text).toContain('http-equiv="refresh"')
  for (const past of ['The last payment did not go through', 'Continue to payment'])
    expect(back.text).not.toContain(past)
  expect((await visit(`${url}?from=checkout&n=12`)).text).toContain('Continue to payment')
  await cashier.pay(address.replaceAll('&amp;', '&'))
  const receipt = await visit(`${url}?from=checkout`)
  for (const shown of ['Receipt INV-0001', '$2.50', '$102.50', '(Visa •••• 4242)'])
    expect(receipt.text).toContain(shown)
  expect(receipt.text).not.toContain('Continue to payment')
  const pdf = await visit(`${new URL(url).pathname}/document.pdf`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  // Letter, with the font in the file.
  expect(pdf.text).toMatch(/MediaBox \[0 0 612 792\]/)
  expect(pdf.text).toContain('FontFile2')
  const stranger = createVisitor(instance.url)
  expect((await stranger.visit(`${new URL(url).pathname}/document.pdf`)).text).toContain('Enter the last four digits')
  const asStaff = (headers: Record<string, string> = {}) =>
    fetch(`${instance.url}/files/payments/${id}.pdf`, { headers })
  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  expect((await asStaff({ cookie })).headers.get('content-type')).toBe('application/pdf')
  expect((await asStaff()).status).toBe(401)
  // From an old tab.
  expect((await visit(checkout, { tip: 'none' })).text).toContain('Receipt INV-0001')
})

test('reminders are scheduled by the due date, over what is due, and stopped by payment', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  ok(await owner.call(paymentConfigs.save, { reminderDays: [3, -1], version }))
  const dueOn = Temporal.Now.plainDateISO('America/New_York').add({ days: 10 })
  const request = await createRequest(owner, tenant, 900, {
    ...{ contact: undefined, contactID: contact.id, dueOn: dueOn.toString() },
  })
  const { id } = request
  const reminders = async () => {
    await instance.idle()
    return ok(await owner.call(scheduledMessages.getList, { conversationSid: sid })).data.scheduledMessages
  }
  expect(await reminders()).toHaveLength(0)
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const planned = await reminders()
  expect(planned.map(({ sendAt }) => sendAt.slice(0, 10))).toEqual(
    [-1, 3].map((days) => dueOn.add({ days }).toString()),
  )
  expect(planned[0]).toMatchObject({ paymentID: id, author: 'Payments', kind: 'automatic' })
  expect(planned[0]?.body).toContain('$9.00 for INV-0001')
  const pay = (amount: number) =>
    owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount })
  ok(await pay(400))
  expect((await reminders()).map(({ body }) => body.includes('$5.00 for INV-0001'))).toEqual([true, true])
  const [first] = await reminders()
  ok(await owner.call(scheduledMessages.sendNow, { sid: first?.sid ?? '' }))
  expect((await detailOf(tenant, id)).timeline.at(-1)?.kind).toBe('sent-reminder')
  // The carrier has no room for the second one, which is no longer true once the rest is paid.
  const [second] = await reminders()
  await instance.addFault({ kind: 'fail-send', code: 21611, phone: contact.phone ?? '' })
  ok(await owner.call(scheduledMessages.sendNow, { sid: second?.sid ?? '' }))
  await instance.idle()
  const lastText = async () => (await tenant.messagesOf({ sid })).filter(({ deliveryStatus }) => deliveryStatus).at(-1)
  expect((await lastText())?.deliveryStatus).toBe('queued')
  ok(await pay(500))
  expect(await reminders()).toHaveLength(0)
  expect(await lastText()).toMatchObject({ deliveryStatus: 'failed', deliveryError: { reason: 'outdated' } })
  expect(ok(await owner.call(undelivered.getCount, {})).data.count).toBe(0)
})

test('a reminder that a teammate cancelled stays cancelled when the request changes', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  ok(await owner.call(paymentConfigs.save, { reminderDays: [3, -1], version }))
  const dueOn = Temporal.Now.plainDateISO('America/New_York').add({ days: 10 })
  const { id } = await createRequest(owner, tenant, 900, {
    ...{ contact: undefined, contactID: contact.id, dueOn: dueOn.toString() },
  })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const reminders = async () => {
    await instance.idle()
    return ok(await owner.call(scheduledMessages.getList, { conversationSid: sid })).data.scheduledMessages
  }
  const [before] = await reminders()
  ok(await owner.call(scheduledMessages.cancel, { sid: before?.sid ?? '' }))
  const payment = { id, clientPaymentId: crypto.randomUUID(), amount: 400 }
  ok(await owner.call(paymentRequests.markAsPaid, payment))
  expect((await reminders()).map(({ sendAt }) => sendAt.slice(0, 10))).toEqual([dueOn.add({ days: 3 }).toString()])
})

test('a PDF is named after what it is, on the paper of the settings', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const print = (id: string) =>
    instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
      const view = await loadDocumentView(instance.server.services, tx, await describeLinked(tx, id))
      const { title, size } = printDocument({ language: 'en', texts: PAYMENT_PAGE_TEXTS.en }, view)
      return [title, size]
    })
  const estimate = await createEstimate(tenant, {})
  ok(await owner.call(paymentEstimates.updateStatus, { id: estimate.id, status: 'sent' }))
  expect(await print(estimate.id)).toEqual(['Estimate EST-0001', 'LETTER'])
  ok(await owner.call(paymentConfigs.save, { paperSize: 'A4', version: 0 }))
  const part = { kind: 'deposit' as const, share: { kind: 'amount' as const, amount: 400 } }
  const conversion = { id: estimate.id, clientDocumentId: crypto.randomUUID(), part }
  const [deposit] = ok(await owner.call(paymentEstimates.convert, conversion)).data.requests
  const request = await createRequest(owner, tenant, 1000)
  for (const id of [deposit?.id ?? '', request.id])
    ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  expect(await print(deposit?.id ?? '')).toEqual(['Deposit invoice INV-0001', 'A4'])
  expect(await print(request.id)).toEqual(['Invoice INV-0002', 'A4'])
  ok(await owner.call(paymentRequests.markAsPaid, { id: request.id, clientPaymentId: crypto.randomUUID() }))
  expect(await print(request.id)).toEqual(['Receipt INV-0002', 'A4'])
  const refund = { id: request.id, clientRefundId: crypto.randomUUID(), amount: 100 }
  ok(await owner.call(paymentRequests.refund, refund))
  expect(await print(request.id)).toEqual(['Refund receipt INV-0002', 'A4'])
})

test('a refund receipt says what was given back: by line, tax and tip', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const taxIDs = await saveTaxes(tenant)
  const lines = [
    { description: 'Brush', unitAmount: 1000, quantity: 3000, taxIDs },
    { description: 'Checkup', unitAmount: 5000 },
  ]
  const { id } = await createRequest(owner, tenant, 0, { lines })
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), tipAmount: 500 }))
  const refund = (amount: number, chosen?: object[]) =>
    owner.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount, lines: chosen } as never)
  ok(await refund(1250, [{ line: 0, quantity: 1000, amount: 1150 }]))
  const printed = await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const view = await loadDocumentView(instance.server.services, tx, await describeLinked(tx, id))
    return printDocument({ language: 'en', texts: PAYMENT_PAGE_TEXTS.en }, view)
  })
  const [section] = printed.sections
  expect(section?.title).toMatch(/^Refunded \$12\.50 on /)
  expect(section?.text.split('\n')).toEqual(['Brush × 1: $10.00', 'GST: $0.50', 'QST: $1.00', 'Tip: $1.00'])
})

test('digits that a stranger enters close neither other networks nor other documents', async () => {
  const limits = createPaymentPageLimits(instance.server.database.owner)
  const [contactId, documentId, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const tooMany = { code: 'TooManyAttempts' }
  const from = (network: number, id = documentId) =>
    limits.countDigits({ documentId: id, contactId, address: `198.51.${network}.7` })
  for (let n = 0; n < 5; n++) await from(1)
  await expect(from(1)).rejects.toMatchObject(tooMany)
  await expect(from(1, other)).rejects.toMatchObject(tooMany)
  for (let network = 2; network <= 5; network++) for (let n = 0; n < 5; n++) await from(network)
  await expect(from(6)).rejects.toMatchObject(tooMany)
  await from(7, other)
  await limits.clearDigits({ documentId: other, contactId, address: '198.51.7.7' })
  for (let n = 0; n < 5; n++) await from(7, other)
})

test('open pages behind one network are read as often as they need; a single one is not read without end', async () => {
  const limits = createPaymentPageLimits(instance.server.database.owner)
  const address = '198.51.100.7'
  const read = async (documentId: string, times: number) => {
    for (let n = 0; n < times; n += 20)
      await Promise.all(Array.from({ length: 20 }, () => limits.countRead({ documentId, address })))
  }
  // Each for ten minutes, every 20 seconds.
  for (let page = 0; page < 25; page++) await read(crypto.randomUUID(), 40)
  const documentId = crypto.randomUUID()
  await read(documentId, 600)
  await expect(read(documentId, 20)).rejects.toMatchObject({ code: 'TooManyAttempts' })
})
