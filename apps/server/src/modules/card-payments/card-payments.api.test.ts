import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createCardRequests, kinds, refundInput } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { openCheckout } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { lockDocumentById, proposeRefund } from '../payment-documents/index.ts'
import { CheckoutRequest, startCheckout } from './start-checkout.ts'

const { paymentAccounts, paymentRequests, payouts } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, ofCards, assertAddsUp } = createCardRequests(instance)

test('a card is declined, then pays with a tip; two tabs share a page; money goes to the bank', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000, {}, { locations: 2 })
  const { owner } = tenant
  const [first, second] = await Promise.all([1, 2].map(() => openCheckout(instance, tenant, id, { tipAmount: 500 })))
  expect(second).toBe(first)
  expect(kinds(await get(tenant, id))).toEqual(['created', 'sent', 'started'])
  await cashier.pay(first ?? '', { number: '4000000000009995' })
  const failed = await get(tenant, id)
  expect(failed.status).toBe('failed')
  expect(failed.timeline.at(-1)).toMatchObject({
    kind: 'failed',
    amount: 10_500,
    note: 'Visa •••• 9995',
    failureCode: 'insufficient_funds',
  })
  expect((await ofCards(tenant, id)).payments).toMatchObject([{ state: 'failed', failureCode: 'insufficient_funds' }])
  await cashier.pay(first ?? '')
  const paid = await get(tenant, id)
  expect(paid).toMatchObject({ status: 'paid', paidAmount: 10_000, tipAmount: 500, dueAmount: 0 })
  expect(kinds(paid)).toEqual(['created', 'sent', 'started', 'failed', 'paid'])
  expect((await ofCards(tenant, id)).payments).toMatchObject([
    { state: 'succeeded', brand: 'visa', last4: '4242', feeAmount: 335, refundableAmount: 10_500 },
  ])
  expect(await openCheckout(instance, tenant, id)).toBe('nothing-due')
  await assertAddsUp(tenant, cashier)

  // The money is paid out after its location is gone.
  const [locationId = '', moveToLocationID = ''] = tenant.locationIds
  ok(await owner.call(contract.locations.remove, { id: locationId, moveToLocationID }))
  await cashier.moveClock({ days: 4 })
  await instance.runDelayedJobs('sync-payment-account', { mayHaveRun: true })
  const [payout] = ok(await owner.call(payouts.getList, {})).data.payouts
  expect(payout).toMatchObject({ state: 'paid', amount: 10_165, currency: 'USD' })
  expect(kinds(await get(tenant, id)).at(-1)).toBe('paid-out')
  await assertAddsUp(tenant, cashier)
  await instance.runJob('reconcile-payments-nightly')
  expect(ok(await owner.call(paymentAccounts.get, undefined)).data).toMatchObject({
    ...{ differences: [], comparedAt: expect.any(String), balances: [{ availableAmount: 0, pendingAmount: 0 }] },
  })
})

test('cash while the card page is open closes it; money that still comes is credit, and goes back to the card', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  const { owner } = tenant
  const url = await openCheckout(instance, tenant, id)
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount: 4000 }))
  await instance.idle()
  expect((await cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  const next = await openCheckout(instance, tenant, id)
  expect(next).not.toBe(url)
  // The provider is down in the moment in which the rest is paid in cash, and the contact pays on the page.
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  await cashier.pay(next)
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 10_000, creditedAmount: 6000, creditAmount: 6000 })
  expect((await ofCards(tenant, id)).proposedRefundAmount).toBe(6000)
  ok(await owner.call(paymentRequests.refund, refundInput(id, 6000, { source: 'credit' })))
  await instance.idle()
  expect(await ofCards(tenant, id)).toMatchObject({ proposedRefundAmount: 0 })
  expect((await get(tenant, id)).creditAmount).toBe(0)
  await assertAddsUp(tenant, cashier)

  const other = await send(tenant, 3000)
  const page = await openCheckout(instance, tenant, other)
  // The event that would close the page is late: the request is cancelled, and paid all the same.
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await owner.call(paymentRequests.updateStatus, { id: other, status: 'cancelled' }))
  await cashier.pay(page)
  await instance.runDelayedJobs('close-checkouts', { mayHaveRun: true })
  const late = await get(tenant, other)
  expect(late).toMatchObject({ status: 'cancelled', paidAmount: 0, creditedAmount: 3000, creditAmount: 3000 })
  expect((await ofCards(tenant, other)).proposedRefundAmount).toBe(3000)
  // A part of the credit pays another document: only the rest is proposed.
  const used = await send(tenant, 1000, { contact: undefined, contactID: late.contact?.id })
  ok(await owner.call(paymentRequests.markAsPaid, { id: used, clientPaymentId: crypto.randomUUID(), method: 'credit' }))
  expect((await ofCards(tenant, other)).proposedRefundAmount).toBe(2000)
  const requested = { source: 'credit', reason: 'The time was taken' } as const
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const document = await lockDocumentById(tx, other)
    expect(document && (await proposeRefund(tx, document, requested))).toBe(true)
  })
  expect((await get(tenant, other)).refundRequests).toMatchObject([{ amount: 2000, source: 'credit' }])
  ok(await owner.call(paymentRequests.refund, refundInput(other, 2000, { source: 'credit' })))
  await assertAddsUp(tenant, cashier)
  expect(await get(tenant, other)).toMatchObject({
    status: 'cancelled',
    creditAmount: 0,
    refunds: [{ state: 'succeeded' }],
  })
})

