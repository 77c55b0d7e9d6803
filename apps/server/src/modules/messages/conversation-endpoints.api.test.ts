import { contract } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const { getSetContact, updateFriendlyName } = contract.conversations
const { fixSms, sendUpdates } = contract.messages
const { getSetSms, getBySid, getList } = contract.conversations
const stranger = toSid('CH', crypto.randomUUID())

const start = (tenant: Tenant, contactPhoneNumber: string, contactName = '') => ({
  contactPhoneNumber,
  contactName,
  tenantPhoneNumber: tenant.numbers[0] ?? '',
})

test('get-set/contact names a nameless contact and never renames one', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const first = ok(await tenant.owner.call(getSetSms, start(tenant, phone))).data
  expect(first.contact.name).toBe('')
  const live = await connectLive(instance.url, tenant.owner.auth)
  const named = ok(await tenant.owner.call(getSetContact, start(tenant, phone, 'Anna Reyes'))).data
  expect(named).toMatchObject({ sid: first.sid, friendlyName: 'Anna Reyes', contact: { name: 'Anna Reyes' } })
  await live.waitFor('conversation.changed', ({ conversation }) => conversation.contact.name === 'Anna Reyes')
  const again = ok(await tenant.owner.call(getSetContact, start(tenant, phone, 'Somebody Else'))).data
  expect(again).toMatchObject({ sid: first.sid, contact: { name: 'Anna Reyes' } })
  const other = ok(await tenant.owner.call(getSetContact, start(tenant, newPhone(), 'Ben Okafor'))).data
  expect(other.contact.name).toBe('Ben Okafor')
  live.close()
})

test('get-set/contact names a nameless contact whose number is part of a merged conversation', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [mobile, work] = [newPhone(), newPhone()]
  const first = ok(await owner.call(getSetSms, start(tenant, mobile, 'Anna Reyes'))).data
  const second = ok(await owner.call(getSetSms, start(tenant, work))).data
  ok(await owner.call(contract.merging.merge, { sid: second.sid, intoSid: first.sid }))
  const live = await connectLive(instance.url, owner.auth)
  const answered = ok(await owner.call(getSetContact, start(tenant, work, 'Anna’s office'))).data
  expect(answered).toMatchObject({ sid: first.sid, contact: { name: 'Anna Reyes' } })
  await live.waitFor('conversation.changed', ({ conversation }) => conversation.sid === first.sid)
  live.close()
  ok(await owner.call(getSetContact, start(tenant, work, 'Somebody Else')))
  ok(await owner.call(contract.merging.unmerge, { sid: first.sid, mergedSid: second.sid }))
  expect(ok(await owner.call(getBySid, { sid: second.sid })).data.contact.name).toBe('Anna’s office')
  expect(ok(await owner.call(getBySid, { sid: first.sid })).data.contact.name).toBe('Anna Reyes')
})

test('get-set/contact rejects what get-set/sms rejects', async () => {
  const [tenant, other] = [await instance.createTenant(), await instance.createTenant()]
  const { owner } = tenant
  expect(await owner.call(getSetContact, start(tenant, '12345'))).toFail('PhoneNumberInexistent')
  expect(await owner.call(getSetContact, start(tenant, '+447400123456'))).toFail('PhoneNumberInexistent')
  expect(await owner.call(getSetContact, start(other, newPhone()))).toFail('PhoneNumberNotFound')
  expect(
    await owner.call(getSetContact, { ...start(tenant, newPhone()), locationID: other.locationIds[0] ?? '' }),
  ).toFail('LocationNotFound')
  expect(await owner.call(getSetContact, { ...start(tenant, newPhone()), toUserID: other.owner.auth.userId })).toFail(
    'AssigneeUnknown',
  )
})

