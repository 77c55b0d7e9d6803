import { type ContactActivity, contract } from '@frontdesk/contract/api'
import {
  ACTIVITY_FILTERS,
  type ActivityFilter,
  CONTACT_BULK_CHANGES,
  type ContactBulkChange,
} from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { addContact } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const {
  bulkActions,
  contactActivities,
  contactFields,
  contactImports,
  contactMerging,
  contacts,
  conversations,
  notes,
} = contract

const instance = await sharedTestInstance()

const read = async ({ call }: TestUser, contactId: string, filter: ActivityFilter = 'all') =>
  ok(await call(contactActivities.getList, { contactId, filter })).activities

/** An activity without its id and time. */
const bare = ({ id: _id, atUtc: _at, ...activity }: ContactActivity) => activity
const kinds = (activities: readonly ContactActivity[]) => activities.map(({ kind }) => kind)
const latest = async (person: TestUser, contactId: string) => {
  const [activity] = await read(person, contactId)
  if (!activity) throw new Error('The contact has no activities.')
  return bare(activity)
}

const rowsOf = async ({ tenantId }: Tenant) =>
  (
    await instance.server.database.owner.query<{ contact_id: string; kind: string; cause: string | null }>(
      'select contact_id, kind, cause from contact_activities where tenant_id = $1 order by created_at, id',
      [tenantId],
    )
  ).rows

const addNote = async ({ call }: TestUser, conversationSid: string, note: string) =>
  ok(await call(notes.addToConversation, { conversationSid, note, mentions: [], clientMessageId: crypto.randomUUID() }))

async function merge({ owner }: Tenant, survivorID: string, otherID: string) {
  const { version } = ok(await owner.call(contactMerging.preview, { survivorID, otherID }))
  return ok(await owner.call(contactMerging.merge, { survivorID, otherID, version }))
}

test('each change of a contact is listed with what was and what is', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const actor = owner.auth.displayName
  const [first = '', second = ''] = tenant.locationIds
  const { fields } = ok(await owner.call(contactFields.save, { fields: [{ name: 'Pet', type: 'text' }], version: 0 }))
  const statuses = [
    { key: 'lead', name: 'Lead', color: '#0070ac', type: 'OPEN' as const },
    { key: 'won', name: 'Won', color: '#0070ac', type: 'OPEN' as const },
  ]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  const { id, phone } = await addContact(tenant, 'Jon', { email: 'jon@example.test', tags: ['old'], locationID: first })
  expect(await latest(owner, id)).toEqual({ kind: 'added', actor, source: 'user', importFileName: null })

  const changed = (change: object) => ({ kind: 'changed', actor, cause: null, importFileName: null, changes: [change] })
  const expectChange = async (change: object) => expect(await latest(owner, id)).toEqual(changed(change))
  const update = async (edit: object) => ok(await owner.call(contacts.update, { id, ...edit }))
  await update({ name: 'John' })
  await expectChange({ field: 'name', before: 'Jon', after: 'John' })
  await update({ birthDate: '1990-02-28' })
  await expectChange({ field: 'birthDate', before: null, after: '1990-02-28' })
  await update({ language: 'es' })
  await expectChange({ field: 'language', before: null, after: 'es' })
  await update({ custom: { [fields[0]?.id ?? '']: 'Rex' } })
  await expectChange({ field: 'custom', fieldID: fields[0]?.id, before: null, after: 'Rex' })
  await update({ emails: ['work@example.test', 'jon@example.test'] })
  await expectChange({ field: 'emails', added: ['work@example.test'], removed: [], main: null })
  await update({ emails: ['jon@example.test', 'work@example.test'] })
  await expectChange({ field: 'emails', added: [], removed: [], main: 'jon@example.test' })
  await update({ email: null })
  await expectChange({ field: 'emails', added: [], removed: ['jon@example.test'], main: 'work@example.test' })
  ok(await owner.call(contacts.updateTags, { id, add: ['new'], remove: ['old'] }))
  await expectChange({ field: 'tags', added: ['new'], removed: ['old'], main: null })
  ok(await owner.call(contacts.updateLabels, { id, labels: ['No Deal'] }))
  await expectChange({ field: 'labels', added: ['No Deal'], removed: [], main: null })
  ok(await owner.call(contacts.updateStatus, { id, statusKey: 'lead' }))
  await expectChange({ field: 'status', before: null, after: 'Lead' })
  ok(await owner.call(contacts.updateLocationList, { contactIDs: [id], locationID: second }))
  await expectChange({ field: 'location', before: first, after: second })
  const other = newPhone()
  ok(await owner.call(contacts.addPhone, { id, phone: other }))
  await expectChange({ field: 'phones', added: [other], removed: [], main: null })
  const { id: mainId } = ok(await owner.call(contacts.setMainPhone, { id, phone: other }))
  await expectChange({ field: 'phones', added: [], removed: [], main: other })
  // The former main row is deleted with its number; what happened before stays with the contact.
  ok(await owner.call(contacts.removePhone, { id: mainId, phone }))
  expect(await latest(owner, mainId)).toEqual(changed({ field: 'phones', added: [], removed: [phone], main: null }))
  ok(await owner.call(contacts.updateBlock, { id: mainId, isBlocked: true }))
  expect(await latest(owner, mainId)).toEqual({ kind: 'blocked', actor, phoneNumber: other })
  ok(await owner.call(contacts.updateBlock, { id: mainId, isBlocked: false }))
  expect(await latest(owner, mainId)).toEqual({ kind: 'unblocked', actor, phoneNumber: other })
  const all = await read(owner, mainId)
  expect(all).toHaveLength(17)
  expect(bare(all.at(-1) as ContactActivity)).toEqual({ kind: 'added', actor, source: 'user', importFileName: null })
  // Saving what is there is no change.
  ok(await owner.call(contacts.update, { id: mainId, name: 'John' }))
  ok(await owner.call(contacts.updateStatus, { id: mainId, statusKey: 'lead' }))
  expect(await read(owner, mainId)).toEqual(all)
  ok(await owner.call(contacts.remove, { id: mainId }))
  expect(await rowsOf(tenant)).toEqual([])
})