test('a bank debit is completed but unpaid, and fails after days; another one settles', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  await cashier.pay(await openCheckout(instance, tenant, id), { kind: 'bank', number: '000222222227' })
  const waiting = await get(tenant, id)
  expect(waiting).toMatchObject({ status: 'processing', paidAmount: 0, dueAmount: 10_000 })
  expect(await openCheckout(instance, tenant, id)).toBe('processing')
  const intentOf = async () => {
    const { rows } = await instance.server.database.owner.query(
      "select k.intent_id from payment_charges k join payments p on p.tenant_id = k.tenant_id and p.id = k.payment_id where p.tenant_id = $1 and p.state = 'processing'",
      [tenant.tenantId],
    )
    return rows[0].intent_id as string
  }
  await cashier.settle(await intentOf(), 'fails')
  const failed = await get(tenant, id)
  expect(failed.status).toBe('failed')
  expect(failed.timeline.at(-1)).toMatchObject({ kind: 'failed', method: 'bank-debit' })
  await cashier.pay(await openCheckout(instance, tenant, id), { kind: 'bank' })
  await cashier.settle(await intentOf(), 'succeeds')
  expect(await get(tenant, id)).toMatchObject({ status: 'paid', paidAmount: 10_000 })
  await assertAddsUp(tenant, cashier)
})

test('other currencies and small print: no page where the account has another currency', async () => {
  const { tenant } = await aSentRequest()
  const yen = await send(tenant, 3000, { currency: 'JPY' })
  const start = {
    tenantId: tenant.tenantId,
    documentId: yen,
    tipAmount: 0,
    returnUrl: 'https://x.test',
    title: '',
    tipTitle: '',
  }
  expect(await startCheckout(instance.server.services, { ...start, language: 'en', cardConsent: null })).toEqual({
    error: 'not-enabled',
  })
  expect((await ofCards(tenant, yen)).isOnlineEnabled).toBe(false)
})

test('an amount too small for the provider cannot be paid online, so nobody is asked to try again', async () => {
  const { tenant, cashier } = await aSentRequest()
  expect(await openCheckout(instance, tenant, await send(tenant, 49))).toBe('not-enabled')
  const least = await send(tenant, 50)
  await cashier.pay(await openCheckout(instance, tenant, least))
  expect((await get(tenant, least)).status).toBe('paid')
})

test('an amount in dinars is paid online if its third decimal is zero', async () => {
  const { tenant } = await aSentRequest()
  await instance.server.database.owner.query("update payment_accounts set currency = 'KWD' where tenant_id = $1", [
    tenant.tenantId,
  ])
  const odd = await send(tenant, 5124, { currency: 'KWD' })
  expect(await openCheckout(instance, tenant, odd)).toBe('not-enabled')
  expect((await ofCards(tenant, odd)).isOnlineEnabled).toBe(false)
  const even = await send(tenant, 5120, { currency: 'KWD' })
  expect((await ofCards(tenant, even)).isOnlineEnabled).toBe(true)
  expect(await openCheckout(instance, tenant, even)).toMatch(/^http/)
  // Nor would the provider refund the third decimal.
  const { refund } = contract.paymentRequests
  expect(await tenant.owner.call(refund, refundInput(even, 1234))).toFail('InvalidInput')
})

