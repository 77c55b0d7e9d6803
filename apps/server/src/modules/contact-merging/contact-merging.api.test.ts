import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { add, list, phonesOf } from '../../testing/contacts.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { audit, blockedNumbers, bulkActions, contactList, contactMerging, contacts, conversations, notes, timeline } =
  contract

const instance = await sharedTestInstance()

async function merge(
  { owner }: Tenant,
  survivorID: string,
  otherID: string,
  { choices }: { choices?: Record<string, 'survivor' | 'other'> } = {},
) {
  const { version } = ok(await owner.call(contactMerging.preview, { survivorID, otherID }))
  return ok(await owner.call(contactMerging.merge, { survivorID, otherID, version, ...(choices && { choices }) }))
}

test('a merge is previewed, combines both contacts, and is undone where nothing changed since', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const screen = await connectLive(instance.url, owner.auth)
  const a = await tenant.textFrom(newPhone(), 'Hi')
  const b = await tenant.textFrom(newPhone(), 'Hello')
  const [survivorID, otherID] = [a.contact.id, b.contact.id]
  ok(await owner.call(contacts.update, { id: survivorID, name: 'Maya', email: 'maya@example.test' }))
  ok(
    await owner.call(contacts.update, {
      id: otherID,
      name: 'Maya Chen',
      emails: ['m.chen@example.test'],
      birthDate: '1990-05-01',
    }),
  )
  ok(await owner.call(contacts.updateTags, { id: survivorID, tags: ['regular'] }))
  ok(await owner.call(contacts.updateTags, { id: otherID, tags: ['regular', 'vip'] }))
  ok(await owner.call(notes.add, { contactId: otherID, note: 'Has a dog' }))
  const preview = ok(await owner.call(contactMerging.preview, { survivorID, otherID }))
  expect(preview).toMatchObject({
    tags: ['regular', 'vip'],
    emails: ['maya@example.test', 'm.chen@example.test'],
    counts: { survivor: { conversations: 1, notes: 0 }, other: { conversations: 1, notes: 1 } },
  })
  expect(preview.fields).toContainEqual({ field: 'name', survivor: 'Maya', other: 'Maya Chen', suggested: 'survivor' })
  expect(preview.fields).toContainEqual({ field: 'birthDate', survivor: null, other: '1990-05-01', suggested: 'other' })
  const { mergeID, contact } = await merge(tenant, survivorID, otherID, { choices: { name: 'other' } })
  expect(contact).toMatchObject({
    id: survivorID,
    name: 'Maya Chen',
    birthDate: '1990-05-01',
    tags: ['regular', 'vip'],
  })
  expect(phonesOf(contact)).toEqual([a.contact.phone, b.contact.phone])
  await screen.waitFor('contact.changed', (event) => event.contactID === otherID)
  screen.close()

  expect(ok(await owner.call(contacts.get, { id: otherID })).id).toBe(survivorID)
  expect(ok(await owner.call(conversations.getBySid, { sid: b.sid })).data.contact).toMatchObject({
    id: survivorID,
    name: 'Maya Chen',
  })
  expect(ok(await owner.call(notes.getList, { contactId: survivorID })).data.notes).toMatchObject([
    { note: 'Has a dog' },
  ])
  expect(await list(tenant)).toMatchObject({ totalCount: 1, count: 1 })
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toHaveLength(2)
  expect(ok(await owner.call(contactMerging.list, { id: otherID })).merges).toMatchObject([
    { id: mergeID, name: 'Maya Chen', phone: b.contact.phone },
  ])
  // A text to the number that was merged arrives in its conversation, of the survivor.
  expect(await tenant.textFrom(b.contact.phone, 'Me again')).toMatchObject({ sid: b.sid, contact: { id: survivorID } })

  ok(await owner.call(contacts.update, { id: survivorID, name: 'Maya Long' }))
  ok(await owner.call(contacts.updateTags, { id: survivorID, tags: ['regular', 'vip', 'dogs'] }))
  const third = newPhone()
  ok(await owner.call(contacts.addPhone, { id: survivorID, phone: third }))
  const undone = ok(await owner.call(contactMerging.unmerge, { mergeID }))
  expect(undone.survivor).toMatchObject({
    id: survivorID,
    name: 'Maya Long',
    birthDate: null,
    tags: ['regular', 'dogs'],
    emails: ['maya@example.test'],
  })
  expect(phonesOf(undone.survivor)).toEqual([a.contact.phone, third])
  expect(undone.other).toMatchObject({
    id: otherID,
    name: 'Maya Chen',
    birthDate: '1990-05-01',
    tags: ['regular', 'vip'],
    emails: ['m.chen@example.test'],
  })
  expect(ok(await owner.call(notes.getList, { contactId: otherID })).data.notes).toHaveLength(1)
  expect(ok(await owner.call(conversations.getBySid, { sid: b.sid })).data.contact).toMatchObject({
    id: otherID,
    name: 'Maya Chen',
  })
  expect(ok(await owner.call(contactMerging.list, { id: survivorID })).merges).toEqual([])
  expect(await list(tenant)).toMatchObject({ totalCount: 2, count: 2 })
  expect(await owner.call(contactMerging.unmerge, { mergeID })).toFail('ContactMergeNotFound')
  const { entries } = ok(await owner.call(audit.getList, {})).data
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['contact.merged', 'contact.unmerged', 'contact.phone-added']))
  expect(JSON.stringify(entries)).not.toContain(a.contact.phone)
})