test('notes, consent and conversations are read from where they are', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const actor = owner.auth.displayName
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  const { id } = contact
  expect(await latest(owner, id)).toEqual({ kind: 'added', actor: null, source: 'sms', importFileName: null })
  const screen = await connectLive(instance.url, owner.auth)
  const { data: note } = ok(await owner.call(notes.add, { contactId: id, note: 'Prefers mornings' }))
  expect(await latest(owner, id)).toEqual({
    kind: 'note-added',
    actor,
    note: 'Prefers mornings',
    conversationSid: null,
  })
  ok(await owner.call(notes.remove, { contactId: id, noteId: note.id }))
  await screen.waitFor('contact.note-changed', ({ contactID }) => contactID === id)
  screen.close()
  expect(kinds(await read(owner, id, 'notes'))).toEqual(['note-deleted'])
  ok(await owner.call(conversations.close, { sid }))
  expect(await latest(owner, id)).toEqual({
    kind: 'conversation-updated',
    actor,
    conversationSid: sid,
    update: { kind: 'closed', value: null },
  })
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  expect(await latest(owner, id)).toMatchObject({ update: { kind: 'assigned' } })
  // A location or status set on the contact and its conversation together is listed once.
  const [, second = ''] = tenant.locationIds
  ok(await owner.call(contacts.updateLocationList, { contactIDs: [id], locationID: second }))
  const statuses = [{ key: 'won', name: 'Won', color: '#0070ac', type: 'OPEN' as const }]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  ok(await owner.call(contract.contactStatuses.change, { sid, statusKey: 'won' }))
  const [status, moved] = (await read(owner, id)).map(bare)
  expect(status).toMatchObject({ kind: 'changed', actor, changes: [{ field: 'status', before: null, after: 'Won' }] })
  expect(moved).toMatchObject({ kind: 'changed', changes: [{ field: 'location', after: second }] })

  const optOut = { contactId: id, kind: 'opt-out', purpose: 'all', source: 'phone-call', wording: 'No more' } as const
  ok(await owner.call(contract.consent.record, optOut))
  const consent = { kind: 'consent', consent: 'opt-out', purpose: 'all', phoneNumber: phone, importFileName: null }
  expect(await latest(owner, id)).toEqual({ ...consent, actor, source: 'phone-call' })
  await tenant.textFrom(phone, 'START')
  await instance.idle()
  const [optIn] = (await read(owner, id, 'consent')).map(bare)
  expect(optIn).toMatchObject({ kind: 'consent', consent: 'opt-in', actor: null, source: 'text' })

  const byFilter: Partial<Record<ActivityFilter, string[]>> = {}
  for (const filter of ACTIVITY_FILTERS)
    byFilter[filter] = [...new Set(kinds(await read(owner, id, filter)))].toSorted()
  expect(byFilter).toEqual({
    all: ['added', 'changed', 'consent', 'conversation-updated', 'note-deleted'],
    changes: ['added', 'changed'],
    conversations: ['conversation-updated'],
    notes: ['note-deleted'],
    consent: ['consent'],
    payments: [],
  })
  expect(await owner.call(contactActivities.getList, { contactId: id, cursor: 'x' })).toFail('InvalidInput')
})

