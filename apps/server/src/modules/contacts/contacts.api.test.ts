import { contract } from '@frontdesk/contract/api'
import { DEFAULT_LABELS, fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ApiFailure, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { contacts, conversations, contactStatuses, assignment } = contract

const instance = await sharedTestInstance()

test('an edited contact updates every conversation and open screen', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { id } = contact
  const changed = ok(
    await tenant.owner.call(contacts.update, {
      id,
      name: 'Maya Long',
      email: 'maya@example.test',
      birthDate: '1980-02-29',
    }),
  )
  expect(changed).toMatchObject({ name: 'Maya Long', birthDate: '1980-02-29', conversationSid: sid, phone })
  await screen.waitFor('conversation.changed', ({ conversation }) => conversation.friendlyName === 'Maya Long')
  ok(await tenant.owner.call(contacts.updateTags, { id, tags: ['regular', 'Zahnarzt'] }))
  ok(await tenant.owner.call(contacts.updateLabels, { id, labels: ['New Lead', 'Follow-up'] }))
  const live = await screen.waitFor(
    'conversation.changed',
    ({ conversation }) => conversation.contact.labels.length > 0,
  )
  expect(live.conversation.contact).toMatchObject({ tags: ['regular', 'Zahnarzt'], labels: ['New Lead', 'Follow-up'] })
  screen.close()
  // Null is cleared, what is left out stays.
  expect(ok(await tenant.owner.call(contacts.update, { id, email: null, birthDate: null }))).toMatchObject({
    name: 'Maya Long',
    email: null,
    birthDate: null,
  })
  expect(ok(await tenant.owner.call(contacts.get, { id })).name).toBe('Maya Long')
  expect(ok(await tenant.owner.call(contacts.getByPhone, { phoneNumber: phone })).contact?.id).toBe(id)
  expect(ok(await tenant.owner.call(contacts.getByPhone, { phoneNumber: newPhone() })).contact).toBeNull()
  for (const wrong of [{ email: 'no mail' }, { birthDate: '2026-02-30' }, { birthDate: '2999-01-01' }]) {
    expect(await tenant.owner.call(contacts.update, { id, ...wrong })).toFail('InvalidInput')
  }
  expect(await tenant.owner.call(contacts.updateLabels, { id, labels: ['Nobody made this'] })).toFail('LabelUnknown')
  expect(await tenant.owner.call(contacts.updateTags, { id, tags: ['One', 'one'] })).toFail('InvalidInput')
})

test('an edit based on outdated values is refused, and names what changed and who changed it', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const before = { name: 'Maya', email: 'maya@example.test', birthDate: null }
  const { id } = ok(await owner.call(contacts.add, { ...before, phone: newPhone() }))
  ok(await manager.call(contacts.update, { id, email: 'maya@work.test', expected: before }))

  const mine = { id, name: 'Maya Chen', email: 'chen@example.test', expected: before }
  const refused = await owner.call(contacts.update, mine)
  expect(refused).toFail('ChangedMeanwhile')
  expect(refused).toMatchObject({
    body: {
      data: {
        contact: { name: 'Maya', email: 'maya@work.test' },
        changes: [{ field: 'email', changedBy: manager.auth.displayName }],
      },
    },
  })
  expect(ok(await owner.call(contacts.get, { id }))).toMatchObject({ name: 'Maya' })
  // Other fields don't conflict, nor does the value that is there already.
  ok(await owner.call(contacts.update, { id, name: 'Maya Chen', expected: before }))
  ok(await owner.call(contacts.update, { id, email: 'maya@work.test', expected: before }))
  // With the present values, or without any, the edit is made.
  ok(await owner.call(contacts.update, { ...mine, expected: { name: 'Maya Chen', email: 'maya@work.test' } }))
  expect(ok(await manager.call(contacts.update, { id, email: null })).email).toBeNull()
})

test('of two teammates who change the emails of a contact, the later one gets the present ones', async () => {
  const { owner } = await instance.createTenant()
  const { id } = ok(await owner.call(contacts.add, { phone: newPhone(), email: 'a@example.test' }))
  const add = (email: string) =>
    owner.call(contacts.update, {
      id,
      emails: ['a@example.test', email],
      expected: { emails: ['A@example.test'] },
    })
  const present = ['a@example.test', 'b@example.test']
  expect(ok(await add('b@example.test')).emails).toEqual(present)
  const refused = await add('c@example.test')
  expect(refused).toFail('ChangedMeanwhile')
  expect(refused).toMatchObject({
    body: { data: { contact: { emails: present }, changes: [{ field: 'emails', changedBy: null }] } },
  })
  // The same change by both is no conflict.
  ok(await add('B@example.test'))
})

