import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { AMOUNT_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { contentOf, createEstimate, getEstimate, getEstimateLink, markEstimateSent } from '../../testing/estimates.ts'
import { createVisitor, hiddenFieldsOf } from '../../testing/payment-pages.ts'
import { addCardPayment, aRequest, createRequest, readLedger, saveTaxes } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const { bulkActions, cardPayments, paymentConfigs, paymentEstimates, paymentRequests, team } = contract

const instance = await sharedTestInstance()

const requestOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(paymentRequests.get, { id })).data
const pathOf = (url: string) => new URL(url).pathname

/** A sent estimate with two options and a deposit, and a visitor who may open it. */
async function sendEstimate(tenant: Tenant) {
  const phone = newPhone()
  const taxIDs = await saveTaxes(tenant)
  const draft = await createEstimate(tenant, {
    contact: { name: 'Maya Chen', phone },
    lines: [
      { description: 'Crown', unitAmount: 99_999, taxIDs, discount: { kind: 'percent', rate: 33_333 } },
      {
        description: 'Polish',
        unitAmount: 3333,
        quantity: 1500,
        taxIDs,
        isOptional: true,
        discount: { kind: 'amount', amount: 500 },
      },
      { description: 'Mouthguard', unitAmount: 7777, isOptional: true, isChosen: true },
    ],
    deposit: { kind: 'percent', rate: 33_333 },
    note: 'Two visits',
  })
  const { id } = draft
  await markEstimateSent(tenant, id)
  const url = await getEstimateLink(tenant, id)
  return { draft, id, phone, taxIDs, url, ...createVisitor(instance.url) }
}

/** The contact opens an estimate and approves it, with the chosen options. */
async function approve(tenant: Tenant, id: string, phone: string, chosen = '') {
  const url = await getEstimateLink(tenant, id)
  const { visit, enter } = createVisitor(instance.url)
  await enter(url, phone)
  const form = hiddenFieldsOf((await visit(`${pathOf(url)}/approve${chosen}`)).text)
  await visit(`${pathOf(url)}/approve`, { ...form, name: 'Maya Chen' })
  return getEstimate(tenant, id)
}

/** The estimate above, approved with its first option, and the deposit that was requested with it. */
async function approveEstimate(tenant: Tenant) {
  const { draft, id, phone, taxIDs } = await sendEstimate(tenant)
  const approved = await approve(tenant, id, phone, '?c1=on')
  return { draft, id, phone, taxIDs, approved, deposit: approved.related[0] }
}

/** Adds a change order to an approved estimate and sends it. */
async function sendChangeOrder(tenant: Tenant, id: string, taxIDs: string[]) {
  const order = {
    id,
    clientDocumentId: crypto.randomUUID(),
    lines: [{ description: 'Root canal', unitAmount: 1001, taxIDs }],
    deposit: { kind: 'percent' as const, rate: 50_000 },
  }
  const added = ok(await tenant.owner.call(paymentEstimates.addChangeOrder, order)).data
  await markEstimateSent(tenant, added.id)
  return { order, added }
}

const remainderOf = (id: string) => ({
  id,
  clientDocumentId: crypto.randomUUID(),
  part: { kind: 'remainder' as const },
})

test('a contact chooses options on the page and approves, once, with evidence that stays', async () => {
  const tenant = await instance.createTenant()
  const { id, phone, url, visit, enter } = await sendEstimate(tenant)
  // Without the digits nothing can be answered.
  expect((await visit(`${pathOf(url)}/approve`, { name: 'X', version: '1' })).text).toContain(
    'Enter the last four digits',
  )
  const page = await enter(url, phone)
  // An option costs $50.00 less its discount.
  for (const shown of ['Crown', 'Polish', '(optional, $45.00)', 'Choose what you would like', 'Two visits'])
    expect(page.text).toContain(shown)
  expect((await getEstimate(tenant, id)).status).toBe('viewed')

  const confirm = await visit(`${pathOf(url)}/approve?c1=on`)
  expect(confirm.text).toContain('I approve estimate EST-0001, version 1')
  expect(confirm.text).not.toContain('Mouthguard')
  const form = { ...hiddenFieldsOf(confirm.text), name: 'Maya Chen' }
  expect((await visit(`${pathOf(url)}/approve`, { ...form, name: ' ' })).status).toBe(422)
  expect((await visit(`${pathOf(url)}/approve`, { ...form, version: '7' })).status).toBe(409)
  // Pressed twice at once it is approved once.
  const [pay] = await Promise.all([1, 2].map(() => visit(`${pathOf(url)}/approve`, form)))
  expect(pay?.text).toMatch(/Payment request INV-0001|Pay INV-0001/)
  const approved = await getEstimate(tenant, id)
  expect(approved).toMatchObject({
    status: 'approved',
    version: 2,
    lines: [{}, { isChosen: true }, { isChosen: false }],
  })
  expect(approved.answers).toMatchObject([
    { decision: 'approved', channel: 'page', version: 1, answer: 'Maya Chen', phone, chosenLines: [1], isLate: false },
  ])
  expect(approved.answers[0]?.totalAmount).toBe(approved.totalAmount)
  expect(approved.answers[0]?.wording).toContain('I approve estimate EST-0001')
  await expect(
    instance.server.services.inTenant(tenant, (tx) => tx.deleteFrom('paymentAnswers').execute()),
  ).rejects.toThrow(/permission denied/)
  // The first link leads on, and says what is next.
  expect((await visit(url)).text).toContain('Pay INV-0001')
})

