import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { aRequest, createRequest, readLedger, saveTaxes } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { cashSheet, paymentConfigs, paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()
const today = () => Temporal.Now.plainDateISO('America/New_York').toString()

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

  const sheet = ok(await owner.call(cashSheet.get, { startDate: today(), endDate: today() })).data.rows
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

test('the totals and the cash sheet stay the same when their deltas are folded', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  for (const amount of [500, 700, 900]) {
    const { id } = await createRequest(owner, tenant, amount)
    ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  }
  const read = async () => ({
    totals: ok(await owner.call(paymentRequests.getTotals, {})).data.totals,
    rows: ok(await owner.call(cashSheet.get, { startDate: today(), endDate: today() })).data.rows,
  })
  const deltas = async () => {
    const { rows } = await instance.server.database.owner.query(
      `select (select count(*)::int from payment_totals where tenant_id = $1) as totals,
         (select count(*)::int from payment_days where tenant_id = $1) as days`,
      [tenantId],
    )
    return rows[0]
  }
  const before = await read()
  expect(before.totals).toEqual([
    { kind: 'request', status: 'marked-as-paid', currency: 'USD', count: 3, amount: 2100 },
  ])
  expect(await deltas()).toEqual({ totals: 9, days: 6 })
  for (const identifier of ['fold-payment-totals', 'fold-payment-days'])
    await instance.server.database.owner.query('select jobs.enqueue($1)', [
      JSON.stringify([{ identifier, payload: { tenantId } }]),
    ])
  await instance.idle()
  expect(await deltas()).toEqual({ totals: 1, days: 2 })
  expect(await read()).toEqual(before)
})

test('numbers have no gaps under load; raising the next one leaves a gap with its reason', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const documents = await Promise.all(Array.from({ length: 8 }, () => createRequest(owner, tenant, 100)))
  await Promise.all(documents.map(({ id }) => owner.call(paymentRequests.updateStatus, { id, status: 'sent' })))
  const listed = ok(await owner.call(paymentRequests.getList, { orderBy: 'invoiceNumber', orderByDesc: 'false' }))
  expect(listed.data.payments.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    Array.from({ length: 8 }, (_, index) => `INV-000${index + 1}`),
  )
  const series = (values: object) => ({
    ...{ series: 'request' as const, prefix: 'HD-', digits: 5, nextNumber: 100, reason: 'New year', version: 0 },
    ...values,
  })
  expect(await owner.call(paymentConfigs.saveNumbering, series({ nextNumber: 8 }))).toFail('InvalidInput')
  const saved = ok(await owner.call(paymentConfigs.saveNumbering, series({}))).data.series
  expect(saved[0]).toMatchObject({
    nextNumber: 100,
    gaps: [{ firstNumber: 9, lastNumber: 99, reason: 'New year', by: 'Olive Owner' }],
  })
  expect(await owner.call(paymentConfigs.saveNumbering, series({}))).toFail('ChangedMeanwhile')
  const next = await createRequest(owner, tenant, 100)
  const sent = ok(await owner.call(paymentRequests.updateStatus, { id: next.id, status: 'sent' })).data
  expect(sent.invoiceNumber).toBe('HD-00100')
  // HD-1 with 23 would read like HD- with 123.
  expect(await owner.call(paymentConfigs.saveNumbering, series({ prefix: 'HD-1', version: 1 }))).toFail('InvalidInput')
  ok(await owner.call(paymentConfigs.saveNumbering, series({ nextNumber: 999_999_999, version: 1 })))
  const [last, none] = [await createRequest(owner, tenant, 100), await createRequest(owner, tenant, 100)]
  ok(await owner.call(paymentRequests.updateStatus, { id: last.id, status: 'sent' }))
  expect(await owner.call(paymentRequests.updateStatus, { id: none.id, status: 'sent' })).toFail('NumbersUsedUp')
  expect(ok(await owner.call(paymentConfigs.getNumbering, undefined)).data.series[0]?.nextNumber).toBe(1_000_000_000)
})

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

