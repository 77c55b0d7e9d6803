import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { add, list, phonesOf } from '../../testing/contacts.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { contactList, contacts, conversations, notes, timeline } = contract

const instance = await sharedTestInstance()

test('a second number belongs to the contact in lists, searches, conversations and totals', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [first, second] = [newPhone(), newPhone()]
  const { contact } = await tenant.textFrom(first, 'From my cell')
  ok(
    await owner.call(contacts.update, {
      id: contact.id,
      name: 'Maya Chen',
      emails: ['maya@example.test', 'Office@Example.test'],
    }),
  )
  ok(await owner.call(contacts.updateTags, { id: contact.id, tags: ['regular'] }))
  const changed = ok(await owner.call(contacts.addPhone, { id: contact.id, phone: second }))
  expect(changed).toMatchObject({ id: contact.id, phone: first, emails: ['maya@example.test', 'office@example.test'] })
  expect(phonesOf(changed)).toEqual([first, second])

  const work = await tenant.textFrom(second, 'From my desk')
  expect(work).toMatchObject({
    friendlyName: 'Maya Chen',
    contact: { id: contact.id, phone: second, tags: ['regular'] },
  })
  for (const criteria of [
    {},
    { searchTerm: second },
    { searchTerm: 'office@' },
    { emailSearch: 'OFFICE@example.test' },
    { searchTerm: 'chen' },
    { tagsSearch: ['regular'] },
  ]) {
    const page = await list(tenant, criteria)
    expect(
      page.contacts.map(({ id }) => id),
      JSON.stringify(criteria),
    ).toEqual([contact.id])
    expect(ok(await owner.call(contactList.count, criteria)).count, JSON.stringify(criteria)).toBe(1)
  }
  expect((await list(tenant, { orderBy: 'name' })).contacts.map(({ id }) => id)).toEqual([contact.id])
  expect((await list(tenant)).totalCount).toBe(1)
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toEqual([{ tag: 'regular', contacts: 1 }])
  expect(ok(await owner.call(contacts.getByPhone, { phoneNumber: second })).contact?.id).toBe(contact.id)
  expect(ok(await owner.call(contacts.suggest, { searchTerm: second })).contacts).toMatchObject([{ id: contact.id }])
  expect(ok(await owner.call(conversations.getByPhoneNumber, { phoneNumber: first })).data.conversations).toHaveLength(
    2,
  )
  const { data } = ok(await owner.call(timeline.getList, { contactId: contact.id }))
  expect(data.items.map(({ body }) => body)).toEqual(['From my cell', 'From my desk'])

  // Later changes apply to both numbers.
  ok(await owner.call(contacts.update, { id: contact.id, name: 'Maya Long' }))
  const names = (await tenant.list(owner)).map(({ friendlyName }) => friendlyName)
  expect(names).toEqual(['Maya Long', 'Maya Long'])
  await tenant.textFrom(second, 'STOP')
  expect((await list(tenant, { isOptedOut: true })).contacts).toMatchObject([{ id: contact.id, isOptedOut: true }])
  expect(ok(await owner.call(contacts.get, { id: contact.id })).phones.map(({ isOptedOut }) => isOptedOut)).toEqual([
    false,
    true,
  ])
})

test('a contact is added with several numbers and emails at once, or not at all', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [main, work, home] = [newPhone(), newPhone(), newPhone()]
  const values = { name: 'Maya', phone: main, email: 'maya@example.test', tags: ['vip'] }
  const added = ok(
    await owner.call(contacts.add, {
      ...values,
      otherPhones: [work, main, home, work.slice(2)],
      otherEmails: ['Office@example.test', 'MAYA@example.test'],
    }),
  )
  expect(phonesOf(added)).toEqual([main, work, home])
  expect(added.emails).toEqual(['maya@example.test', 'office@example.test'])
  const { contact } = await tenant.textFrom(home, 'Hi')
  expect(contact).toMatchObject({ id: added.id, name: 'Maya', tags: ['vip'] })
  expect(await list(tenant)).toMatchObject({ totalCount: 1, count: 1 })

  const free = newPhone()
  const taken = await owner.call(contacts.add, { phone: free, otherPhones: [newPhone(), work] })
  expect(taken).toFail('ContactExists')
  expect(taken).toMatchObject({ body: { data: { contact: { id: added.id }, phone: work } } })
  const wrong = await owner.call(contacts.add, { phone: free, otherPhones: ['12345'] })
  expect(wrong).toFail('PhoneNumberInexistent')
  expect(wrong).toMatchObject({ body: { data: { phone: '12345' } } })
  expect(ok(await owner.call(contacts.getByPhone, { phoneNumber: free })).contact).toBeNull()
  expect((await list(tenant)).totalCount).toBe(1)
})