test('an approval requests the deposit, seen by those who manage requests; once paid, the estimate stays as it is', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { draft, id, approved, deposit } = await approveEstimate(tenant)
  expect(deposit).toMatchObject({ kind: 'request', part: 'deposit', status: 'sent' })
  expect(deposit?.totalAmount).toBe(Math.round((approved.totalAmount * 33_333) / 100_000))
  expect(approved.unrequestedAmount).toBe(approved.totalAmount - (deposit?.totalAmount ?? 0))
  const manager = await tenant.createUser('Manager')
  const right = { role: 'Manager' as const, permission: 'payments_manage' as const, isGranted: false }
  ok(await owner.call(team.setRolePermission, right))
  expect(ok(await manager.call(paymentEstimates.get, { id })).data.related).toEqual([])
  const payment = { id: deposit?.id ?? '', clientPaymentId: crypto.randomUUID() }
  ok(await owner.call(paymentRequests.markAsPaid, payment))
  const update = { ...contentOf(draft), id, version: 2 }
  expect(await owner.call(paymentEstimates.update, update)).toFail('PaymentStatusWrong')
  const cancelled = { id, status: 'cancelled' as const }
  expect(await owner.call(paymentEstimates.updateStatus, cancelled)).toFail('PaymentStatusWrong')
})

test('a change order is added once, without a deposit of its own, and stays approved once it was requested', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id, phone, taxIDs } = await approveEstimate(tenant)
  const { order, added } = await sendChangeOrder(tenant, id, taxIDs)
  expect(ok(await owner.call(paymentEstimates.addChangeOrder, order)).data.id).toBe(added.id)
  const dearer = { ...order, lines: [{ description: 'Root canal', unitAmount: 9999, taxIDs }] }
  expect(await owner.call(paymentEstimates.addChangeOrder, dearer)).toFail('ClientPaymentIdReused')
  // Its part of the deposit is in the rest.
  expect(added.deposit).toBeNull()
  await approve(tenant, added.id, phone)
  ok(await owner.call(paymentEstimates.convert, remainderOf(id)))
  const ofOrder = { id: added.id, status: 'cancelled' as const }
  expect(await owner.call(paymentEstimates.updateStatus, ofOrder)).toFail('PaymentStatusWrong')
  expect(await owner.call(paymentEstimates.delete, { id: added.id })).toFail('PaymentStatusWrong')
  const changed = { ...contentOf(added), id: added.id, version: 1 }
  expect(await owner.call(paymentEstimates.update, changed)).toFail('PaymentStatusWrong')
})