test('a contact who is merged, opts out or is deleted while the card page is open pays once, and can be refunded', async () => {
  const phone = newPhone()
  const { tenant, cashier, id: merged } = await aSentRequest(1000, { contact: { name: 'Maya Chen', phone } })
  const { owner } = tenant
  const { contactMerging, contacts } = contract
  const contactID = (await get(tenant, merged)).contact?.id ?? ''
  const first = await openCheckout(instance, tenant, merged)
  const survivor = ok(await owner.call(contacts.add, { name: 'Maya', phone: newPhone() }))
  const pair = { survivorID: survivor.id, otherID: contactID }
  const { version } = ok(await owner.call(contactMerging.preview, pair))
  ok(await owner.call(contactMerging.merge, { ...pair, version }))
  await cashier.pay(first)
  expect(await get(tenant, merged)).toMatchObject({ status: 'paid', contact: { id: survivor.id } })

  const optedOut = await send(tenant, 2000, { contact: undefined, contactID: survivor.id })
  const second = await openCheckout(instance, tenant, optedOut)
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  await cashier.pay(second)
  expect((await get(tenant, optedOut)).status).toBe('paid')

  const deleted = await send(tenant, 3000, { contact: undefined, contactID: survivor.id })
  const third = await openCheckout(instance, tenant, deleted)
  ok(await owner.call(contacts.remove, { id: survivor.id }))
  await instance.idle()
  await cashier.pay(third)
  expect(await get(tenant, deleted)).toMatchObject({ status: 'paid', contact: null })
  for (const [id, amount] of [
    [merged, 1000],
    [optedOut, 2000],
    [deleted, 3000],
  ] as const)
    ok(await owner.call(paymentRequests.refund, refundInput(id, amount)))
  await instance.idle()
  const { charges } = await cashier.state()
  expect(charges.map(({ amount, amount_refunded }) => [amount, amount_refunded]).toSorted()).toEqual([
    [1000, 1000],
    [2000, 2000],
    [3000, 3000],
  ])
  await assertAddsUp(tenant, cashier)
})

test('a payment in another currency is not taken for what is due: the team is told once, and it can still be paid', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const { owner } = tenant
  const page = await openCheckout(instance, tenant, id)
  const { rows } = await instance.server.database.owner.query<{ account_id: string; request: unknown }>(
    'select account_id, request from payment_checkouts where tenant_id = $1',
    [tenant.tenantId],
  )
  const [stored] = rows
  if (!stored) throw new Error('There is no page.')
  const account = instance.server.services.paymentProvider.account(stored.account_id)
  const foreign = { ...CheckoutRequest.parse(stored.request), currency: 'CAD' }
  const { url } = await account.createCheckout(foreign, `checkout:${crypto.randomUUID()}`)
  await cashier.addFault({ kind: 'repeat-event', times: null })
  await cashier.pay(url ?? '')
  await cashier.clearFaults()
  const held = await get(tenant, id)
  expect(held).toMatchObject({ status: 'sent', paidAmount: 0, dueAmount: 1000 })
  expect(held.timeline.filter(({ kind }) => kind === 'currency-differs')).toMatchObject([
    { amount: null, note: expect.stringMatching(/^CA\$10\.00 \(pi_\w+\)$/) },
  ])
  const { notifications } = ok(await owner.call(contract.notifications.getList, {})).data
  expect(notifications.map(({ kind, paymentID }) => ({ kind, paymentID }))).toEqual([
    { kind: 'payment-to-check', paymentID: id },
  ])
  await cashier.pay(page)
  expect(await get(tenant, id)).toMatchObject({ status: 'paid', paidAmount: 1000 })
})

