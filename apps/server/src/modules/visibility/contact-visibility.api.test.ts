import { type Conversation, contract } from '@frontdesk/contract/api'
import { formatPhone } from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { bySid, merge, unmerge } from '../../testing/merging.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const { assignment, contacts, conversations, merging, messageOrigins, messages, notes, timeline } = contract

const instance = await sharedTestInstance()

interface Scene {
  tenant: Tenant
  here: string
  elsewhere: string
  /** A conversation at the other location, with a contact full of secrets. */
  hidden: Conversation
  phone: string
  /** Matches text that only viewers of the contact may read. */
  secrets: RegExp
  /** Starts a conversation with the contact from the number of the first location. */
  start: (person: TestUser) => Promise<Conversation>
}

async function aScene(): Promise<Scene> {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const phone = newPhone()
  const hidden = await tenant.textFrom(phone, 'TOPSECRET from Ballard', { to: tenant.numbers[1] ?? '' })
  const { id } = hidden.contact
  const drafts = [{ name: 'State', type: 'text' as const }]
  const { fields } = ok(await tenant.owner.call(contract.contactFields.save, { fields: drafts, version: 0 }))
  const stateFieldID = fields[0]?.id ?? ''
  ok(await tenant.owner.call(contract.sending.saveSettings, { stateFieldID }))
  const custom = { [stateFieldID]: 'Hawaii' }
  const card = { name: 'Nora SECRET', email: 'secret@example.test', birthDate: '1979-03-14', language: 'de', custom }
  ok(await tenant.owner.call(contacts.update, { id, ...card }))
  ok(await tenant.owner.call(contacts.updateTags, { id, tags: ['SECRET tag'] }))
  ok(await tenant.owner.call(contacts.updateLabels, { id, labels: ['No Deal'] }))
  ok(await tenant.owner.call(notes.add, { contactId: id, note: 'SECRET note' }))
  const consent = { kind: 'opt-in', purpose: 'marketing', source: 'web-page', wording: 'SECRET wording' } as const
  ok(await tenant.owner.call(contract.consent.record, { contactId: id, phoneNumber: phone, ...consent }))
  return {
    tenant,
    here,
    elsewhere,
    hidden,
    phone,
    secrets: /secret|1979-03-14|No Deal|"de"|Honolulu/i,
    start: async (person) => {
      const request = { contactName: '', contactPhoneNumber: phone, tenantPhoneNumber: tenant.numbers[0] ?? '' }
      return ok(await person.call(conversations.getSetSms, { ...request, toUserID: null, locationID: here })).data
    },
  }
}

const asOwner = async ({ tenant, hidden }: Scene) =>
  ok(await tenant.owner.call(conversations.getBySid, { sid: hidden.sid })).data

