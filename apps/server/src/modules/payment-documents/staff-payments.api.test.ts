import { contract } from '@frontdesk/contract/api'
import { payoutEntries } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { dayAhead } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'
import { post } from '../payments-ledger/index.ts'

const { bulkActions, contacts, paymentConfigs, paymentEstimates, paymentRequests, team } = contract

const instance = await sharedTestInstance()

const download = async ({ auth }: TestUser, url: string) =>
  fetch(instance.url + url, { headers: { cookie: await signInForFilesCookie(instance.url, auth, PASSWORD) } })

test('all that match are reminded by text or cancelled, with progress; what cannot be is skipped', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const phones = [newPhone(), newPhone(), newPhone()]
  const conversation = await tenant.textFrom(phones[0] ?? '', 'Hello')
  for (const phone of phones.slice(1)) await tenant.textFrom(phone, 'Hello')
  const contact = (index: number) => ({ contact: { name: 'Maya Chen', phone: phones[index] ?? '' } })
  const open = await createRequest(owner, tenant, 123_400, contact(0))
  const paid = await createRequest(owner, tenant, 500, contact(1))
  const draft = await createRequest(owner, tenant, 700, contact(2))
  // Nobody can be texted about it.
  const silent = await createRequest(owner, tenant, 900)
  for (const { id } of [open, paid, silent]) ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  ok(await owner.call(paymentRequests.markAsPaid, { id: paid.id, clientPaymentId: crypto.randomUUID() }))
  // Newer than the conversation at the location of the document.
  const elsewhere = await tenant.textFrom(phones[0] ?? '', 'Hello', { to: tenant.numbers[1] ?? '' })
  // Approved, waiting for a bank, disputed: there is nothing to remind of.
  const undue: string[] = []
  const states = ["stage = 'approved'", 'is_processing = true', 'disputed_amount = 100']
  for (const state of states) {
    const { id } = await createRequest(owner, tenant, 100, contact(1))
    ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
    await instance.server.database.owner.query(
      `update payment_documents set ${state} where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id],
    )
    undue.push(id)
  }
  const text = 'Hi :contact_first_name:, :amount_due: is due (:invoice_number:)'
  const start = async (input: object) => {
    const { data } = ok(await owner.call(bulkActions.startOnPayments, input as never))
    await instance.idle()
    return ok(await owner.call(bulkActions.getList, undefined)).data.actions.find(({ id }) => id === data.id)
  }
  expect(await start({ change: 'remind-payments', criteria: {}, text })).toMatchObject({
    state: 'done',
    total: 7,
    changed: 1,
    canUndo: false,
  })
  const messages = await tenant.messagesOf(conversation)
  expect((await tenant.messagesOf(elsewhere)).map(({ body }) => body)).toEqual(['Hello'])
  expect(messages.map(({ body }) => body)).toContain('Hi, $1,234.00 is due (INV-0001)')
  expect(ok(await owner.call(paymentRequests.get, { id: open.id })).data.status).toBe('sent-reminder')
  const input = { change: 'cancel-payments' as const, paymentIDs: [open.id, paid.id, draft.id] }
  // Sees another location, and manages estimates only.
  const manager = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(await manager.call(bulkActions.startOnPayments, input)).toFail('PaymentNotFound')
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(bulkActions.startOnPayments, input)).toFail('PaymentNotFound')
  expect(await start(input)).toMatchObject({ total: 3, changed: 2 })
  const { payments } = ok(await owner.call(paymentRequests.getList, {})).data
  expect(payments.map(({ id, status }) => [id, status]).toSorted()).toEqual(
    [
      [open.id, 'cancelled'],
      [paid.id, 'marked-as-paid'],
      [silent.id, 'sent'],
      ...undue.map((id) => [id, 'sent']),
    ].toSorted(),
  )
})

test('exports what matches to those who may: documents, or their lines', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const phone = newPhone()
  const lines = [
    { description: '=1+1, "Cleaning"', unitAmount: 100_000, quantity: 1500 },
    { description: 'Fluoride', unitAmount: 3333 },
  ]
  const request = await createRequest(owner, tenant, 0, { contact: { name: 'Maya Chen', phone }, lines })
  ok(await owner.call(paymentRequests.updateStatus, { id: request.id, status: 'sent' }))
  await createRequest(owner, tenant, 4500, { currency: 'JPY' })
  const manager = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(await manager.call(paymentRequests.export, {})).toFail('Forbidden')
  ok(
    await owner.call(team.setRolePermission, {
      role: 'Manager',
      permission: 'payments_export_reports',
      isGranted: true,
    }),
  )
  const { url } = ok(await owner.call(paymentRequests.export, { criteria: { statuses: ['sent'] } })).data
  const rows = (await (await download(owner, url)).text()).trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`"INV-0001","Payment request","sent","Maya Chen","${phone}"`)
  expect(rows[1]).toContain('"USD","1533.33","0.00","1533.33","0.00","0.00","0.00","1533.33"')
  // The link is theirs alone.
  expect((await download(manager, url)).status).toBe(404)
  const ofLines = ok(await owner.call(paymentRequests.export, { file: 'lines', paymentIDs: [request.id] })).data
  const listed = (await (await download(owner, ofLines.url)).text()).trimEnd().split('\r\n')
  expect(listed).toHaveLength(3)
  expect(listed[1]).toContain(`"1","'=1+1, ""Cleaning""","1.5","1000.00","0.00","1500.00"`)
  const others = ok(await manager.call(paymentRequests.export, {})).data
  expect((await (await download(manager, others.url)).text()).trimEnd().split('\r\n')).toHaveLength(1)
  const payoutId = crypto.randomUUID()
  await instance.server.database.owner.query(
    `insert into payment_payouts (tenant_id, id, provider_payout_id, state, amount, currency, arrives_on, created_at)
     values ($1, $2, 'po_1', 'in-transit', 123400, 'USD', '2026-11-30', now())`,
    [tenant.tenantId, payoutId],
  )
  // The account may have a currency that documents cannot have.
  for (const [currency, amount] of [
    ['USD', 123_400],
    ['HUF', 500_000],
  ] as const)
    await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
      post(tx, {
        ...{ kind: 'payout', source: `payout:${payoutId}:${currency}`, documentId: null, contactId: null },
        ...{ actorUserId: null, locationId: tenant.locationIds[0] ?? '', currency, entries: payoutEntries(amount) },
      }),
    )
  const payouts = async (person: TestUser) => {
    const { url: link } = ok(await person.call(paymentRequests.export, { file: 'payouts' })).data
    return (await (await download(person, link)).text()).trimEnd().split('\r\n')
  }
  const [, payout, forints] = await payouts(owner)
  expect(forints).toContain('"HUF","5000.00","Paid out"')
  expect(payout).toContain('"USD","1234.00","Paid out"')
  expect(payout).toMatch(new RegExp(`"2026-11-30","in-transit","${payoutId}"$`))
  expect(await payouts(manager)).toHaveLength(1)
  const { entries } = ok(await owner.call(contract.audit.getList, { actions: ['export.viewed'] })).data
  expect(entries.map(({ subject, data }) => [subject, data]).at(-1)).toEqual([
    'Payments',
    { file: 'rows', statuses: true },
  ])
  // A contact who was deleted has neither a name nor a number.
  ok(await owner.call(contacts.remove, { id: request.contact?.id ?? '' }))
  const afterwards = ok(await owner.call(paymentRequests.export, { paymentIDs: [request.id] })).data
  const [, deleted] = (await (await download(owner, afterwards.url)).text()).split('\r\n')
  expect(deleted).toContain('"INV-0001","Payment request","sent",,,')
  const trial = await instance.createTenant({ subscription: { status: 'trialing' } })
  expect(await trial.owner.call(paymentRequests.export, {})).toFail('NotInTrial')
})

test('refunds above the limit wait for a second person, also in parts', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  ok(await owner.call(paymentConfigs.save, { refundApprovalAbove: 5000, version: 0 }))
  const { id } = await createRequest(owner, tenant, 20_000)
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const refund = (person: TestUser, amount: number, clientRefundId: string = crypto.randomUUID()) =>
    person.call(paymentRequests.refund, { id, amount, clientRefundId, reason: 'Chipped' })
  expect(ok(await refund(manager, 3000)).data).toMatchObject({ refundedAmount: 3000, refundRequests: [] })
  const clientRefundId = crypto.randomUUID()
  const requested = ok(await refund(manager, 2001, clientRefundId)).data
  expect(requested).toMatchObject({
    refundedAmount: 3000,
    status: 'partly-refunded',
    refundRequests: [{ id: clientRefundId, state: 'waiting', amount: 2001, canDecide: false }],
  })
  expect(requested.timeline.at(-1)).toMatchObject({ kind: 'refund-requested', amount: 2001 })
  // A repeated request asks once, and one for more than was paid is refused at once.
  expect(ok(await refund(manager, 2001, clientRefundId)).data.refundRequests).toHaveLength(1)
  expect(await refund(manager, 2002, clientRefundId)).toFail('ClientPaymentIdReused')
  expect(await refund(manager, 17_001)).toFail('RefundTooHigh')
  const decide = (person: TestUser, refundRequestID: string, isApproved: boolean) =>
    person.call(paymentRequests.decideRefund, { id, refundRequestID, isApproved })
  expect(await decide(manager, clientRefundId, true)).toFail('RefundRequestOwn')
  const approved = ok(await decide(owner, clientRefundId, true)).data
  expect(approved).toMatchObject({
    refundedAmount: 5001,
    refundRequests: [{ state: 'approved', decidedBy: 'Olive Owner' }],
  })
  expect(await decide(owner, clientRefundId, false)).toFail('RefundRequestDecided')
  const second = ok(await refund(owner, 10_000)).data.refundRequests[1]
  const declined = ok(await decide(manager, second?.id ?? '', false)).data
  expect(declined).toMatchObject({ refundedAmount: 5001, refundRequests: [{}, { state: 'declined' }] })

  // Credit that is paid out in parts, each from another draft of the contact.
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const overpaid = await createRequest(owner, tenant, 1000, { contact })
  const payment = { id: overpaid.id, clientPaymentId: crypto.randomUUID(), amount: 11_000 }
  ok(await owner.call(paymentRequests.markAsPaid, payment))
  const drafts = [
    await createRequest(owner, tenant, 100, { contact }),
    await createRequest(owner, tenant, 100, { contact }),
  ]
  const [paidOut, waiting] = await Promise.all(
    drafts.map(async (draft) => {
      const part = { id: draft.id, clientRefundId: crypto.randomUUID(), amount: 4000, source: 'credit' as const }
      return ok(await manager.call(paymentRequests.refund, part)).data
    }),
  ).then((details) => details.toSorted((a, b) => a.refundRequests.length - b.refundRequests.length))
  expect([paidOut?.refunds, waiting?.refunds, waiting?.refundRequests]).toMatchObject([
    [{ amount: 4000 }],
    [],
    [{ state: 'waiting', amount: 4000 }],
  ])
  // The request refers to the draft.
  const request = { id: waiting?.id ?? '' }
  expect(ok(await owner.call(paymentRequests.delete, request)).data).toMatchObject({ isCancelled: true })
  expect(ok(await owner.call(paymentRequests.get, request)).data.status).toBe('cancelled')
})

test('credit is used and paid out by those who see the location that it was earned at', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const contact = { name: 'Maya Chen', phone: newPhone() }
  // The contact belongs to the second location.
  const other = await createRequest(owner, tenant, 500, { contact, locationID: second })
  const overpaid = await createRequest(owner, tenant, 1000, { contact, locationID: first })
  ok(
    await owner.call(paymentRequests.markAsPaid, {
      id: overpaid.id,
      clientPaymentId: crypto.randomUUID(),
      amount: 1600,
    }),
  )
  const local = await tenant.createUser('Manager', { locationIds: [second] })
  expect(ok(await local.call(paymentRequests.get, { id: other.id })).data.creditAmount).toBe(0)
  const payOut = (person: TestUser, amount: number) =>
    person.call(paymentRequests.refund, {
      ...{ id: other.id, clientRefundId: crypto.randomUUID(), amount, source: 'credit' as const },
    })
  expect(await payOut(local, 1)).toFail('CreditTooLow')
  const pay = { id: other.id, clientPaymentId: crypto.randomUUID(), method: 'credit' as const, amount: 1 }
  expect(await local.call(paymentRequests.markAsPaid, pay)).toFail('CreditTooLow')
  expect(ok(await payOut(owner, 200)).data.creditAmount).toBe(400)
  // Credit of both locations: that of the document first.
  ok(await owner.call(paymentRequests.markAsPaid, { id: other.id, clientPaymentId: crypto.randomUUID(), amount: 800 }))
  expect(ok(await local.call(paymentRequests.get, { id: other.id })).data.creditAmount).toBe(300)
  expect(ok(await payOut(owner, 350)).data.creditAmount).toBe(350)
  expect(await payOut(local, 1)).toFail('CreditTooLow')
  expect(ok(await owner.call(paymentEstimates.getList, {})).data.payments).toEqual([])
})

test('a day of the cash sheet opens payouts, which are of no document; the documents of hidden contacts are not shown', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { contact } = await tenant.textFrom(newPhone(), 'What do I owe?')
  const { id } = await createRequest(owner, tenant, 900, { contact: undefined, contactID: contact.id })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  await instance.server.services.inTenant({ tenantId }, (tx) =>
    post(tx, {
      ...{ kind: 'payout', source: 'payout:p1:l1', documentId: null, contactId: null, actorUserId: null },
      ...{ locationId: tenant.locationIds[0] ?? '', currency: 'USD', entries: payoutEntries(500) },
    }),
  )
  const manager = await tenant.createUser('Manager')
  const permission = 'convos_view_unassigned_conversations'
  ok(await owner.call(team.setRolePermission, { role: 'Manager', permission, isGranted: false }))
  const listed = async ({ call }: TestUser) => {
    const days = { startDate: dayAhead(0), endDate: dayAhead(1) }
    const [row] = ok(await call(contract.cashSheet.get, days)).data.rows
    const sheet = { day: row?.day ?? '', locationID: tenant.locationIds[0] ?? '', currency: 'USD' as const }
    return ok(await call(contract.cashSheet.getEntries, sheet)).data.entries.map(({ kind, document, isHidden }) => [
      kind,
      document?.contactName,
      isHidden,
    ])
  }
  const payout = ['payout', undefined, false]
  expect(await listed(manager)).toEqual([['issue', undefined, true], payout])
  ok(await owner.call(contacts.update, { id: contact.id, name: 'Maya Chen' }))
  expect(await listed(owner)).toEqual([['issue', 'Maya Chen', false], payout])
  ok(await owner.call(contacts.remove, { id: contact.id }))
  expect(await listed(owner)).toEqual([['issue', '', false], payout])
})