test('successive merges are undone in any order', async () => {
  const tenant = await instance.createTenant()
  const [a, b, c] = [
    await add(tenant, { name: 'A' }),
    await add(tenant, { name: 'B', tags: ['b'] }),
    await add(tenant, { name: 'C' }),
  ]
  const inner = await merge(tenant, b.id, c.id)
  const outer = await merge(tenant, a.id, b.id)
  expect(phonesOf(outer.contact)).toEqual([a.phone, b.phone, c.phone])
  expect(ok(await tenant.owner.call(contactMerging.unmerge, { mergeID: inner.mergeID }))).toMatchObject({
    survivor: { id: a.id, name: 'A', tags: ['b'] },
    other: { id: c.id, name: 'C' },
  })
  expect(ok(await tenant.owner.call(contactMerging.unmerge, { mergeID: outer.mergeID }))).toMatchObject({
    survivor: { id: a.id, name: 'A', tags: [] },
    other: { id: b.id, name: 'B', tags: ['b'], phones: [{ phone: b.phone }] },
  })
  expect((await list(tenant)).totalCount).toBe(3)
})

test('undoing the first of two merges keeps what the second brought too, and undoing both restores the survivor', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const shared = { tags: ['vip'], birthDate: '1990-05-01' }
  const [a, b, c] = [
    await add(tenant, { name: 'A', tags: ['a'] }),
    await add(tenant, { name: 'B', ...shared, email: 'first@example.test' }),
    await add(tenant, { name: 'C', tags: ['VIP', 'c'], email: 'second@example.test' }),
  ]
  ok(await owner.call(contacts.update, { id: c.id, emails: ['second@example.test', 'first@example.test'] }))
  const undo = async ({ mergeID }: { mergeID: string }) =>
    ok(await owner.call(contactMerging.unmerge, { mergeID })).survivor
  const mergeBoth = async () =>
    [await merge(tenant, a.id, b.id, { choices: { name: 'other' } }), await merge(tenant, a.id, c.id)] as const

  const [first, second] = await mergeBoth()
  expect(second.contact).toMatchObject({ name: 'B', tags: ['a', 'vip', 'c'] })
  expect(await undo(first)).toMatchObject({
    tags: ['a', 'vip', 'c'],
    emails: ['first@example.test', 'second@example.test'],
    birthDate: null,
  })
  const restored = { name: 'A', tags: ['a'], emails: [], birthDate: null, phone: a.phone }
  expect(await undo(second)).toMatchObject(restored)

  const [again, last] = await mergeBoth()
  expect(await undo(last)).toMatchObject({ name: 'B', tags: ['a', 'vip'], emails: ['first@example.test'] })
  expect(await undo(again)).toMatchObject(restored)
})