describe.each(['TeamMember', 'Manager'] as const)('a %s of another location who knows the number', (role) => {
  test('starts a conversation with it and sees only the number', async () => {
    const scene = await aScene()
    const { tenant, here, hidden, phone, secrets } = scene
    const person = await tenant.createUser(role, { locationIds: [here] })
    const screen = await connectLive(instance.url, person.auth)
    const { lastId } = await screen.catchUp(null)
    const { id } = hidden.contact
    expect(await person.call(contacts.get, { id })).toFail('ContactNotFound')
    expect(await person.call(conversations.getBySid, { sid: hidden.sid })).toFail('ConversationNotFound')

    const ofOwner = { conversationSid: hidden.sid, text: 'Hello' }
    expect(ok(await tenant.owner.call(contract.sending.preview, ofOwner)).data.timeZone).toBe('Pacific/Honolulu')

    const started = await scene.start(person)
    expect(started).toMatchObject({ contactAccess: 'hidden', friendlyName: formatPhone(phone), phoneNumber: phone })
    const text = { conversationSid: started.sid, text: 'Hello', clientMessageId: crypto.randomUUID() }
    const sent = ok(await person.call(messages.send, text)).data
    const answers = [
      started,
      sent,
      ok(await person.call(messageOrigins.get, { sid: sent.message.sid })),
      ok(await person.call(contract.sending.preview, { conversationSid: started.sid, text: 'Hello' })),
      ok(await person.call(conversations.getBySid, { sid: started.sid })),
      ok(await person.call(conversations.getByPhoneNumber, { phoneNumber: phone })),
      ok(await person.call(contacts.getByPhone, { phoneNumber: phone })),
      ok(await person.call(contacts.suggest, { searchTerm: phone.slice(-7) })),
      ok(await person.call(contacts.suggest, { searchTerm: 'Nora' })),
      await tenant.list(person, { searchPhoneNumber: phone }),
      await tenant.list(person),
      ok(await person.call(conversations.getSetContact, { ...request(scene), contactName: 'Nora' })),
      ok(await person.call(contract.bulkActions.start, { change: 'unread', sids: [started.sid] })),
    ]
    // The contact replies: the starter may read the message, but still not the contact's details.
    await tenant.textFrom(phone, 'Who is this?', { to: tenant.numbers[0] ?? '' })
    answers.push(ok(await person.call(conversations.getBySid, { sid: started.sid })))
    const missed = await screen.catchUp(lastId)
    expect(JSON.stringify([answers, screen.received, missed])).not.toMatch(secrets)
    expect((await tenant.messagesOf(started, person)).map(({ body }) => body)).toContain('Who is this?')
    screen.close()

    // The contact's name finds nothing; a name given to the conversation does.
    expect(await tenant.list(person, { searchName: 'Nora' })).toEqual([])
    ok(await person.call(conversations.updateFriendlyName, { sid: started.sid, friendlyName: 'Nora from the fair' }))
    expect(await tenant.list(person, { searchName: 'Nora' })).toMatchObject([{ sid: started.sid }])
  })

  test('sees the contact while another conversation is merged with it, and not after', async () => {
    const scene = await aScene()
    const { tenant, here, secrets } = scene
    const person = await tenant.createUser(role, { locationIds: [here] })
    const started = await scene.start(person)
    const [to = ''] = tenant.numbers
    const others: { sid: string }[] = []
    for (const text of ['One', 'Two', 'Three']) others.push(await tenant.textFrom(newPhone(), text, { to }))
    const [first = started, second = started, third = started] = others
    const seen = async () => ok(await bySid(person, started.sid)).data
    expect(await seen()).toMatchObject({ contactAccess: 'hidden' })

    ok(await merge(tenant.owner, first, started))
    ok(await merge(tenant.owner, second, started))
    expect((await seen()).contactAccess).toBeUndefined()
    ok(await unmerge(tenant.owner, started, first))
    expect((await seen()).contactAccess).toBeUndefined()
    ok(await unmerge(tenant.owner, started, second))
    expect(await seen()).toMatchObject({ contactAccess: 'hidden' })
    expect(JSON.stringify([await seen(), await tenant.list(person)])).not.toMatch(secrets)

    // Merged on, and separated in the other order.
    ok(await merge(tenant.owner, first, started))
    ok(await merge(tenant.owner, started, third))
    ok(await unmerge(tenant.owner, third, first))
    ok(await unmerge(tenant.owner, third, started))
    expect(await seen()).toMatchObject({ contactAccess: 'hidden' })
  })

  test('cannot change the contact or move its conversations', async () => {
    const scene = await aScene()
    const { tenant, here, hidden, phone } = scene
    const person = await tenant.createUser(role, { locationIds: [here] })
    const started = await scene.start(person)
    // Wait until the carrier has reported the line type.
    await instance.idle()
    const before = await asOwner(scene)
    const { id } = hidden.contact
    const permission = 'convos_delete_contact_conversation'
    ok(await tenant.owner.call(contract.team.setRolePermission, { role, permission, isGranted: true }))
    for (const refused of [
      await person.call(contacts.update, { id, name: 'Mine' }),
      await person.call(contacts.updateTags, { id, tags: [] }),
      await person.call(contacts.updateLabels, { id, labels: [] }),
      await person.call(contacts.updateStatus, { id, statusKey: null }),
      await person.call(contacts.updateLocationList, { contactIDs: [id], locationID: here }),
      await person.call(notes.add, { contactId: id, note: 'Mine' }),
      await person.call(notes.getList, { contactId: id }),
      await person.call(timeline.getList, { contactId: id }),
    ])
      expect(refused).toFail('ContactNotFound')
    for (const endpoint of [conversations.block, conversations.remove] as const)
      expect(await person.call(endpoint, { sid: started.sid })).toFail('ContactRestricted')
    const other = await tenant.textFrom(newPhone(), 'Hi')
    ok(await tenant.owner.call(assignment.change, { sid: other.sid, toUserID: person.auth.userId }))
    for (const [sid, intoSid] of [
      [started.sid, other.sid],
      [other.sid, started.sid],
    ] as const)
      expect(await person.call(merging.merge, { sid, intoSid })).toFail('ContactRestricted')
    ok(await person.call(assignment.changeLocation, { sid: started.sid, locationID: here }))
    ok(await person.call(conversations.getSetContact, { ...request(scene), contactName: 'Mine' }))
    await instance.idle()
    expect(await asOwner(scene)).toEqual(before)
    expect(await person.call(messages.getListByConversationIds, { conversationIds: [hidden.sid] })).toFail(
      'ConversationNotFound',
    )
    expect((await tenant.messagesOf(hidden)).at(0)?.body).toBe('TOPSECRET from Ballard')
    expect((await tenant.messagesOnPhone(phone)).length).toBe(1)
  })
})