test('the list is found, filtered, sorted and paged in every order; nobody else sees it', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const made: PaymentDetail[] = []
  for (const [index, locationID] of [here, there, here, there, here].entries())
    made.push(
      await createRequest(owner, tenant, 1000 - index * 100, {
        ...{ locationID, currency: index === 4 ? 'JPY' : 'USD' },
        contact: { name: index === 2 ? 'Zoë Quill' : 'Maya Chen', phone: newPhone() },
      }),
    )
  const sent = made[1] as PaymentDetail
  ok(await owner.call(paymentRequests.updateStatus, { id: sent.id, status: 'sent' }))
  const list = async (input: object) => ok(await owner.call(paymentRequests.getList, input)).data.payments
  const ids = async (input: object) => (await list(input)).map(({ id }) => id)
  expect(await ids({ statuses: 'sent' })).toEqual([sent.id])
  expect(await ids({ searchTerm: 'quill' })).toEqual([made[2]?.id])
  expect(await ids({ searchTerm: 'inv-0001' })).toEqual([sent.id])
  expect(await ids({ searchTerm: 'nobody' })).toEqual([])
  expect(await ids({ searchTerm: made[3]?.contact?.phone ?? '' })).toEqual([made[3]?.id])
  expect(await ids({ locationIDs: there, orderByDesc: 'false' })).toEqual([made[1]?.id, made[3]?.id])
  expect(await ids({ startDateTimeUTC: '2099-01-01T00:00:00Z' })).toEqual([])
  expect(await ids({ orderBy: 'totalAmount', orderByDesc: 'false' })).toEqual(made.map(({ id }) => id).toReversed())
  expect(await owner.call(paymentRequests.getList, { pageSize: '11' })).toFail('InvalidInput')
  for (const orderBy of [
    'createdDateUTC',
    'contactPhone',
    'totalAmount',
    'invoiceNumber',
    'locationID',
    'paymentStatus',
  ] as const) {
    const all = await ids({ orderBy })
    for (const document of made.slice(0, 7)) expect(all).toContain(document.id)
    const more: PaymentDetail[] = []
    if (made.length < 12)
      for (let n = 0; n < 7; n++) more.push(await createRequest(owner, tenant, 300, { locationID: here }))
    made.push(...more)
    const first = ok(await owner.call(paymentRequests.getList, { orderBy, pageSize: '10' }))
    const cursor = first.paging.nextCursor ?? ''
    // The position may be the number of a contact that was deleted.
    expect(cursor).not.toContain(first.data.payments.at(-1)?.contact?.phone ?? '')
    const second = await ids({ orderBy, pageSize: '10', cursor })
    expect([...first.data.payments.map(({ id }) => id), ...second]).toEqual(await ids({ orderBy }))
    expect(await ids({ orderBy, cursor: 'x|y' })).toEqual(await ids({ orderBy }))
  }
  const totals = async (person: typeof owner) =>
    ok(await person.call(paymentRequests.getTotals, { kinds: 'request' })).data.totals
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  expect(ok(await manager.call(paymentRequests.getList, {})).data.payments.map(({ id }) => id)).toEqual([
    made[3]?.id,
    sent.id,
  ])
  expect(await totals(manager)).toEqual([
    { kind: 'request', status: 'draft', currency: 'USD', count: 1, amount: 700 },
    { kind: 'request', status: 'sent', currency: 'USD', count: 1, amount: 900 },
  ])
  expect(await manager.call(paymentRequests.get, { id: made[0]?.id ?? '' })).toFail('PaymentNotFound')
  // The kept totals say the same as counting.
  const counted = ok(await owner.call(paymentRequests.getTotals, { startDateTimeUTC: '2020-01-01T00:00:00Z' })).data
  expect(await totals(owner)).toEqual(counted.totals)
})

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
