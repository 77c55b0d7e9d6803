import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { contacts, paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()

test('the balance of a contact is what they owe and have as credit, by currency, at the viewer’s locations', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const { id: contactID } = ok(
    await owner.call(contacts.add, { name: 'Maya Chen', phone: newPhone(), locationID: there }),
  )
  const of = (details: object) => ({ contact: undefined, contactID, ...details })
  const send = async (amount: number, details: object = {}) => {
    const { id } = await createRequest(owner, tenant, amount, of(details))
    ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
    return id
  }
  const pay = async (id: string, amount: number) =>
    ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount }))
  const balanceFor = async ({ call }: TestUser) =>
    ok(await call(paymentRequests.getBalance, { contactID })).data.balances

  expect(await balanceFor(owner)).toEqual([])
  // Neither drafts nor estimates are owed, nor what was canceled.
  await createRequest(owner, tenant, 9900, of({}))
  const estimate = ok(
    await owner.call(paymentEstimates.create, {
      ...{ clientDocumentId: crypto.randomUUID(), locationID: here, contactID },
      lines: [{ description: 'Crown', unitAmount: 90_000 }],
    }),
  ).data
  ok(await owner.call(paymentEstimates.updateStatus, { id: estimate.id, status: 'sent' }))
  ok(await owner.call(paymentRequests.updateStatus, { id: await send(500), status: 'cancelled' }))
  expect(await balanceFor(owner)).toEqual([])

  await pay(await send(1000), 400)
  await send(2000, { locationID: there })
  await send(700, { currency: 'CAD' })
  await pay(await send(300, { locationID: there }), 450)
  expect(await balanceFor(owner)).toEqual([
    { currency: 'CAD', dueAmount: 700, creditAmount: 0 },
    { currency: 'USD', dueAmount: 2600, creditAmount: 150 },
  ])
  expect(await balanceFor(await tenant.createUser('Manager', { locationIds: [there] }))).toEqual([
    { currency: 'USD', dueAmount: 2000, creditAmount: 150 },
  ])
  const stranger = (await instance.createTenant()).owner
  expect(await stranger.call(paymentRequests.getBalance, { contactID })).toFail('ContactNotFound')
})