test('a conversation cannot be started from a number of a location one does not have', async () => {
  const { tenant, here, phone } = await aScene()
  const person = await tenant.createUser('Manager', { locationIds: [here] })
  const [, tenantPhoneNumber = ''] = tenant.numbers
  const stranger = newPhone()
  // The same answer whether the number has a conversation there or not.
  for (const contactPhoneNumber of [phone, stranger])
    for (const locationID of [here, undefined]) {
      const start = { contactName: '', contactPhoneNumber, tenantPhoneNumber, toUserID: null, locationID }
      expect(await person.call(conversations.getSetSms, start)).toFail('PhoneNumberNotFound')
      expect(await person.call(conversations.getSetContact, start)).toFail('PhoneNumberNotFound')
    }
  const { sid } = await tenant.textFrom(stranger, 'For Ballard', { to: tenantPhoneNumber })
  expect(await tenant.list(person)).toEqual([])
  // One that was moved here is found by its numbers.
  ok(await tenant.owner.call(assignment.changeLocation, { sid, locationID: here }))
  const again = { contactName: '', contactPhoneNumber: stranger, tenantPhoneNumber, toUserID: null }
  expect(ok(await person.call(conversations.getSetSms, again)).data.sid).toBe(sid)
})

test('notes about a hidden contact reach no screen, live or after reconnecting', async () => {
  const scene = await aScene()
  const { tenant, here, elsewhere } = scene
  const { id: contactId } = scene.hidden.contact
  const away = await connectLive(instance.url, (await tenant.createUser('Manager', { locationIds: [here] })).auth)
  const colleague = await tenant.createUser('Manager', { locationIds: [elsewhere] })
  const there = await connectLive(instance.url, colleague.auth)
  const { lastId } = await away.catchUp(null)
  const { id: noteId } = ok(await tenant.owner.call(notes.add, { contactId, note: 'Another SECRET note' })).data
  await there.waitFor('contact.note-changed', ({ contactID }) => contactID === contactId)
  ok(await tenant.owner.call(notes.remove, { contactId, noteId }))
  await instance.idle()
  const { status, ...missed } = await away.catchUp(lastId)
  expect(status).toBe('ok')
  expect(JSON.stringify([away.received, missed])).not.toContain(contactId)
  for (const screen of [away, there]) screen.close()
})

const request = ({ tenant, phone, here }: Scene) => ({
  contactPhoneNumber: phone,
  tenantPhoneNumber: tenant.numbers[0] ?? '',
  toUserID: null,
  locationID: here,
})