test('an outdated merge, a merge with itself, and the second of two concurrent merges are refused', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [a, b, c] = [await add(tenant), await add(tenant), await add(tenant)]
  expect(await owner.call(contactMerging.preview, { survivorID: a.id, otherID: a.id })).toFail('MergeWithItself')
  const preview = async (survivorID: string, otherID: string) => ({
    survivorID,
    otherID,
    version: ok(await owner.call(contactMerging.preview, { survivorID, otherID })).version,
  })
  const stale = await preview(a.id, b.id)
  ok(await owner.call(contacts.update, { id: b.id, name: 'New' }))
  expect(await owner.call(contactMerging.merge, stale)).toFail('ChangedMeanwhile')
  const requests = [await preview(a.id, b.id), await preview(c.id, b.id), await preview(b.id, a.id)]
  const answers = await Promise.all(requests.map((request) => owner.call(contactMerging.merge, request)))
  expect(answers.filter((answer) => 'mergeID' in answer)).toHaveLength(1)
  for (const answer of answers.filter((each) => !('mergeID' in each))) {
    expect(['ChangedMeanwhile', 'MergeWithItself']).toContain(
      (answer as { body: { errorCode: string } }).body.errorCode,
    )
  }
  expect((await list(tenant)).totalCount).toBe(2)
})

test('texts that arrive during merges and unmerges are all stored, in the right conversations', async () => {
  const tenant = await instance.createTenant()
  const a = await tenant.textFrom(newPhone(), 'Hi')
  const b = await add(tenant, { name: 'Maya' })
  const texts = Array.from({ length: 6 }, (_, n) => `Text ${n}`)
  const changes = async () => {
    const { mergeID } = await merge(tenant, a.contact.id, b.id)
    ok(await tenant.owner.call(contactMerging.unmerge, { mergeID }))
    await merge(tenant, a.contact.id, b.id)
  }
  await Promise.all([
    changes(),
    ...texts.map((text) => tenant.textFrom(b.phone, text)),
    tenant.textFrom(a.contact.phone, 'And here'),
  ])
  await instance.idle()
  const contact = ok(await tenant.owner.call(contacts.get, { id: b.id }))
  expect(contact.id).toBe(a.contact.id)
  const { data } = ok(await tenant.owner.call(timeline.getList, { contactId: contact.id }))
  expect(data.items.map(({ body }) => body).toSorted()).toEqual([...texts, 'Hi', 'And here'].toSorted())
  expect((await list(tenant, { hasConversation: true })).contacts).toMatchObject([{ id: contact.id }])
})

test('deleting a merged contact deletes all its numbers; opt-outs and blocks stay with the numbers', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const a = await tenant.textFrom(newPhone(), 'Hi')
  const b = await tenant.textFrom(newPhone(), 'STOP')
  ok(await owner.call(conversations.block, { sid: a.sid }))
  const { mergeID } = await merge(tenant, a.contact.id, b.contact.id)
  expect(ok(await owner.call(contacts.get, { id: b.contact.id })).phones).toMatchObject([
    { isBlocked: true, isOptedOut: false },
    { isBlocked: false, isOptedOut: true },
  ])
  ok(await owner.call(contacts.remove, { id: b.contact.id }))
  for (const { contact } of [a, b]) expect(await owner.call(contacts.get, { id: contact.id })).toFail('ContactNotFound')
  expect(await owner.call(contactMerging.unmerge, { mergeID })).toFail('ContactMergeNotFound')
  expect(await list(tenant)).toMatchObject({ totalCount: 0, count: 0 })
  expect(ok(await owner.call(blockedNumbers.getList, {})).data.blockedNumbers).toHaveLength(1)
  const again = ok(await owner.call(contacts.add, { phone: b.contact.phone }))
  expect(again.phones).toMatchObject([{ isOptedOut: true }])
})

