import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { startGroupMessageTests } from '../../testing/group-message-tests.ts'
import { addContact, addGroup, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { newPhone } from '../../testing/test-instance.ts'

const { contacts, contactMerging, groups, team } = contract

const { instance, clock, sendMessage, finish, getMessage, outcomesOf } = await startGroupMessageTests()

test('contacts deleted, hidden or beyond the rights of the author in the meantime get nothing', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const people = await Promise.all(['Ann', 'Bob', 'Cy'].map((name) => addContact(tenant, name, { locationID: first })))
  const contactIDs = people.map(({ id }) => id)
  const message = await sendMessage(manager, { contactIDs })
  const later = await sendMessage(manager, { contactIDs, text: 'Later' })
  ok(await owner.call(contacts.remove, { id: contactIDs[0] ?? '' }))
  ok(await owner.call(contacts.updateLocationList, { contactIDs: [contactIDs[1] ?? ''], locationID: second }))
  const permission = 'campaigns_send_bulk_messages' as const
  const grant = (isGranted: boolean) => owner.call(team.setRolePermission, { role: 'Manager', permission, isGranted })
  clock.goToNext('09:00')
  await finish()
  expect(await outcomesOf(owner, message.id)).toEqual({
    deleted: 'contact-deleted',
    Bob: 'no-access',
    Cy: 'delivered',
  })
  clock.goToNext('22:00')
  const last = await sendMessage(manager, { contactIDs: contactIDs.slice(2), text: 'One is not many' })
  const many = await addContact(tenant, 'Dee', { locationID: first })
  const several = await sendMessage(manager, { contactIDs: [contactIDs[2], many.id], text: 'Two are' })
  ok(await grant(false))
  expect(await manager.call(groups.sendMessage, groupMessage({ contactIDs: [many.id] }))).toFail('Forbidden')
  clock.goToNext('09:00')
  await finish()
  expect(await getMessage(owner, several.id)).toMatchObject({ state: 'stopped', stopReason: 'not-allowed' })
  expect(await getMessage(owner, last.id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect(await getMessage(owner, later.id)).toMatchObject({ state: 'done' })
  clock.goToNext('12:00')
})

test('two recipients who are merged before it is sent get it once', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ann, other] = [await addContact(tenant, 'Ann Lee'), await addContact(tenant, 'Ann Lee')]
  const contactIDs = [ann.id, other.id]
  const { sid } = await addGroup(owner, { contactIDs })
  const message = await sendMessage(owner, { groupSid: sid })
  const both = { survivorID: ann.id, otherID: other.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  clock.goToNext('09:00')
  await finish()
  expect((await getMessage(owner, message.id)).stats).toMatchObject({
    outcomes: { delivered: 1, skipped: 1 },
    reasons: [{ reason: 'merged', count: 1 }],
  })
  expect([...(await arrivedTexts(tenant, ann)), ...(await arrivedTexts(tenant, other))]).toEqual(['Hello'])
  expect(ok(await owner.call(groups.getBySid, { sid })).data.members).toBe(1)
  clock.goToNext('12:00')
})

test('a recipient merged with one who has got it already gets nothing more', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  // In Hawaii it is still afternoon.
  const there = await addContact(tenant, 'Ann Lee', { phone: newPhone().replace('+1212', '+1808') })
  const here = await addContact(tenant, 'Ann Lee')
  const message = await sendMessage(owner, { contactIDs: [there.id, here.id] })
  expect(message.stats.outcomes).toMatchObject({ delivered: 1, held: 1 })
  const both = { survivorID: here.id, otherID: there.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  clock.goToNext('09:00')
  await finish()
  expect((await getMessage(owner, message.id)).stats.outcomes).toMatchObject({ delivered: 1, skipped: 1 })
  expect([...(await arrivedTexts(tenant, there)), ...(await arrivedTexts(tenant, here))]).toEqual(['Hello'])
  clock.goToNext('12:00')
})

test('only contacts who agreed get marketing; the preview counts the others', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const { owner } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  ok(
    await owner.call(contract.consent.record, {
      contactId: ann.id,
      kind: 'opt-in',
      purpose: 'marketing',
      source: 'paper-form',
      wording: 'Send me offers',
    }),
  )
  const contactIDs = [ann.id, bob.id]
  expect(ok(await owner.call(groups.previewMessage, { contactIDs, text: 'Hi' })).data).toMatchObject({
    sendable: 1,
    excluded: [{ reason: 'no-consent', count: 1 }],
  })
  const { id } = await sendMessage(owner, { contactIDs })
  expect(await outcomesOf(owner, id)).toEqual({ Ann: 'delivered', Bob: 'no-consent' })
})