test('a link to try again that can be neither texted nor mailed, or is not delivered, is reported to the team', async () => {
  const phone = newPhone()
  const contact = { name: 'Maya Chen', phone }
  const { tenant, cashier } = await aSentRequest(1000, { contact })
  const fail = async (prepare: () => Promise<unknown>) => {
    const id = await send(tenant, 2000, { contact })
    const url = await openCheckout(instance, tenant, id)
    await cashier.pay(url, { number: '4000000000009995' })
    await prepare()
    await instance.runDelayedJobs('send-payment-text', { mayHaveRun: true })
    await instance.idle()
    return kinds(await get(tenant, id))
  }
  const setEmail = (email: string | null) =>
    instance.server.database.owner.query('update contacts set email = $2 where tenant_id = $1', [
      tenant.tenantId,
      email,
    ])
  // The contact has it.
  expect(await fail(async () => {})).not.toContain('link-failed')
  await instance.addFault({ kind: 'landline', phone })
  expect(await fail(async () => {})).toContain('link-failed')
  expect(await fail(() => setEmail('maya@example.test'))).not.toContain('link-failed')
  await setEmail(null)
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  const reported = await fail(async () => {})
  expect(reported).toContain('link-failed')
  // The job runs again, such as after a crash.
  const { rows } = await instance.server.database.owner.query(
    `select id, document_id from payments where tenant_id = $1 order by created_at desc limit 1`,
    [tenant.tenantId],
  )
  const payload = { tenantId: tenant.tenantId, paymentId: rows[0].id, kind: 'retry' }
  await instance.server.database.owner.query('select jobs.enqueue($1)', [
    JSON.stringify([{ identifier: 'send-payment-text', payload }]),
  ])
  await instance.idle()
  expect(kinds(await get(tenant, rows[0].document_id))).toEqual(reported)
  const { notifications } = ok(await tenant.owner.call(contract.notifications.getList, {})).data
  expect(notifications.map(({ kind }) => kind)).toContain('payment-link-failed')
})

test('a link to try again is not sent after a payment that the provider has not reported yet', async () => {
  const phone = newPhone()
  const { tenant, cashier, id } = await aSentRequest(1000, { contact: { name: 'Maya Chen', phone } })
  const url = await openCheckout(instance, tenant, id)
  await cashier.pay(url, { number: '4000000000009995' })
  await cashier.addFault({ kind: 'drop-event', times: 20 })
  await cashier.pay(url)
  expect((await get(tenant, id)).status).toBe('failed')
  await instance.runDelayedJobs('send-payment-text')
  await instance.idle()
  expect((await get(tenant, id)).status).toBe('paid')
  expect(await tenant.messagesOnPhone(phone)).toEqual([])
})

/** A request whose card was declined, and the texts about that. The carrier has no room for the first. */
async function aWaitingLink() {
  const phone = newPhone()
  const contact = { name: 'Maya Chen', phone }
  const { tenant, cashier, id } = await aSentRequest(1000, { contact })
  const { owner: database } = instance.server.database
  await database.query(`update contacts set email = 'maya@example.test' where tenant_id = $1`, [tenant.tenantId])
  const texts = async () => {
    await instance.idle()
    const { rows } = await database.query(
      `select delivery_status as status, error_reason as reason from messages
       where tenant_id = $1 and body like '%did not go through%' order by index`,
      [tenant.tenantId],
    )
    return rows
  }
  const mails = async () =>
    (
      await database.query('select subject from mails where tenant_id = $1 and recipient like $2', [
        tenant.tenantId,
        'maya@%',
      ])
    ).rows
  await instance.addFault({ kind: 'fail-send', code: 21611, phone, times: 1 })
  const url = await openCheckout(instance, tenant, id)
  await cashier.pay(url, { number: '4000000000009995' })
  await instance.runDelayedJobs('send-payment-text')
  expect(await texts()).toEqual([{ status: 'queued', reason: null }])
  return { tenant, cashier, id, url, texts, mails }
}

test('a link to try again that waits for the carrier is withdrawn by another payment, and sent if that fails', async () => {
  const { tenant, cashier, id, url, texts, mails } = await aWaitingLink()
  const { paymentIntent = '' } = await cashier.pay(url, { kind: 'bank', number: '000222222227' })
  expect((await get(tenant, id)).status).toBe('processing')
  const withdrawn = { status: 'failed', reason: 'outdated' }
  expect(await texts()).toEqual([withdrawn])
  await cashier.settle(paymentIntent, 'fails')
  await instance.runDelayedJobs('send-payment-text')
  expect(await texts()).toEqual([withdrawn, { status: 'delivered', reason: null }])
  expect(await mails()).toEqual([])
})

test('a link to try again that was not delivered brings no receipt for a card on file once the page was paid', async () => {
  const { tenant, cashier, id, url, texts, mails } = await aWaitingLink()
  await cashier.pay(url)
  expect((await get(tenant, id)).status).toBe('paid')
  expect(await texts()).toEqual([{ status: 'failed', reason: 'outdated' }])
  expect(await mails()).toEqual([])
})