test('renaming a conversation shows in the list, the search and the thread, live and in catch-up', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = ok(await tenant.owner.call(getSetSms, start(tenant, phone, 'Anna Reyes'))).data
  const live = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await live.catchUp(null)
  const name = 'Wedding of the Reyes'
  const renamed = ok(await tenant.owner.call(updateFriendlyName, { sid, friendlyName: ` ${name} ` })).data
  expect(renamed).toMatchObject({ friendlyName: name, contact: { name: 'Anna Reyes' } })
  await live.waitFor('message.created', ({ conversation }) => conversation.friendlyName === name)
  expect((await tenant.messagesOf({ sid })).at(-1)?.attributes).toMatchObject({
    type: 'update',
    update: { kind: 'renamed', value: name },
  })
  for (const searchName of ['wedding', 'Anna'])
    expect(await tenant.list(tenant.owner, { searchName })).toMatchObject([{ sid, friendlyName: name }])
  const missed = await live.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['conversation.changed', 'message.created']),
  )
  // The inbox order and unread counts are unchanged.
  expect(renamed.attributes).toMatchObject({ latestMessage: '', unreadMessages: 0 })
  const lines = async () => (await tenant.messagesOf({ sid })).length
  const before = await lines()
  ok(await tenant.owner.call(updateFriendlyName, { sid, friendlyName: name }))
  expect(await lines()).toBe(before)
  // A name of invisible characters counts as empty.
  expect(ok(await tenant.owner.call(updateFriendlyName, { sid, friendlyName: '\u200b' })).data.friendlyName).toBe(
    'Anna Reyes',
  )
  const nameless = ok(await tenant.owner.call(getSetContact, start(tenant, newPhone(), '\u200b'))).data
  expect(nameless.contact.name).toBe('')
  live.close()
})

test('an invisible conversation cannot be renamed, fixed or given an update', async () => {
  const [tenant, other] = [await instance.createTenant(), await instance.createTenant()]
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const member = await tenant.createUser('TeamMember')
  const line = (conversationSid: string) => ({ conversationSid, text: 'x', clientMessageId: crypto.randomUUID() })
  for (const [person, theirs] of [
    [other.owner, sid],
    [member, sid],
    [tenant.owner, stranger],
  ] as const) {
    expect(await person.call(updateFriendlyName, { sid: theirs, friendlyName: 'Mine' })).toFail('ConversationNotFound')
    expect(await person.call(fixSms, { sid: theirs })).toFail('ConversationNotFound')
    expect(await person.call(sendUpdates, line(theirs))).toFail('ConversationNotFound')
  }
  expect(await tenant.owner.call(updateFriendlyName, { sid, friendlyName: 'x'.repeat(121) })).toFail('InvalidInput')
  expect(await tenant.owner.call(sendUpdates, { ...line(sid), text: '  ' })).toFail('InvalidInput')
  expect(await tenant.owner.call(sendUpdates, { ...line(sid), text: 'x'.repeat(501) })).toFail('InvalidInput')
})

test('an update is added once, for the team, without marking the conversation unread', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Where is my order?')
  const live = await connectLive(instance.url, tenant.owner.auth)
  const request = { conversationSid: sid, text: 'Order 12 was shipped', clientMessageId: crypto.randomUUID() }
  const [one, two] = await Promise.all([
    tenant.owner.call(sendUpdates, request),
    tenant.owner.call(sendUpdates, request),
  ])
  expect(ok(one).data.message.sid).toBe(ok(two).data.message.sid)
  expect((await tenant.messagesOf({ sid })).map(({ attributes }) => attributes)).toMatchObject([
    { type: 'text' },
    { type: 'update', update: { kind: 'reported', value: 'Order 12 was shipped' } },
  ])
  await live.waitFor('message.created', ({ message }) => message.attributes.type === 'update')
  expect(ok(await tenant.owner.call(getBySid, { sid })).data.attributes).toMatchObject({
    latestMessage: 'Where is my order?',
    unreadMessages: 1,
    deliveryStatus: null,
  })
  expect(await tenant.messagesOnPhone(phone)).toHaveLength(1)
  expect(await tenant.owner.call(sendUpdates, { ...request, text: 'Other words' })).toFail('ClientMessageIdReused')
  live.close()
})

test('fix/sms recomputes the preview and fetches missed texts from the carrier', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'First')
  await instance.server.database.owner.query('update conversations set latest_message = $1 where tenant_id = $2', [
    'nonsense',
    tenant.tenantId,
  ])
  const fixed = ok(await tenant.owner.call(fixSms, { sid })).data
  expect(fixed).toMatchObject({ sid, attributes: { latestMessage: 'First', unreadMessages: 1 } })
  await instance.idle()
  expect(instance.errors).toEqual([])
  // Repeatable.
  ok(await tenant.owner.call(fixSms, { sid }))
  await instance.idle()
  expect((await tenant.messagesOf({ sid })).map(({ body }) => body)).toEqual(['First'])
  expect(ok(await tenant.owner.call(getList, {})).data.conversations).toHaveLength(1)
})
