import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { contactActivities, paymentEstimates, paymentRequests, team } = contract

const instance = await sharedTestInstance()

test('what happened to documents of a contact is listed for those who manage and see them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, createUser } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const { contact } = await tenant.textFrom(newPhone(), 'Hi')
  const of = { contact: undefined, contactID: contact.id }
  const { id } = await createRequest(owner, tenant, 5000, of)
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  ok(await owner.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount: 1000 }))
  const lines = [{ description: 'Crown', unitAmount: 900 }]
  const estimate = ok(
    await owner.call(paymentEstimates.create, {
      ...of,
      clientDocumentId: crypto.randomUUID(),
      locationID: here,
      lines,
    }),
  ).data
  ok(await owner.call(paymentEstimates.updateStatus, { id: estimate.id, status: 'sent' }))
  const read = async ({ call }: TestUser, pageSize = 50, cursor?: string) =>
    ok(await call(contactActivities.getList, { contactId: contact.id, filter: 'payments', pageSize, cursor }))
  const listed = async (person: TestUser) =>
    (await read(person)).activities.map(
      (each) => 'activity' in each && [each.invoiceNumber, each.activity, each.amount],
    )
  const ofRequest = [
    ['INV-0001', 'refunded', 1000],
    ['INV-0001', 'paid', 5000],
    ['INV-0001', 'sent', null],
  ]
  expect(await listed(owner)).toEqual([['EST-0001', 'sent', null], ...ofRequest])
  const whole = ok(await owner.call(contactActivities.getList, { contactId: contact.id })).activities
  expect(whole.filter(({ kind }) => kind === 'payment')).toHaveLength(4)
  const first = await read(owner, 3)
  const rest = await read(owner, 3, first.nextCursor ?? '')
  expect([...first.activities, ...rest.activities]).toEqual((await read(owner)).activities)

  const manager = await createUser('Manager')
  const elsewhere = await createUser('Manager', { locationIds: [there] })
  ok(await owner.call(team.setRolePermission, { role: 'Manager', permission: 'payments_manage', isGranted: false }))
  expect(await listed(manager)).toEqual([['EST-0001', 'sent', null]])
  const theirs = await elsewhere.call(contactActivities.getList, { contactId: contact.id, filter: 'payments' })
  expect('activities' in theirs ? theirs.activities : []).toEqual([])
})
