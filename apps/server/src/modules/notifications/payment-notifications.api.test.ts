import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { contentOf, createEstimate, getEstimateLink, markEstimateSent } from '../../testing/estimates.ts'
import { countUnread } from '../../testing/notifications.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'
import { payoutFailed } from '../payment-accounts/events.ts'
import { countUnreadByUser } from './list.ts'
import { findMembers } from './members.ts'

const { notifications, paymentConfigs, paymentEstimates, paymentRequests, team } = contract

const instance = await sharedTestInstance()

const listOf = async (person: TestUser) => {
  await instance.idle()
  const { data } = ok(await person.call(notifications.getList, {}))
  return data.notifications.map(({ kind, title, body, isRead, paymentID }) => ({
    kind,
    title,
    body,
    isRead,
    paymentID,
  }))
}

test('those who manage payments at the location are notified, not who did it, once each; a decision settles a request', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [second] })
  const member = await tenant.createUser('TeamMember')
  ok(await owner.call(paymentConfigs.save, { refundApprovalAbove: 100, version: 0 }))
  const { id } = await createRequest(owner, tenant, 123_400, {
    contact: { name: 'Maya Chen', phone: newPhone() },
    locationID: first,
  })
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const paid = { kind: 'payment-paid', title: 'Maya Chen', body: 'INV-0001, $1,234.00', isRead: false, paymentID: id }
  expect(await listOf(manager)).toEqual([paid])
  for (const person of [owner, elsewhere, member]) expect(await listOf(person)).toEqual([])

  const clientRefundId = crypto.randomUUID()
  ok(await owner.call(paymentRequests.refund, { id, clientRefundId, amount: 5000 }))
  const toApprove = { ...paid, kind: 'refund-to-approve', body: 'INV-0001, $50.00' }
  expect(await listOf(manager)).toEqual([toApprove, paid])
  const another = { id, clientRefundId: crypto.randomUUID(), amount: 5100 }
  ok(await owner.call(paymentRequests.refund, another))
  const decision = { id, refundRequestID: clientRefundId, isApproved: true }
  ok(await manager.call(paymentRequests.decideRefund, decision))
  // The other one still waits.
  const waiting = { ...toApprove, body: 'INV-0001, $51.00' }
  expect(await listOf(manager)).toEqual([waiting, paid])
  const refusal = { id, refundRequestID: another.clientRefundId, isApproved: false }
  ok(await manager.call(paymentRequests.decideRefund, refusal))
  expect(await listOf(manager)).toEqual([{ ...waiting, isRead: true }, paid])

  const payout = { payoutID: crypto.randomUUID(), amount: 9900, currency: 'USD', reason: 'account_closed' }
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    await payoutFailed.record(tx, { at: tx.now(), data: payout })
  })
  expect(await listOf(owner)).toMatchObject([{ kind: 'payout-failed', title: '$99.00' }])
  expect((await listOf(manager)).map(({ kind }) => kind)).not.toContain('payout-failed')
})

test('those who manage estimates are notified when a contact declines one, until it is changed', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const phone = newPhone()
  const estimate = await createEstimate(tenant, { contact: { name: 'Maya Chen', phone } })
  const { id } = estimate
  await markEstimateSent(tenant, id)
  const { pathname } = new URL(await getEstimateLink(tenant, id))
  const { visit, enter } = createVisitor(instance.url)
  await enter(pathname, phone)
  await visit(`${pathname}/decline`, { version: '1', reason: 'Too expensive' })
  const declined = { kind: 'estimate-declined', title: 'Maya Chen', body: 'EST-0001, $10.00', paymentID: id }
  for (const person of [tenant.owner, member]) expect(await listOf(person)).toEqual([{ ...declined, isRead: false }])
  ok(await tenant.owner.call(paymentEstimates.update, { ...contentOf(estimate), id, version: 1, note: 'Cheaper' }))
  expect(await listOf(member)).toEqual([{ ...declined, isRead: true }])
})

test('a failed payout is listed and counted only for those who still manage payments everywhere', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [demoted, moved] = [await tenant.createUser('Manager'), await tenant.createUser('Manager')]
  const payout = { payoutID: crypto.randomUUID(), amount: 9900, currency: 'USD', reason: 'account_closed' }
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    await payoutFailed.record(tx, { at: tx.now(), data: payout })
  })
  for (const person of [demoted, moved]) expect(await listOf(person)).toMatchObject([{ kind: 'payout-failed' }])
  ok(await owner.call(team.setRole, { userID: demoted.auth.userId, roleName: 'TeamMember' }))
  ok(await owner.call(team.setLocations, { userID: moved.auth.userId, locations: tenant.locationIds.slice(0, 1) }))
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const members = await findMembers(tx)
    const counts = await countUnreadByUser(tx, members)
    expect([demoted, moved, owner].map(({ auth }) => counts.get(auth.userId))).toEqual([0, 0, 1])
  })
  for (const person of [demoted, moved]) {
    expect(await listOf(person)).toEqual([])
    expect(await countUnread(person)).toBe(0)
  }
})
