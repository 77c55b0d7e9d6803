import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { getList, block, unblock } = contract.blockedNumbers

const instance = await sharedTestInstance()

test('a number is blocked, listed, searched and unblocked, with updates in its threads and on open screens', async () => {
  const { owner, textFrom, conversationWith, tenantId } = await instance.createTenant()
  const phone = newPhone()
  await textFrom(phone, 'Hi')
  const screen = await connectLive(instance.url, owner.auth)
  const national = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`
  const { data } = ok(await owner.call(block, { phoneNumber: national }))
  expect(data).toMatchObject({ phoneNumber: phone, blockedBy: 'Olive Owner' })
  await screen.waitFor('conversation.changed', ({ conversation }) => conversation.contact.isBlocked)
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'blocked-numbers')
  expect((await conversationWith(phone))?.contact.isBlocked).toBe(true)
  // Blocking it again changes nothing.
  expect(ok(await owner.call(block, { phoneNumber: phone })).data).toEqual(data)
  const search = async (searchTerm: string) => ok(await owner.call(getList, { searchTerm })).data.blockedNumbers
  expect(await search(phone.slice(-4))).toEqual([data])
  expect(await search('nobody')).toEqual([])
  ok(await owner.call(unblock, { phoneNumber: phone }))
  expect((await conversationWith(phone))?.contact.isBlocked).toBe(false)
  expect(ok(await owner.call(getList, {})).data.blockedNumbers).toEqual([])
  screen.close()
  const { rows } = await instance.server.database.owner.query<{ action: string; subject: string }>(
    `select action, subject from audit_entries where tenant_id = $1 and action like 'number.%blocked' order by id`,
    [tenantId],
  )
  expect(rows).toEqual([
    { action: 'number.blocked', subject: `Number ending in ${phone.slice(-4)}` },
    { action: 'number.unblocked', subject: `Number ending in ${phone.slice(-4)}` },
  ])
})

test('an open list of blocked numbers is notified of a block from a conversation and from a bulk action', async () => {
  const { owner, textFrom } = await instance.createTenant()
  const [one, other] = [await textFrom(newPhone(), 'Hi'), await textFrom(newPhone(), 'Hello')]
  const screen = await connectLive(instance.url, owner.auth)
  const hearsBlock = (after: string | null) =>
    screen.waitFor('setting.changed', ({ subject, id }) => subject === 'blocked-numbers' && id !== after)
  ok(await owner.call(contract.conversations.block, { sid: one.sid }))
  const first = await hearsBlock(null)
  ok(await owner.call(contract.bulkActions.start, { change: 'block', sids: [other.sid] }))
  await hearsBlock(first.id)
  screen.close()
})

test('the list is paged by cursor, and requires the permission to manage settings', async () => {
  const { owner, createUser } = await instance.createTenant()
  const phones = [newPhone(), newPhone(), newPhone()]
  for (const phoneNumber of phones) ok(await owner.call(block, { phoneNumber }))
  const first = ok(await owner.call(getList, { pageSize: 2 }))
  const second = ok(await owner.call(getList, { pageSize: 2, cursor: first.paging.nextCursor ?? '' }))
  expect([...first.data.blockedNumbers, ...second.data.blockedNumbers].map(({ phoneNumber }) => phoneNumber)).toEqual(
    phones.toReversed(),
  )
  expect(second.paging).toMatchObject({ hasNextPage: false, nextCursor: null })
  const member = await createUser('TeamMember')
  expect(await member.call(getList, {})).toFail('Forbidden')
  expect(await member.call(block, { phoneNumber: newPhone() })).toFail('Forbidden')
  expect(await owner.call(block, { phoneNumber: '12345' })).toFail('PhoneNumberInvalid')
  for (const wrong of ['nonsense', '0000-01-01T00:00:00.000Z|+12065550100'])
    expect(await owner.call(getList, { cursor: wrong })).toFail('InvalidInput')
})

test('someone with some locations sees a blocked number without the name of a contact elsewhere, and cannot change its block', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const permission = 'admin_manage_settings'
  ok(await tenant.owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const phoneNumber = newPhone()
  const { contact } = await tenant.textFrom(phoneNumber, 'Hi', { to: tenant.numbers[1] ?? '' })
  ok(await tenant.owner.call(contract.contacts.update, { id: contact.id, name: 'Nora SECRET' }))
  expect(await manager.call(block, { phoneNumber })).toFail('ContactRestricted')
  ok(await tenant.owner.call(block, { phoneNumber }))
  const search = async (person: typeof manager, searchTerm?: string) =>
    ok(await person.call(getList, { searchTerm })).data.blockedNumbers
  expect(await search(manager)).toMatchObject([{ phoneNumber, contactName: '' }])
  expect(await search(manager, 'nora')).toEqual([])
  expect(await search(tenant.owner, 'nora')).toMatchObject([{ phoneNumber, contactName: 'Nora SECRET' }])
  for (const endpoint of [block, unblock] as const)
    expect(await manager.call(endpoint, { phoneNumber })).toFail('ContactRestricted')
})

test('a contact without a conversation is blocked by its number, live in the list of contacts', async () => {
  const { owner, createUser } = await instance.createTenant()
  const { id, phone } = ok(await owner.call(contract.contacts.add, { name: 'Maya', phone: newPhone() }))
  const member = await createUser('TeamMember')
  const screen = await connectLive(instance.url, member.auth)
  let previous: string | null = null
  for (const [endpoint, isBlocked] of [
    [block, true],
    [unblock, false],
  ] as const) {
    ok(await owner.call(endpoint, { phoneNumber: phone }))
    const event = await screen.waitFor('contact.changed', (each) => each.contactID === id && each.id !== previous)
    previous = event.id
    expect(ok(await member.call(contract.contactList.getList, {})).contacts).toMatchObject([{ id, isBlocked }])
  }
  expect(await member.call(block, { phoneNumber: phone })).toFail('Forbidden')
  screen.close()
})

test('open pages of a contact learn of a block of any of its numbers, wherever it was blocked', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = contact
  const second = newPhone()
  ok(await owner.call(contract.contacts.addPhone, { id, phone: second }))
  const manager = await tenant.createUser('Manager')
  const screen = await connectLive(instance.url, manager.auth)
  const seen = new Set<string | null>()
  for (const change of [
    () => owner.call(block, { phoneNumber: second }),
    () => owner.call(block, { phoneNumber: contact.phone }),
    () => owner.call(contract.conversations.unblock, { sid }),
    () => owner.call(contract.contacts.updateBlock, { id, isBlocked: false }),
  ]) {
    ok(await change())
    const event = await screen.waitFor('contact.changed', (each) => each.contactID === id && !seen.has(each.id))
    seen.add(event.id)
  }
  expect(ok(await manager.call(contract.contacts.get, { id })).isBlocked).toBe(false)
  screen.close()
})