test('a conversation whose contact is saved gets its further numbers and emails too', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const work = newPhone()
  const request = { name: 'Maya', phone: contact.phone, conversationSid: sid, otherPhones: [work] }
  const emails = ['maya@example.test', 'office@example.test']
  const saved = ok(await manager.call(contacts.add, { ...request, email: emails[0], otherEmails: emails.slice(1) }))
  expect(saved).toMatchObject({ id: contact.id, name: 'Maya', emails })
  expect(phonesOf(saved)).toEqual([contact.phone, work])
  const again = { phone: contact.phone, conversationSid: sid, otherPhones: [work], tags: ['VIP'] }
  expect(ok(await manager.call(contacts.add, again))).toMatchObject({ name: 'Maya', emails, tags: ['VIP'] })
  await tenant.textFrom(contact.phone, 'Hello', { to: tenant.numbers[1] ?? '' })
  const refused = await manager.call(contacts.add, { ...request, otherPhones: [newPhone()] })
  expect(refused).toFail('ContactRestricted')
})

test('adding a number of another contact, or an invalid one, is refused', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const first = await add(tenant, { name: 'Maya Chen' })
  const second = await add(tenant, { name: 'Maya C.' })
  const taken = await owner.call(contacts.addPhone, { id: first.id, phone: second.phone })
  expect(taken).toFail('ContactExists')
  expect(taken).toMatchObject({ body: { data: { contact: { id: second.id } } } })
  expect(await owner.call(contacts.addPhone, { id: first.id, phone: '12345' })).toFail('PhoneNumberInexistent')
  expect(ok(await owner.call(contacts.addPhone, { id: first.id, phone: first.phone })).phones).toHaveLength(1)
  for (let n = 1; n < 10; n++) ok(await owner.call(contacts.addPhone, { id: first.id, phone: newPhone() }))
  expect(await owner.call(contacts.addPhone, { id: first.id, phone: newPhone() })).toFail('ContactTooLarge')
  expect((await list(tenant)).totalCount).toBe(2)
})

test('a removed number with conversations becomes an unnamed contact; one without is deleted', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [main, used, unused] = [newPhone(), newPhone(), newPhone()]
  const { id } = ok(await owner.call(contacts.add, { name: 'Maya Chen', phone: main }))
  for (const phone of [used, unused]) ok(await owner.call(contacts.addPhone, { id, phone }))
  const { sid } = await tenant.textFrom(used, 'STOP')
  expect(await owner.call(contacts.removePhone, { id, phone: newPhone() })).toFail('ContactPhoneNotFound')
  ok(await owner.call(contacts.removePhone, { id, phone: unused }))
  expect(phonesOf(ok(await owner.call(contacts.removePhone, { id, phone: used })))).toEqual([main])
  expect(await owner.call(contacts.removePhone, { id, phone: main })).toFail('ContactPhoneRequired')
  expect(ok(await owner.call(contacts.getByPhone, { phoneNumber: unused })).contact).toBeNull()
  const { contact } = ok(await owner.call(contacts.getByPhone, { phoneNumber: used }))
  expect(contact).toMatchObject({ name: '', conversationSid: sid, phones: [{ isOptedOut: true }] })
  expect(await list(tenant)).toMatchObject({ totalCount: 2, count: 2 })
})

test('changing the main number keeps both ids working and the notes', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id, phone } = await add(tenant, { name: 'Maya Chen' })
  const second = newPhone()
  ok(await owner.call(notes.add, { contactId: id, note: 'Prefers mornings' }))
  ok(await owner.call(contacts.addPhone, { id, phone: second }))
  const changed = ok(await owner.call(contacts.setMainPhone, { id, phone: second }))
  expect(changed).toMatchObject({ phone: second, name: 'Maya Chen' })
  expect(phonesOf(changed)).toEqual([second, phone])
  for (const either of [id, changed.id]) {
    expect(ok(await owner.call(contacts.get, { id: either })).id).toBe(changed.id)
    expect(ok(await owner.call(notes.getList, { contactId: either })).data.notes).toHaveLength(1)
  }
  expect((await list(tenant)).totalCount).toBe(1)
  // The former main number can be removed then, and the notes stay.
  ok(await owner.call(contacts.removePhone, { id: changed.id, phone }))
  expect(ok(await owner.call(notes.getList, { contactId: changed.id })).data.notes).toHaveLength(1)
})