test('an outdated edit of a custom field is refused; edits of other fields succeed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const names = ['Plan', 'Visits'].map((name) => ({ name, type: 'text' as const, choices: [] }))
  const { fields } = ok(await owner.call(contract.contactFields.save, { fields: names, version: 0 }))
  const [plan = '', visits = ''] = fields.map(({ id }) => id)
  const { id } = ok(await owner.call(contacts.add, { phone: newPhone(), custom: { [plan]: 'Gold' } }))
  const expected = { custom: { [plan]: 'Gold', [visits]: null } }
  ok(await manager.call(contacts.update, { id, custom: { [plan]: 'Silver' }, expected }))
  const refused = await owner.call(contacts.update, { id, custom: { [plan]: 'Bronze' }, expected })
  expect(refused).toMatchObject({
    body: {
      errorCode: 'ChangedMeanwhile',
      data: { changes: [{ field: plan, changedBy: manager.auth.displayName }] },
    },
  })
  const { custom } = ok(await owner.call(contacts.update, { id, custom: { [visits]: '3' }, expected }))
  expect(custom).toEqual({ [plan]: 'Silver', [visits]: '3' })
})

test('of two edits at the same time one is refused; tags and labels added at the same time all stay', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id } = (await tenant.textFrom(newPhone(), 'Hi')).contact
  const edits = await Promise.all(
    ['Ann', 'Anna'].map((name) => owner.call(contacts.update, { id, name, expected: { name: '' } })),
  )
  expect(edits.filter((result) => result instanceof ApiFailure)).toHaveLength(1)
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (tag) => ok(await owner.call(contacts.updateTags, { id, add: [tag] }))),
  )
  await Promise.all(
    ['New Lead', 'No Deal'].map(async (label) => ok(await owner.call(contacts.updateLabels, { id, add: [label] }))),
  )
  const { tags } = ok(await owner.call(contacts.updateTags, { id, add: ['e'], remove: ['B'] }))
  expect(tags.toSorted()).toEqual(['a', 'c', 'd', 'e'])
  expect(ok(await owner.call(contacts.get, { id })).labels.toSorted()).toEqual(['New Lead', 'No Deal'])
  const many = Array.from({ length: 50 }, (_, n) => `tag ${n}`)
  expect(await owner.call(contacts.updateTags, { id, add: many })).toFail('InvalidInput')
  expect(await owner.call(contacts.updateLabels, { id, add: ['Nobody made this'] })).toFail('LabelUnknown')
})

test('a tag takes the spelling in use, and a name has single spaces', async () => {
  const { owner } = await instance.createTenant()
  const add = async (name: string, tags: string[]) =>
    ok(await owner.call(contacts.add, { name, phone: newPhone(), tags }))
  await add('First', ['VIP'])
  const second = await add(' Maya \u00a0 Long ', ['vip', 'dogs'])
  expect(second).toMatchObject({ name: 'Maya Long', tags: ['VIP', 'dogs'] })
  const third = await add('Third', [])
  expect(ok(await owner.call(contacts.updateTags, { id: third.id, add: ['Dogs', 'vIP', 'new'] })).tags).toEqual([
    'dogs',
    'VIP',
    'new',
  ])
  ok(
    await owner.call(contacts.addList, {
      contacts: [{ name: 'Listed', phone: newPhone(), tags: ['NEW'] }],
      source: 'user',
    }),
  )
  const { data } = ok(
    await owner.call(contract.bulkActions.startOnContacts, { change: 'add-tags', tags: ['DOGS'], criteria: {} }),
  )
  expect(data.value).toBe('dogs')
  await instance.idle()
  expect(ok(await owner.call(contract.contactList.getTags, undefined)).tags).toEqual(
    expect.arrayContaining([
      { tag: 'dogs', contacts: 4 },
      { tag: 'VIP', contacts: 3 },
      { tag: 'new', contacts: 2 },
    ]),
  )
  // Renaming a tag may change its case.
  const rename = { change: 'rename-tags' as const, tags: ['VIP'], newTag: 'vip', criteria: {} }
  ok(await owner.call(contract.bulkActions.startOnContacts, rename))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id: second.id })).tags).toEqual(['vip', 'dogs'])
})