test('the deposit and the remainder, with a change order, come to the totals and their taxes, in the ledger too', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id, phone, taxIDs, approved, deposit } = await approveEstimate(tenant)
  const depositId = deposit?.id ?? ''
  ok(await owner.call(paymentRequests.markAsPaid, { id: depositId, clientPaymentId: crypto.randomUUID() }))
  const { added } = await sendChangeOrder(tenant, id, taxIDs)
  await approve(tenant, added.id, phone)
  const conversion = remainderOf(id)
  const { requests } = ok(await owner.call(paymentEstimates.convert, conversion)).data
  const [remainder] = requests
  expect(ok(await owner.call(paymentEstimates.convert, conversion)).data.requests[0]?.id).toBe(remainder?.id)
  const later = { ...conversion, part: { ...conversion.part, dueOn: '2030-01-01' } }
  expect(await owner.call(paymentEstimates.convert, later)).toFail('ClientPaymentIdReused')
  expect(remainder).toMatchObject({ note: 'Two visits', part: 'remainder', status: 'draft' })
  expect(remainder?.lines.map(({ description }) => description)).toEqual([
    'Crown',
    'Polish',
    'Root canal',
    'Requested with INV-0001',
  ])
  expect((remainder?.totalAmount ?? 0) + (deposit?.totalAmount ?? 0)).toBe(approved.totalAmount + added.totalAmount)
  const sumOfTaxes = (detail?: PaymentDetail) => detail?.taxes.map(({ amount }) => amount) ?? []
  const parts = [sumOfTaxes(remainder), sumOfTaxes(await requestOf(tenant, depositId))]
  const wholes = [sumOfTaxes(approved), sumOfTaxes(added)]
  for (const index of [0, 1])
    expect(parts.reduce((sum, taxes) => sum + (taxes[index] ?? 0), 0)).toBe(
      wholes.reduce((sum, taxes) => sum + (taxes[index] ?? 0), 0),
    )
  expect((await getEstimate(tenant, id)).unrequestedAmount).toBe(0)
  expect(await owner.call(paymentEstimates.convert, remainderOf(id))).toFail('PaymentStatusWrong')
  ok(await owner.call(paymentRequests.updateStatus, { id: remainder?.id ?? '', status: 'sent' }))
  const { entries } = await readLedger(instance.server.database.owner, tenant)
  const issued = entries.filter(({ debit }) => debit === 'receivable')
  expect(issued.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(approved.totalAmount + added.totalAmount)
})

test('a teammate who does not see estimates converts none; all options together are not too large to be paid', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const right = { role: 'Manager' as const, permission: 'payments_manage_estimates' as const, isGranted: false }
  ok(await owner.call(team.setRolePermission, right))
  const { id } = await createEstimate(tenant, {})
  await markEstimateSent(tenant, id)
  const part = { kind: 'remainder' as const }
  const conversion = { id, clientDocumentId: crypto.randomUUID(), part }
  expect(await manager.call(paymentEstimates.convert, conversion)).toFail('PaymentNotFound')
  expect((await getEstimate(tenant, id)).status).toBe('sent')

  const option = { description: 'Option', unitAmount: AMOUNT_MAX, isOptional: true }
  const lines = [{ description: 'Fence', unitAmount: 1 }, option]
  expect(await owner.call(paymentEstimates.create, aRequest(tenant, 0, { lines }))).toFail('InvalidInput')
  ok(await owner.call(paymentEstimates.create, aRequest(tenant, 0, { lines: [option] })))
})

test('a change order of which a deposit was requested is cancelled after that deposit; the rest can be requested', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const taxIDs = await saveTaxes(tenant)
  const { id } = await createEstimate(tenant, { contact: { name: 'Maya Chen', phone } })
  await markEstimateSent(tenant, id)
  await approve(tenant, id, phone)
  const lines = [{ description: 'Gate', unitAmount: 1000, taxIDs }]
  const input = { id, clientDocumentId: crypto.randomUUID(), lines }
  const order = ok(await owner.call(paymentEstimates.addChangeOrder, input)).data
  await markEstimateSent(tenant, order.id)
  await approve(tenant, order.id, phone)
  const convert = async (part: object) =>
    ok(await owner.call(paymentEstimates.convert, { id, clientDocumentId: crypto.randomUUID(), part } as never)).data
  const { requests } = await convert({ kind: 'deposit', share: { kind: 'percent', rate: 50_000 } })
  // The deposit has a part of the taxes of the change order.
  const cancelled = { id: order.id, status: 'cancelled' as const }
  expect(await owner.call(paymentEstimates.updateStatus, cancelled)).toFail('PaymentStatusWrong')
  const deposit = { id: requests[0]?.id ?? '', status: 'cancelled' as const }
  ok(await owner.call(paymentRequests.updateStatus, deposit))
  ok(await owner.call(paymentEstimates.updateStatus, cancelled))
  expect((await convert({ kind: 'remainder' })).requests).toMatchObject([{ totalAmount: 1000, taxes: [] }])
})

