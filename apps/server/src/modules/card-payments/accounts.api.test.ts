import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createCardRequests, kinds } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { connectCashier, openCheckout } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentAccounts } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, ofCards, assertAddsUp } = createCardRequests(instance)

test('an account is opened once, says what it lacks, and takes payments when it is complete', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  expect(ok(await manager.call(paymentAccounts.isEnabled, undefined)).data.isEnabled).toBe(false)
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(paymentAccounts.manage, undefined)).toFail('Forbidden')
  // With another address, the request has the same words.
  const people = [tenant.owner, await tenant.createUser('Owner')]
  const links = await Promise.all(people.map((person) => person.call(paymentAccounts.manage, undefined)))
  expect(new Set(links.map((link) => ok(link).data.url)).size).toBe(2)
  await instance.idle()
  const before = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(before).toMatchObject({ state: 'incomplete', isConfigured: true, isPayoutEnabled: false })
  expect(before.requirements.map(({ topic }) => topic)).toContain('bank-account')
  // Nothing of a new account had a deadline.
  expect(before.requirements.filter(({ isOverdue }) => isOverdue)).toEqual([])
  // As after a kill before the directory had the account.
  await instance.server.database.owner.query('delete from directory.payment_accounts where tenant_id = $1', [
    tenant.tenantId,
  ])
  const cashier = await connectCashier(instance, tenant)
  const complete = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(complete).toMatchObject({
    ...{ accountID: before.accountID, state: 'enabled', isPayoutEnabled: true, currency: 'USD', requirements: [] },
    bank: { last4: expect.stringMatching(/^\d{4}$/) },
    schedule: { interval: expect.any(String) },
  })

  await cashier.restrict(3)
  const due = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(due.requirements.length).toBeGreaterThan(0)
  expect(due.requirementsDueAt).not.toBeNull()
  expect(due.requirements.map(({ isOverdue }) => isOverdue)).not.toContain(true)
  await cashier.restrict(0)
  const overdue = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(overdue.requirements.map(({ isOverdue }) => isOverdue)).toContain(true)
  expect(ok(await manager.call(paymentAccounts.isEnabled, undefined)).data.isEnabled).toBe(false)
  const id = await send(tenant, 5000)
  expect(await openCheckout(instance, tenant, id)).toBe('not-enabled')
  await cashier.complete()
  expect(await openCheckout(instance, tenant, id)).toMatch(/^http/)
  await cashier.disconnect()
  expect(ok(await tenant.owner.call(paymentAccounts.get, undefined)).data.state).toBe('disconnected')
  expect(await openCheckout(instance, tenant, id)).toBe('not-enabled')
  ok(await tenant.owner.call(paymentAccounts.manage, undefined))
  await instance.idle()
  const replaced = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(replaced.state).toBe('incomplete')
  expect(replaced.accountID).not.toBe(before.accountID)
  const { rows } = await instance.server.database.owner.query(
    'select state from payment_checkouts where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ state: 'lost' }])
  // Nobody can read whether the page was paid.
  expect(kinds(await get(tenant, id))).toContain('page-lost')
})

test('an account that is restricted or disconnected while the card page is open keeps no page that asks for money', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const url = await openCheckout(instance, tenant, id)
  await cashier.restrict(0)
  expect(await openCheckout(instance, tenant, await send(tenant, 500))).toBe('not-enabled')
  expect((await ofCards(tenant, id)).isOnlineEnabled).toBe(false)
  // Paid on the page all the same: what the provider took counts.
  const { status } = await cashier.pay(url).catch(() => ({ status: 'refused' }))
  expect((await get(tenant, id)).status).toBe(status === 'complete' ? 'paid' : 'sent')
  await cashier.disconnect()
  expect(await openCheckout(instance, tenant, await send(tenant, 700))).toBe('not-enabled')
})

test('what was paid while the account was disconnected is reported, and applied when it is connected again', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const { owner } = tenant
  const unpaid = await send(tenant, 500)
  const [page, unpaidPage] = [await openCheckout(instance, tenant, id), await openCheckout(instance, tenant, unpaid)]
  await cashier.disconnect()
  await cashier.pay(page)
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 0 })
  const listed = async () =>
    ok(await owner.call(contract.notifications.getList, {}))
      .data.notifications.filter(({ kind }) => kind === 'payment-to-check')
      .map(({ paymentID, isRead }) => ({ paymentID, isRead }))
  expect(new Set(await listed())).toEqual(new Set([id, unpaid].map((paymentID) => ({ paymentID, isRead: false }))))

  // No event says so: the owner presses “Connect again”.
  await cashier.addFault({ kind: 'drop-event', type: 'account.application.authorized' })
  await cashier.reconnect()
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 0 })
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  ok(await owner.call(paymentAccounts.manage, undefined))
  await instance.idle()
  expect(ok(await owner.call(paymentAccounts.get, undefined)).data).toMatchObject({ accountID, state: 'enabled' })
  const paid = await get(tenant, id)
  expect(paid).toMatchObject({ status: 'paid', paidAmount: 1000 })
  expect(kinds(paid).slice(-3)).toEqual(['page-lost', 'page-recovered', 'paid'])
  expect((await cashier.state()).sessions.map(({ status }) => status).toSorted()).toEqual(['complete', 'expired'])
  expect((await listed()).every(({ isRead }) => isRead)).toBe(true)
  const next = await openCheckout(instance, tenant, unpaid)
  expect(next).not.toBe(unpaidPage)
  await assertAddsUp(tenant, cashier)

  // The event of the new connection is enough, without anyone pressing a button.
  await cashier.disconnect()
  await cashier.pay(next)
  await cashier.reconnect()
  expect((await get(tenant, unpaid)).status).toBe('paid')
  await assertAddsUp(tenant, cashier)
})
