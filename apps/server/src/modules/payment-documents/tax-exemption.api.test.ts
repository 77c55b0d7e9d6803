import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { addContact } from '../../testing/groups.ts'
import { createRequest, saveTaxes } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { contactActivities, contactMerging, contacts } = contract

const instance = await sharedTestInstance()

test('new documents of a contact who is exempt have no taxes, unless they say otherwise', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const taxIDs = await saveTaxes(tenant)
  const { id: contactID } = await addContact(tenant, 'Maya Chen')
  const lines = [{ description: 'Checkup', unitAmount: 10_000, taxIDs }]
  const create = async (details = {}) => {
    const { isTaxExempt, totalAmount } = await createRequest(owner, tenant, 0, {
      ...{ contact: undefined, contactID, lines, ...details },
    })
    return [isTaxExempt, totalAmount]
  }
  expect(await create()).toEqual([false, 11_498])
  const taxExemption = 'Certificate 12-3456'
  expect(ok(await owner.call(contacts.update, { id: contactID, taxExemption })).taxExemption).toBe(taxExemption)
  expect(await create()).toEqual([true, 10_000])
  expect(await create({ isTaxExempt: false })).toEqual([false, 11_498])
  const conflict = { id: contactID, taxExemption: 'Church', expected: { taxExemption: null } }
  expect(await owner.call(contacts.update, conflict)).toFail('ChangedMeanwhile')
  expect(await owner.call(contacts.update, { id: contactID, taxExemption: '' })).toFail('InvalidInput')
  const { activities } = ok(await owner.call(contactActivities.getList, { contactId: contactID, filter: 'changes' }))
  expect(activities[0]).toMatchObject({
    changes: [{ field: 'taxExemption', before: null, after: taxExemption }],
  })

  // A merge keeps it, and an unmerge gives it back.
  const { id: survivorID } = await addContact(tenant, 'Maya')
  const { version } = ok(await owner.call(contactMerging.preview, { survivorID, otherID: contactID }))
  ok(await owner.call(contactMerging.merge, { survivorID, otherID: contactID, version }))
  expect(ok(await owner.call(contacts.get, { id: survivorID })).taxExemption).toBe(taxExemption)
  ok(await owner.call(contacts.update, { id: survivorID, taxExemption: null }))
  expect(await create({ contactID: survivorID })).toEqual([false, 11_498])
})