test('a teammate who manages only estimates does not cancel requests for one', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const member = await tenant.createUser('TeamMember')
  const { id } = await createEstimate(tenant, {})
  await markEstimateSent(tenant, id)
  const part = { kind: 'deposit' as const, share: { kind: 'amount' as const, amount: 300 } }
  const { requests } = ok(
    await owner.call(paymentEstimates.convert, { id, clientDocumentId: crypto.randomUUID(), part }),
  ).data
  expect(await member.call(paymentEstimates.updateStatus, { id, status: 'cancelled' })).toFail('PaymentStatusWrong')
  expect(await member.call(paymentEstimates.delete, { id })).toFail('PaymentStatusWrong')
  const bulk = { change: 'cancel-payments' as const, paymentIDs: [id] }
  ok(await member.call(bulkActions.startOnPayments, bulk))
  await instance.idle()
  expect((await requestOf(tenant, requests[0]?.id ?? '')).status).toBe('draft')
  expect((await getEstimate(tenant, id)).status).toBe('approved')
  ok(await owner.call(paymentRequests.delete, { id: requests[0]?.id ?? '' }))
  expect(ok(await member.call(paymentEstimates.delete, { id })).data.isCancelled).toBe(true)
})

test('a teammate who manages no estimates sees none in the evidence about a payment', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const manager = await tenant.createUser('Manager')
  const right = { role: 'Manager' as const, permission: 'payments_manage_estimates' as const, isGranted: false }
  ok(await owner.call(team.setRolePermission, right))
  const deposit = { kind: 'amount', amount: 100 }
  const { id } = await createEstimate(tenant, { contact: { name: 'Maya Chen', phone }, deposit })
  await markEstimateSent(tenant, id)
  const [request] = (await approve(tenant, id, phone)).related
  const { paymentDispute } = await addCardPayment(instance.server.database.owner, tenant, request?.id ?? '')
  const evidenceFor = async (person: TestUser) =>
    ok(await person.call(cardPayments.getEvidence, { id: paymentDispute })).data.statement
  expect(await evidenceFor(owner)).toContain('The customer approved version 1')
  const statement = await evidenceFor(manager)
  expect(statement).toContain('Sent to the customer')
  expect(statement).not.toMatch(/approved|EST-0001|opened/)
})

test('the deposit of the settings is the same number of units in another currency', async () => {
  const tenant = await instance.createTenant()
  const deposit = { kind: 'amount' as const, amount: 5000 }
  ok(await tenant.owner.call(paymentConfigs.save, { deposit, version: 0 }))
  const depositIn = async (currency: string) =>
    (await createEstimate(tenant, { currency, lines: [{ description: 'Fence', unitAmount: 1_000_000 }] })).depositAmount
  expect([await depositIn('USD'), await depositIn('JPY'), await depositIn('KWD')]).toEqual([5000, 50, 50_000])
})

test('a new version replaces the old link; it can be declined, with card numbers masked, and offered again', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const estimate = await createEstimate(tenant, {
    contact: { name: 'Kenji', phone },
    currency: 'JPY',
    lines: [{ description: 'Tour', unitAmount: 10_001 }],
  })
  const { id } = estimate
  // A draft that waits for long: its default date counts from when it is sent.
  const { owner: database } = instance.server.database
  await database.query("update payment_documents set valid_until = '2026-01-01' where id = $1", [id])
  await markEstimateSent(tenant, id)
  expect((await getEstimate(tenant, id)).validUntil).toBe(estimate.validUntil)
  const first = await getEstimateLink(tenant, id)
  const changed = ok(
    await owner.call(paymentEstimates.update, { ...contentOf(estimate), id, version: 1, note: 'New' }),
  ).data
  expect(changed).toMatchObject({ version: 2, status: 'sent', invoiceNumber: 'EST-0001', note: 'New' })
  expect(await owner.call(paymentEstimates.update, { ...contentOf(estimate), id, version: 1 })).toFail(
    'ChangedMeanwhile',
  )
  const { visit, enter } = createVisitor(instance.url)
  const replaced = await visit(first)
  expect(replaced.text).toContain('There is a newer version')
  const newest = /href="(\/estimate\/[^"]+)"/.exec(replaced.text)?.[1] ?? ''
  expect((await enter(newest, phone)).text).toContain('¥10,001')
  await visit(`${newest}/decline`, { version: '2', reason: 'Too much, take 4242 4242 4242 4242' })
  const declined = await getEstimate(tenant, id)
  expect([declined.status, declined.answers[0]?.answer]).toEqual(['declined', 'Too much, take **** **** **** 4242'])
  expect((await visit(newest)).text).toContain('You declined')

  ok(await owner.call(paymentEstimates.update, { ...contentOf(estimate), id, version: 2 }))
  expect((await getEstimate(tenant, id)).status).toBe('sent')
})