test('a contact without a conversation can be blocked, and a text from the number then arrives silently', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const phone = newPhone()
  const { id, isBlocked } = ok(await owner.call(contacts.add, { name: 'Ann', phone }))
  expect(isBlocked).toBe(false)
  const screen = await connectLive(instance.url, owner.auth)
  expect(ok(await owner.call(contacts.updateBlock, { id, isBlocked: true })).isBlocked).toBe(true)
  await screen.waitFor('contact.changed', (event) => event.contactID === id)
  screen.close()
  expect(ok(await owner.call(contacts.getByPhone, { phoneNumber: phone })).contact).toMatchObject({ isBlocked: true })
  expect((await tenant.textFrom(phone, 'Hello?')).contact.isBlocked).toBe(true)
  const manager = await tenant.createUser('Manager', { locationIds: tenant.locationIds.slice(1) })
  expect(await manager.call(contacts.updateBlock, { id, isBlocked: false })).toFail('ContactNotFound')
  expect(ok(await owner.call(contacts.updateBlock, { id, isBlocked: false })).isBlocked).toBe(false)
  expect((await tenant.conversationWith(phone))?.contact.isBlocked).toBe(false)
})

test('labels start with the defaults; a deleted one is removed from contacts', async () => {
  const tenant = await instance.createTenant()
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = contact
  const { labels, version } = ok(await tenant.owner.call(contacts.getLabels, undefined))
  expect(labels).toEqual(DEFAULT_LABELS)
  ok(await tenant.owner.call(contacts.updateLabels, { id, labels: ['New Lead', 'No Deal'] }))
  const rest = labels.filter(({ name }) => name !== 'New Lead')
  ok(await tenant.owner.call(contacts.saveLabels, { labels: rest, version }))
  await instance.idle()
  expect(ok(await tenant.owner.call(conversations.getBySid, { sid })).data.contact.labels).toEqual(['No Deal'])
  expect(await tenant.owner.call(contacts.saveLabels, { labels: rest, version })).toFail('ChangedMeanwhile')
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(contacts.saveLabels, { labels: [], version: 1 })).toFail('Forbidden')
})

test('a contact is visible to those who see one of their conversations', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = contact
  const far = await tenant.createUser('Manager', { locationIds: [elsewhere] })
  for (const person of [member, far]) {
    expect(await person.call(contacts.get, { id })).toFail('ContactNotFound')
    expect(await person.call(contacts.update, { id, name: 'Mine' })).toFail('ContactNotFound')
    expect(ok(await person.call(contacts.getByPhone, { phoneNumber: contact.phone })).contact).toBeNull()
  }
  ok(await tenant.owner.call(assignment.change, { sid, toUserID: member.auth.userId }))
  expect(ok(await member.call(contacts.get, { id })).id).toBe(id)
})

test('sets the status of all conversations with a contact, and moves contacts with them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [, elsewhere = ''] = tenant.locationIds
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'Hi')
  await tenant.textFrom(phone, 'And here', { to: tenant.numbers[1] ?? '' })
  const { id } = contact
  const won = { key: 'won', name: 'Won', type: 'closed' as const }
  ok(await tenant.owner.call(contactStatuses.save, { statuses: [won], version: 0 }))
  expect(await tenant.owner.call(contacts.updateStatus, { id, statusKey: 'lost' })).toFail('ContactStatusUnknown')
  const after = ok(await tenant.owner.call(contacts.updateStatus, { id, statusKey: 'won', statusName: 'Won' }))
  expect(after).toMatchObject({ statusKey: 'won', statusName: 'Won' })
  expect(await tenant.list(tenant.owner, { isClosed: true })).toHaveLength(2)
  expect(
    ok(await tenant.owner.call(contacts.updateLocationList, { contactIDs: [id], locationID: elsewhere })).moved,
  ).toBe(1)
  const locationIds = (await tenant.list(tenant.owner, { isClosed: true })).map(
    ({ attributes }) => attributes.locationID,
  )
  expect(locationIds).toEqual([elsewhere, elsewhere])
  expect(
    await tenant.owner.call(contacts.updateLocationList, { contactIDs: [crypto.randomUUID()], locationID: elsewhere }),
  ).toFail('ContactNotFound')
})

test('a contact that moves away leaves the open lists of those who have only its former location', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const { id } = ok(await tenant.owner.call(contacts.add, { name: 'Ann', phone: newPhone(), locationID: here }))
  const screen = await connectLive(instance.url, manager.auth)
  const { lastId } = await screen.catchUp(null)
  ok(await tenant.owner.call(contacts.updateLocationList, { contactIDs: [id], locationID: elsewhere }))
  await screen.waitFor('contact.changed')
  const missed = await screen.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events).toContainEqual(
    expect.objectContaining({ type: 'contact.changed', contactID: null }),
  )
  screen.close()
})

