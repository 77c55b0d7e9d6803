import { type ContactCriteria, contract } from '@frontdesk/contract/api'
import { CONTACT_BULK_CHANGES, type ContactBulkChange } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bulkActions, contactList, contacts, conversations, team } = contract

const instance = await sharedTestInstance()

/** Two contacts without a conversation and one with two, at the first of two locations. */
async function aScene() {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.locationIds
  for (const name of ['Ann', 'Bob'])
    ok(await tenant.owner.call(contacts.add, { name, phone: newPhone(), locationID: first, tags: ['kept'] }))
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hi')
  await tenant.textFrom(phone, 'Me again', { to: tenant.numbers[1] ?? '' })
  return { tenant, first, second, sid, id: contact.id }
}

const INPUT: Record<ContactBulkChange, (scene: { second: string }) => object> = {
  'add-tags': () => ({ tags: ['new', 'KEPT'] }),
  'remove-tags': () => ({ tags: ['Kept'] }),
  'rename-tags': () => ({ tags: ['Kept', 'gone'], newTag: 'Held' }),
  'add-labels': () => ({ labels: ['No Deal'] }),
  'remove-labels': () => ({ labels: ['New Lead'] }),
  move: ({ second }) => ({ locationID: second }),
  delete: () => ({}),
}

/** State that an undo must restore, without versions and times. */
async function stateOf({ tenantId }: Tenant) {
  const { rows } = await instance.server.database.owner.query(
    `select t.id, t.tags, t.labels, t.location_id, t.status_key, t.has_conversation,
       (select jsonb_object_agg(c.id, c.location_id) from conversations c where c.tenant_id = t.tenant_id and c.contact_id = t.id) as threads
     from contacts t where t.tenant_id = $1 order by t.id`,
    [tenantId],
  )
  const { rows: counts } = await instance.server.database.owner.query(
    `select location_id::text as cell, sum(n)::int as n from contact_counts where tenant_id = $1 group by 1 having sum(n) <> 0
     union all select tag, sum(n)::int from tag_counts where tenant_id = $1 group by 1 having sum(n) <> 0 order by 1`,
    [tenantId],
  )
  return { rows, counts }
}

test.each(CONTACT_BULK_CHANGES)('%s: many contacts, and back', async (change) => {
  const scene = await aScene()
  const { tenant, id, sid } = scene
  const { owner } = tenant
  ok(await owner.call(contacts.updateLabels, { id, labels: ['New Lead'] }))
  const before = await stateOf(tenant)
  const screen = await connectLive(instance.url, owner.auth)
  const started = ok(
    await owner.call(bulkActions.startOnContacts, { change, criteria: {}, ...INPUT[change](scene) }),
  ).data
  expect(started).toMatchObject({ change, total: 3, state: 'running' })
  await screen.waitFor('bulk-action.changed', ({ action }) => action.state === 'done')
  await screen.waitFor('contact.changed', () => true)
  screen.close()
  const [action] = ok(await owner.call(bulkActions.getList, undefined)).data.actions
  expect(action?.changed).toBeGreaterThan(0)
  expect(await stateOf(tenant)).not.toEqual(before)
  if (change === 'delete') {
    expect(action).toMatchObject({ changed: 3, canUndo: false })
    expect(await owner.call(bulkActions.undo, { id: started.id })).toFail('BulkActionNotUndoable')
    expect((await stateOf(tenant)).rows).toEqual([])
    return
  }
  const { contact } = ok(await owner.call(conversations.getBySid, { sid })).data
  expect(contact).toMatchObject(
    {
      // In the spelling that other contacts have.
      'add-tags': { tags: ['new', 'kept'] },
      'add-labels': { labels: ['New Lead', 'No Deal'] },
      move: { locationID: scene.second },
    }[change as string] ?? {},
  )
  ok(await owner.call(bulkActions.undo, { id: started.id }))
  await instance.idle()
  expect(await stateOf(tenant)).toEqual(before)
})

test('more contacts than one transaction stores are all changed, and all of them back', async () => {
  const { owner, tenantId, locationIds } = await instance.createTenant()
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Contact ' || i, '+1646' || (7000000 + i), 'US', $2, 'sms', now() from generate_series(1, 1050) i`,
    [tenantId, locationIds[0]],
  )
  const request = { change: 'add-tags' as const, tags: ['all'], criteria: {} }
  const { id } = ok(await owner.call(bulkActions.startOnContacts, request)).data
  await instance.idle()
  const tagged = async () => ok(await owner.call(contactList.count, { tagsSearch: ['all'] })).count
  const newest = async () => ok(await owner.call(bulkActions.getList, undefined)).data.actions[0]
  expect(await newest()).toMatchObject({ state: 'done', total: 1050, done: 1050, changed: 1050 })
  expect(await tagged()).toBe(1050)
  ok(await owner.call(bulkActions.undo, { id }))
  await instance.idle()
  expect(await newest()).toMatchObject({ isUndo: true, state: 'done', total: 1050, changed: 1050 })
  expect(await tagged()).toBe(0)
})

test('changes what the caller sees, with the rights they have now', async () => {
  const { tenant, first, second, id } = await aScene()
  const hidden = ok(await tenant.owner.call(contacts.add, { phone: newPhone(), locationID: second }))
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const start = (change: ContactBulkChange, more: { contactIDs?: string[]; criteria?: Partial<ContactCriteria> }) =>
    manager.call(bulkActions.startOnContacts, { change, tags: ['x'], labels: ['Nope'], locationID: second, ...more })
  expect(await start('add-tags', { contactIDs: [id, hidden.id] })).toFail('ContactNotFound')
  expect(await start('delete', { criteria: {} })).toFail('Forbidden')
  expect(await start('move', { criteria: {} })).toFail('LocationNotFound')
  expect(await start('add-labels', { criteria: {} })).toFail('LabelUnknown')
  expect(await start('add-tags', {})).toFail('InvalidInput')
  ok(await start('add-tags', { criteria: { nameSearch: 'ann' } }))
  await instance.idle()
  const tagged = ok(await tenant.owner.call(contactList.getList, { tagsSearch: ['x'] })).contacts
  expect(tagged.map(({ name }) => name)).toEqual(['Ann'])

  // Contacts with conversations that the caller cannot see are not deleted.
  const permission = 'convos_delete_contact_conversation'
  ok(await tenant.owner.call(team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  ok(await start('delete', { criteria: {} }))
  await instance.idle()
  const left = ok(await tenant.owner.call(contactList.getList, {})).contacts.map((contact) => contact.id)
  expect(left.toSorted()).toEqual([id, hidden.id].toSorted())
})