test('an estimate that is agreed at the counter is requested in installments of its total, in yen', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const lines = [{ description: 'Tour', unitAmount: 10_001 }]
  const { id } = await createEstimate(tenant, { currency: 'JPY', lines })
  await markEstimateSent(tenant, id)
  const split = (amounts: number[]) => ({
    ...{ id, clientDocumentId: crypto.randomUUID() },
    part: {
      kind: 'installments' as const,
      installments: amounts.map((amount, index) => ({ amount, dueOn: `2027-0${index + 1}-01` })),
    },
  })
  expect(await owner.call(paymentEstimates.convert, split([5000, 5000]))).toFail('InvalidInput')
  const conversion = split([3334, 3334, 3333])
  const { requests } = ok(await owner.call(paymentEstimates.convert, conversion)).data
  expect(ok(await owner.call(paymentEstimates.convert, conversion)).data.requests).toHaveLength(3)
  const { part } = split([3335, 3333, 3333])
  expect(await owner.call(paymentEstimates.convert, { ...conversion, part })).toFail('ClientPaymentIdReused')
  expect(requests).toMatchObject([
    { totalAmount: 3334, dueOn: '2027-01-01', part: 'installment' },
    { totalAmount: 3334 },
    { totalAmount: 3333, dueOn: '2027-03-01', currency: 'JPY' },
  ])
  expect((await getEstimate(tenant, id)).status).toBe('converted')
})

test('a sent request that is changed posts the difference, until some of it is paid', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const request = await createRequest(owner, tenant, 1000)
  ok(await owner.call(paymentRequests.updateStatus, { id: request.id, status: 'sent' }))
  const next = { id: request.id, version: 1, lines: [{ description: 'Less', unitAmount: 700 }] }
  expect(ok(await owner.call(paymentRequests.update, next)).data).toMatchObject({ dueAmount: 700, version: 2 })
  ok(await owner.call(paymentRequests.markAsPaid, { id: request.id, clientPaymentId: crypto.randomUUID(), amount: 1 }))
  expect(await owner.call(paymentRequests.update, { ...next, version: 2 })).toFail('PaymentStatusWrong')
  const { entries } = await readLedger(instance.server.database.owner, tenant)
  const balance = (account: string) =>
    entries.reduce(
      (sum, { debit, credit, amount }) =>
        sum + Number(amount) * (Number(debit === account) - Number(credit === account)),
      0,
    )
  expect([balance('receivable'), balance('sales')]).toEqual([699, -700])
})

test('prices that contain a tax: parts add up on each line, in the language of the contact; an exempt total says why', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const vat = { id: crypto.randomUUID(), name: 'TVA', rate: 20_000, isInclusive: true, isDefault: true }
  ok(await owner.call(paymentConfigs.save, { taxes: [vat], version: 0 }))
  const details = {
    contact: { name: 'Zoé', phone },
    lines: [{ description: 'Couronne', unitAmount: 12_000, taxIDs: [vat.id] }],
  }
  const { id } = await createEstimate(tenant, details)
  await instance.server.database.owner.query("update contacts set language = 'fr' where tenant_id = $1", [
    tenant.tenantId,
  ])
  await markEstimateSent(tenant, id)
  const request = async (part: object) =>
    ok(await owner.call(paymentEstimates.convert, { id, clientDocumentId: crypto.randomUUID(), part: part as never }))
      .data.requests[0]
  expect(await request({ kind: 'deposit', share: { kind: 'percent', rate: 50_000 } })).toMatchObject({
    ...{ grossAmount: 6000, netAmount: 5000, totalAmount: 6000, taxes: [{ isInclusive: true, amount: 1000 }] },
    lines: [{ description: 'Acompte pour EST-0001', unitAmount: 6000 }],
  })
  expect(await request({ kind: 'remainder' })).toMatchObject({
    ...{ grossAmount: 6000, netAmount: 5000, totalAmount: 6000, taxes: [{ isInclusive: true, amount: 1000 }] },
    lines: [{ grossAmount: 12_000 }, { description: 'Demandé séparément', unitAmount: -6000 }],
  })

  const exempt = await createEstimate(tenant, { ...details, isTaxExempt: true })
  await markEstimateSent(tenant, exempt.id)
  const page = await createVisitor(instance.url).enter(`${await getEstimateLink(tenant, exempt.id)}?lang=en`, phone)
  expect(page.text.replace(/\s+/g, ' ')).toMatch(
    /\$120\.00.*(?:Tax not charged|Taxe non facturée).*20[.,]00.*100[.,]00/,
  )
})