/** How many rows a tenant has in each table that names a conversation, a message or a contact. */
async function leftOf(tenantId: string): Promise<Record<string, number>> {
  const { owner } = instance.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('conversation_id', 'message_id', 'contact_id')
       and table_name not in ('events', 'consent_events')
     union select unnest(array['conversations', 'contacts'])`,
  )
  const left: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query(`select count(*)::int as n from ${name} where tenant_id = $1`, [tenantId])
    if (rows[0].n > 0) left[name] = rows[0].n
  }
  return left
}

test('deletes a contact with rows, files and totals; an opt-out stays, and a later text starts a new conversation', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const phone = newPhone()
  const upload = await fetch(`${instance.url}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: PIXEL as Uint8Array<ArrayBuffer>,
  })
  const { url: image } = (await upload.json()) as { url: string }
  const { sid, contact } = await tenant.textFrom(phone, 'Look', { mediaUrls: [image] })
  await instance.idle()
  const sendAt = Temporal.Now.instant().add({ hours: 48 }).toString()
  const reminder = { conversationSid: sid, text: 'See you tomorrow', clientMessageId: crypto.randomUUID(), sendAt }
  ok(await owner.call(contract.scheduledMessages.create, reminder))
  await tenant.textFrom(phone, 'STOP')
  ok(await owner.call(conversations.saveDraft, { sid, messageDraft: 'Half a thought' }))
  ok(await owner.call(contract.notes.add, { contactId: contact.id, note: 'A note' }))
  ok(await owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  await instance.idle()
  const media = ok(await owner.call(contacts.getMedia, { sid })).data
  const file = `${tenantId}/${fromSid(media.items[0]?.media.sid ?? '')}`
  expect((await instance.server.services.storage.get(file)).length).toBeGreaterThan(0)

  const screen = await connectLive(instance.url, owner.auth)
  const start = (await screen.catchUp(null)).lastId
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(contacts.remove, { id: contact.id })).toFail('Forbidden')
  ok(await owner.call(contacts.remove, { id: contact.id }))
  await screen.waitFor('conversation.gone', (event) => event.sid === sid)
  const missed = await screen.catchUp(start)
  expect(missed.status === 'ok' && missed.events).toContainEqual(
    expect.objectContaining({ type: 'conversation.gone', sid }),
  )
  screen.close()
  await instance.idle()
  expect(await leftOf(tenantId)).toEqual({})
  await expect(instance.server.services.storage.get(file)).rejects.toThrow()
  expect(ok(await owner.call(conversations.getStats, {})).data).toMatchObject({ totalOpen: 0, totalUnread: 0 })
  expect(await owner.call(contacts.remove, { id: contact.id })).toFail('ContactNotFound')
  // The scheduled message is gone too, and its job sends nothing.
  await instance.runDelayedJobs('send-scheduled-messages', { mayHaveRun: true })

  const restarted = await tenant.textFrom(phone, 'Hello again')
  expect(restarted.sid).not.toBe(sid)
  expect(restarted.contact).toMatchObject({ isOptedOut: true, name: '' })
  expect(await tenant.messagesOf(restarted)).toHaveLength(1)
  expect(instance.errors).toEqual([])
})

test('deleting a conversation keeps the contact, and every text that arrives at the same time', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hi')
  // Not `textFrom`: where the deletion comes last, no conversation is left to answer with.
  const texts = Array.from({ length: 6 }, (_, n) =>
    fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: tenant.numbers[0], body: `Text ${n}` }),
    }),
  )
  const [gone] = await Promise.all([tenant.owner.call(conversations.remove, { sid }), ...texts])
  ok(gone)
  await instance.idle()
  const restarted = await tenant.conversationWith(phone)
  if (restarted) {
    expect(restarted.sid).not.toBe(sid)
    const kept = await tenant.messagesOf(restarted)
    expect(kept.map(({ index }) => index)).toEqual(kept.map((_, at) => at + 1))
  }
  expect(ok(await tenant.owner.call(contacts.getByPhone, { phoneNumber: phone })).contact).not.toBeNull()
  const { rows } = await instance.server.database.owner.query(
    `select (select count(*)::int from conversations where tenant_id = $1 and not is_closed) as n,
       (select sum(n)::int from conversation_counts where tenant_id = $1) as counted`,
    [tenant.tenantId],
  )
  expect(rows[0].counted).toBe(rows[0].n)
  expect(instance.errors).toEqual([])
})