const BULK: Record<Exclude<ContactBulkChange, 'delete'>, object> = {
  'add-tags': { tags: ['new'] },
  'remove-tags': { tags: ['kept'] },
  'rename-tags': { tags: ['kept'], newTag: 'held' },
  'add-labels': { labels: ['No Deal'] },
  'remove-labels': { labels: ['New Lead'] },
  move: {},
}
test.each(CONTACT_BULK_CHANGES.filter((change) => change !== 'delete'))('%s in bulk, and its undo', async (change) => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [, second = ''] = tenant.locationIds
  const details = { tags: ['kept'], labels: ['New Lead'] }
  const ids = [await addContact(tenant, 'Ann', details), await addContact(tenant, 'Bob', details)].map(({ id }) => id)
  const start = { change, contactIDs: ids, locationID: second, ...BULK[change] }
  const { id: actionId } = ok(await owner.call(bulkActions.startOnContacts, start)).data
  await instance.idle()
  ok(await owner.call(bulkActions.undo, { id: actionId }))
  await instance.idle()
  for (const id of ids) {
    const [undone, done, added] = await read(owner, id)
    expect([undone, done, added]).toMatchObject([
      { kind: 'changed', cause: 'bulk-undo', actor: owner.auth.displayName },
      { kind: 'changed', cause: 'bulk', actor: owner.auth.displayName },
      { kind: 'added' },
    ])
    if (undone?.kind !== 'changed' || done?.kind !== 'changed') throw new Error('They are changes.')
    const swapped = done.changes.map((entry) =>
      'added' in entry
        ? { ...entry, added: entry.removed, removed: entry.added }
        : { ...entry, before: entry.after, after: entry.before },
    )
    expect(undone.changes).toEqual(swapped)
  }
})

test('an import writes nothing for new contacts, and the changes of others with its name; so does its undo', async () => {
  const tenant = await instance.createTenant()
  const { owner, locationIds } = tenant
  const actor = owner.auth.displayName
  const importFileName = 'spring.csv'
  const existing = await addContact(tenant, 'Ann')
  const [added, work, home] = [newPhone(), newPhone(), newPhone()]
  const csv = `Name,Phone,Email,Work phone\r\nAnna,${existing.phone},ann@example.test,${work}\r\nBob,${added},,${home}`
  const check = { locationID: locationIds[0] ?? '' }
  const { id } = await uploadContacts(owner, csv, { fileName: importFileName, check })
  await instance.idle()
  ok(await owner.call(contactImports.start, { id }))
  await instance.idle()
  const bob = ok(await owner.call(contacts.getByPhone, { phoneNumber: added })).contact
  expect(bob?.phones.map(({ phone }) => phone)).toEqual([added, home])
  expect((await read(owner, bob?.id ?? '')).map(bare)).toEqual([
    { kind: 'added', actor, source: 'csv-upload', importFileName },
  ])
  const changes = async (cause: string) =>
    (await read(owner, existing.id)).flatMap((activity) =>
      activity.kind === 'changed' && activity.cause === cause && activity.importFileName === importFileName
        ? activity.changes
        : [],
    )
  expect(await changes('import')).toEqual(
    expect.arrayContaining([
      { field: 'name', before: 'Ann', after: 'Anna' },
      { field: 'emails', added: ['ann@example.test'], removed: [], main: null },
      { field: 'phones', added: [work], removed: [], main: null },
    ]),
  )
  expect((await rowsOf(tenant)).every(({ contact_id }) => contact_id === existing.id)).toBe(true)
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await changes('import-undo')).toEqual(
    expect.arrayContaining([
      { field: 'name', before: 'Anna', after: 'Ann' },
      { field: 'emails', added: [], removed: ['ann@example.test'], main: null },
      { field: 'phones', added: [], removed: [work], main: null },
    ]),
  )
  expect((await rowsOf(tenant)).every(({ contact_id }) => contact_id === existing.id)).toBe(true)
})