test('merging and changing numbers require access to all of both contacts; viewers of one then see all', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const a = await tenant.textFrom(newPhone(), 'Hi')
  const b = await tenant.textFrom(newPhone(), 'Hello', { to: tenant.numbers[1] ?? '' })
  const [survivorID, otherID] = [a.contact.id, b.contact.id]
  for (const person of [manager, member])
    expect(await person.call(contactMerging.preview, { survivorID, otherID })).not.toHaveProperty('version')
  expect(await manager.call(contactMerging.preview, { survivorID, otherID })).toFail('ContactNotFound')
  const refused = await manager.call(contacts.addPhone, { id: survivorID, phone: b.contact.phone })
  expect(refused).toFail('ContactExists')
  expect(refused).toMatchObject({ body: { data: { contact: null } } })
  expect(await manager.call(contacts.get, { id: otherID })).toFail('ContactNotFound')

  const { mergeID } = await merge(tenant, survivorID, otherID)
  // The manager sees a conversation with one of the numbers, and with it the contact; not the other conversation.
  for (const id of [survivorID, otherID]) expect(ok(await manager.call(contacts.get, { id })).phones).toHaveLength(2)
  expect(await tenant.list(manager)).toHaveLength(1)
  expect(ok(await manager.call(contactList.getList, {})).contacts.map(({ id }) => id)).toEqual([survivorID])
  expect(ok(await manager.call(contactMerging.list, { id: survivorID })).merges).toHaveLength(1)
  expect(await member.call(contacts.get, { id: survivorID })).toFail('ContactNotFound')
  for (const refused of [
    await manager.call(contactMerging.unmerge, { mergeID }),
    await manager.call(contacts.addPhone, { id: survivorID, phone: newPhone() }),
    await manager.call(contacts.removePhone, { id: survivorID, phone: b.contact.phone }),
  ])
    expect(refused).toFail('ContactRestricted')
  expect(await member.call(contactMerging.unmerge, { mergeID })).toFail('ContactMergeNotFound')
  ok(await tenant.owner.call(contactMerging.unmerge, { mergeID }))
  expect(await manager.call(contacts.get, { id: otherID })).toFail('ContactNotFound')
  expect(ok(await manager.call(contacts.get, { id: survivorID })).phones).toHaveLength(1)
  expect(elsewhere).not.toBe('')
})

test('a bulk action and an import reach a contact through any of its numbers', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id } = await add(tenant, { name: 'Maya', email: 'maya@example.test' })
  const second = newPhone()
  ok(await owner.call(contacts.addPhone, { id, phone: second }))
  const other = await add(tenant, { name: 'Twin' })
  await merge(tenant, id, other.id)
  ok(await owner.call(bulkActions.startOnContacts, { change: 'add-tags', tags: ['spring'], contactIDs: [other.id] }))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id })).tags).toEqual(['spring'])
  // Selected before it was merged: the survivor is not deleted in its place.
  ok(await owner.call(bulkActions.startOnContacts, { change: 'delete', contactIDs: [other.id] }))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id })).phones).toHaveLength(3)
  const rows = `Phone,Name\n${second},Maya Chen\n${other.phone},Another\n${newPhone()},Bob\n`
  const { id: importId } = await uploadContacts(owner, rows, { check: { locationID: tenant.locationIds[0] ?? '' } })
  await instance.idle()
  const checked = ok(await owner.call(contract.contactImports.get, { id: importId }))
  expect(checked.counts).toMatchObject({ new: 1, updates: 1, duplicates: 1 })
  ok(await owner.call(contract.contactImports.start, { id: importId }))
  await instance.idle()
  expect(ok(await owner.call(contacts.getByPhone, { phoneNumber: other.phone })).contact).toMatchObject({
    id,
    name: 'Maya Chen',
  })
  expect((await list(tenant)).totalCount).toBe(2)
  ok(await owner.call(contract.contactImports.undo, { id: importId }))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id })).name).toBe('Maya')
})