test.each([
  ['an opt-out', 'STOP', 'opted-out'],
  ['a text that awaits a decision', 'I never signed up for this', 'consent-review'],
] as const)('%s from another number of the contact holds group messages back', async (_, text, reason) => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id: ann.id, phone }))
  await tenant.textFrom(phone, text)
  const { id } = await sendMessage(owner, { contactIDs: [ann.id] })
  await finish()
  expect((await getMessage(owner, id)).stats).toMatchObject({ reasons: [{ reason, count: 1 }] })
  expect(await arrivedTexts(tenant, ann)).toEqual([])
})

test('the person with a number that was removed from a contact gets nothing that was meant for the contact', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contact: former } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = ok(await owner.call(contacts.update, { id: former.id, name: 'Ann' }))
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id, phone }))
  const { sid } = await addGroup(owner, { contactIDs: [id] })
  const { id: messageId } = await sendMessage(owner, { groupSid: sid })
  const ann = ok(await owner.call(contacts.removePhone, { id, phone: former.phone }))
  expect(ok(await owner.call(groups.getMembers, { sid })).data.members).toMatchObject([{ contactID: ann.id, phone }])
  clock.goToNext('09:00')
  await finish()
  expect(await outcomesOf(owner, messageId)).toEqual({ Ann: 'delivered' })
  expect([await arrivedTexts(tenant, { phone }), await arrivedTexts(tenant, former)]).toEqual([['Hello'], []])
  clock.goToNext('12:00')
})

test('a recipient who was left out for another number of theirs gets it when that number is removed', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  // It is morning in New York an hour before it is in Chicago.
  const central = await addContact(tenant, 'Ann Lee', { phone: newPhone().replace('+1212', '+1312') })
  const eastern = await addContact(tenant, 'Ann Lee')
  const message = await sendMessage(owner, { contactIDs: [central.id, eastern.id] })
  const both = { survivorID: central.id, otherID: eastern.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  clock.goToNext('08:30')
  await finish()
  expect((await getMessage(owner, message.id)).stats.outcomes).toMatchObject({ held: 1, skipped: 1 })
  ok(await owner.call(contacts.removePhone, { id: central.id, phone: central.phone }))
  clock.goToNext('09:30')
  await finish()
  expect(await getMessage(owner, message.id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect([await arrivedTexts(tenant, central), await arrivedTexts(tenant, eastern)]).toEqual([[], ['Hello']])
  clock.goToNext('12:00')
})

test('a number that the carrier calls invalid does not keep the message from the others', async () => {
  const tenant = await instance.createTenant()
  const [ann, bad] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bad')]
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    tx
      .insertInto('numberLookups')
      .values({
        tenantId: tenant.tenantId,
        phoneNumber: bad.phone,
        countryCode: 'US',
        isValid: false,
        lookedUpAt: clock.now(),
      })
      .execute(),
  )
  const { id } = await sendMessage(tenant.owner, { contactIDs: [ann.id, bad.id] })
  expect(await outcomesOf(tenant.owner, id)).toEqual({ Ann: 'delivered', Bad: 'invalid-number' })
})