test('activities follow their contact through a merge and its undo', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const actor = owner.auth.displayName
  const survivor = await addContact(tenant, 'Maya')
  const other = await addContact(tenant, 'Maya Chen')
  const tag = async (id: string, add: string) => ok(await owner.call(contacts.updateTags, { id, add: [add] }))
  await tag(survivor.id, 'ours')
  await tag(other.id, 'theirs')
  const tagsOf = async (id: string) =>
    (await read(owner, id, 'changes')).flatMap((activity) =>
      activity.kind === 'changed'
        ? activity.changes.flatMap((entry) => (entry.field === 'tags' ? entry.added : []))
        : [],
    )
  const { mergeID } = await merge(tenant, survivor.id, other.id)
  expect(await latest(owner, survivor.id)).toEqual({
    kind: 'merged',
    actor,
    other: { name: 'Maya Chen', phoneNumber: other.phone },
  })
  expect(await tagsOf(other.id)).toEqual(['theirs', 'ours'])
  await tag(survivor.id, 'both')
  // The number of the other contact becomes the main one, so later changes are recorded for its row.
  ok(await owner.call(contacts.setMainPhone, { id: survivor.id, phone: other.phone }))
  await tag(survivor.id, 'later')
  expect(await tagsOf(survivor.id)).toEqual(['later', 'both', 'theirs', 'ours'])
  ok(await owner.call(contactMerging.unmerge, { mergeID }))
  expect(await tagsOf(survivor.id)).toEqual(['later', 'both', 'ours'])
  expect(await tagsOf(other.id)).toEqual(['theirs'])
  const entriesOf = async (id: string) =>
    (await read(owner, id, 'changes')).flatMap((entry) => ('other' in entry ? [[entry.kind, entry.other?.name]] : []))
  expect(await entriesOf(survivor.id)).toEqual([
    ['unmerged', 'Maya Chen'],
    ['merged', 'Maya Chen'],
  ])
  expect(await entriesOf(other.id)).toEqual([
    ['unmerged', 'Maya'],
    ['merged', 'Maya'],
  ])
  ok(await owner.call(contacts.remove, { id: survivor.id }))
  expect((await rowsOf(tenant)).map(({ contact_id }) => contact_id)).toEqual([other.id])
})

test('viewers see what happened in their own conversations, and name only contacts that they see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const phone = newPhone()
  const here = await tenant.textFrom(phone, 'Here')
  const there = await tenant.textFrom(phone, 'There', { to: tenant.numbers[1] ?? '' })
  const { id } = here.contact
  for (const { sid } of [here, there]) {
    ok(await owner.call(conversations.close, { sid }))
    await addNote(owner, sid, `About ${sid}`)
  }
  const other = await addContact(tenant, 'Elsewhere', { locationID: second })
  const { mergeID } = await merge(tenant, id, other.id)
  ok(await owner.call(contactMerging.unmerge, { mergeID }))
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const seen = await read(manager, id)
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${there.sid}|Elsewhere|\\${other.phone}`))
  expect(kinds(seen)).toEqual(['unmerged', 'merged', 'note-added', 'conversation-updated', 'added'])
  expect(kinds(await read(owner, id)).filter((kind) => kind === 'note-added')).toHaveLength(2)
  expect(await manager.call(contactActivities.getList, { contactId: other.id })).toFail('ContactNotFound')
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(contactActivities.getList, { contactId: id })).toFail('ContactNotFound')
})

test('pages have no gaps and no repetitions, also at equal times', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  const { id } = contact
  for (const note of ['a', 'b', 'c']) {
    ok(await owner.call(notes.add, { contactId: id, note }))
    ok(await owner.call(contacts.updateTags, { id, add: [note] }))
    await addNote(owner, sid, `In the conversation: ${note}`)
    ok(await owner.call(conversations.close, { sid }))
    ok(await owner.call(conversations.open, { sid }))
  }
  await tenant.textFrom(phone, 'STOP')
  const at = '2026-01-01T10:00:00Z'
  const { owner: database } = instance.server.database
  for (const table of ['contact_activities', 'contact_notes', 'messages', 'contacts'])
    await database.query(`update ${table} set created_at = $2 where tenant_id = $1`, [tenant.tenantId, at])
  const whole = await read(owner, id)
  expect(whole.length).toBe(17)
  for (const pageSize of [1, 4]) {
    const paged: ContactActivity[] = []
    let cursor: string | null = null
    do {
      const page: { activities: ContactActivity[]; nextCursor: string | null } = ok(
        await owner.call(contactActivities.getList, { contactId: id, pageSize, ...(cursor && { cursor }) }),
      )
      paged.push(...page.activities)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(whole)
  }
})
