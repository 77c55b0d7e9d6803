import { contract } from '@frontdesk/contract/api'
import { DEFAULT_LABELS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bulkActions, contacts, conversations, team } = contract

const instance = await sharedTestInstance()

const stored = async ({ owner }: Tenant) => ok(await owner.call(contacts.getLabels, undefined))

test('starts with the default labels, and renames them on contacts', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { labels, version } = await stored(tenant)
  expect(labels).toEqual(DEFAULT_LABELS)
  const { contact } = await tenant.textFrom(newPhone(), 'Hi')
  ok(await owner.call(contacts.updateLabels, { id: contact.id, labels: ['Follow-up', 'New Lead', 'No Deal'] }))
  const live = await connectLive(instance.url, owner.auth)

  const next = labels
    .filter(({ name }) => name !== 'No Deal')
    .map((label) => (label.name === 'New Lead' ? { name: 'Fresh lead', color: '#e03131', was: 'New Lead' } : label))
  const after = ok(await owner.call(contacts.saveLabels, { labels: next, version }))
  expect(after.labels[0]).toEqual({ name: 'Fresh lead', color: '#e03131' })
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id: contact.id })).labels).toEqual(['Follow-up', 'Fresh lead'])
  await live.waitFor('setting.changed', ({ subject }) => subject === 'labels')
  live.close()
  expect(ok(await owner.call(contacts.countLabels, undefined)).contacts).toEqual({ 'Fresh lead': 1, 'Follow-up': 1 })
})

test('labels are counted on the contacts that the viewer may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [, there = ''] = tenant.locationIds
  const second = await tenant.createUser('Owner', { locationIds: [there] })
  for (const to of tenant.numbers) {
    const { contact } = await tenant.textFrom(newPhone(), 'Hi', { to })
    ok(await tenant.owner.call(contacts.updateLabels, { id: contact.id, labels: ['New Lead'] }))
  }
  const count = async (person: Tenant['owner']) => ok(await person.call(contacts.countLabels, undefined)).contacts
  expect(await count(tenant.owner)).toEqual({ 'New Lead': 2 })
  expect(await count(second)).toEqual({ 'New Lead': 1 })
})

test('swaps two names, and merges a label that takes another’s name', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contact } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = contact
  const [a, b] = [
    { name: 'A', color: '#1c7ed6' },
    { name: 'B', color: '#7048e8' },
  ]
  ok(await owner.call(contacts.saveLabels, { labels: [a, b], version: 0 }))
  ok(await owner.call(contacts.updateLabels, { id, labels: ['A', 'B'] }))
  const swapped = [
    { ...b, was: 'A' },
    { ...a, was: 'B' },
  ]
  ok(await owner.call(contacts.saveLabels, { labels: swapped, version: 1 }))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id })).labels).toEqual(['B', 'A'])
  ok(await owner.call(contacts.saveLabels, { labels: [{ ...a, was: 'B' }], version: 2 }))
  await instance.idle()
  expect(ok(await owner.call(contacts.get, { id })).labels).toEqual(['A'])
})

test('renames and deletes labels on all contacts in batches, even if the teammate who did so sees few of them or has left', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, tenantId, locationIds } = tenant
  const database = instance.server.database.owner
  await database.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at, labels)
     select $1, gen_random_uuid(), '', '+1646' || (8000000 + i), 'US', $2, 'sms', now(), '{No Deal,New Lead}'
     from generate_series(1, 1050) i`,
    [tenantId, locationIds[0]],
  )
  const manager = await tenant.createUser('Manager', { locationIds: [locationIds[1] ?? ''] })
  ok(
    await owner.call(team.setRolePermission, {
      role: 'Manager',
      permission: 'admin_manage_settings',
      isGranted: true,
    }),
  )
  const { labels, version } = await stored(tenant)
  const next = labels.flatMap((label) =>
    label.name === 'No Deal' ? [] : label.name === 'New Lead' ? { ...label, name: 'Fresh', was: label.name } : label,
  )
  const saved = ok(await manager.call(contacts.saveLabels, { labels: next, version }))
  ok(await owner.call(team.removeUser, { userID: manager.auth.userId, toUserID: null }))
  await instance.idle()
  const { rows } = await database.query(
    `select b.state, b.done, b.changed, (select array_agg(distinct labels::text) from contacts c where c.tenant_id = $1) as labels
     from bulk_actions b where b.tenant_id = $1`,
    [tenantId],
  )
  expect(rows).toEqual([{ state: 'done', done: 1050, changed: 1050, labels: ['{Fresh}'] }])

  // Until it is done, it cannot be stopped, and names stay as they are; colors and the order may change.
  await database.query("update bulk_actions set state = 'running', user_id = $2 where tenant_id = $1", [
    tenantId,
    owner.auth.userId,
  ])
  const [action] = ok(await owner.call(bulkActions.getList, undefined)).data.actions
  expect(action).toMatchObject({ change: 'change-labels', canUndo: false })
  expect(ok(await owner.call(bulkActions.stop, { id: action?.id ?? '' })).data.state).toBe('running')
  const renamed = saved.labels.map((label) => (label.name === 'Fresh' ? { ...label, name: 'X', was: 'Fresh' } : label))
  expect(await owner.call(contacts.saveLabels, { labels: renamed, version: saved.version })).toFail('LabelsChanging')
  ok(await owner.call(contacts.saveLabels, { labels: saved.labels.toReversed(), version: saved.version }))
})

test('reports a conflict to the slower of two savers, and requires the settings permission', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { labels, version } = await stored(tenant)
  ok(await owner.call(contacts.saveLabels, { labels: labels.slice(1), version }))
  expect(await owner.call(contacts.saveLabels, { labels, version })).toFail('ChangedMeanwhile')
  const [first = { name: '', color: '' }] = labels
  for (const wrong of [
    [first, { ...first, name: first.name.toUpperCase() }],
    [{ ...first, name: ' ' }],
    [{ ...first, color: 'red' }],
    [{ ...first, name: 'x'.repeat(41) }],
  ])
    expect(await owner.call(contacts.saveLabels, { labels: wrong, version: 1 })).toFail('InvalidInput')
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(contacts.saveLabels, { labels, version: 1 })).toFail('Forbidden')
  expect(await member.call(contacts.countLabels, undefined)).toFail('Forbidden')
  expect(ok(await member.call(contacts.getLabels, undefined)).labels).toHaveLength(labels.length - 1)
})

test('suggests contacts by name and number, with their conversation, and never hidden ones', async () => {
  const [tenant, other] = [await instance.createTenant({ locations: 2 }), await instance.createTenant()]
  const [here = '', there = ''] = tenant.locationIds
  const phone = newPhone()
  const name = 'Zoë Quill'
  const { sid } = ok(
    await tenant.owner.call(conversations.getSetSms, {
      contactName: name,
      contactPhoneNumber: phone,
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  ).data
  const suggested = async (person: Tenant['owner'], searchTerm: string) =>
    ok(await person.call(contacts.suggest, { searchTerm })).contacts
  const suggestions = [{ name, phone, conversationSid: sid, locationID: here }]
  for (const term of [
    'quill',
    ' ZO ',
    phone,
    phone.slice(-7),
    `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
    // As it is dialled within some countries.
    `0${phone.slice(2)}`,
  ])
    expect([term, await suggested(tenant.owner, term)]).toMatchObject([term, suggestions])
  expect(await suggested(tenant.owner, '%%')).toEqual([])
  for (const stranger of [
    other.owner,
    await tenant.createUser('Manager', { locationIds: [there] }),
    await tenant.createUser('TeamMember'),
  ])
    expect(await suggested(stranger, 'quill')).toEqual([])
  expect(await tenant.owner.call(contacts.suggest, { searchTerm: 'q' })).toFail('InvalidInput')

  // More hidden contacts match than are read, before the only one that the manager sees.
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Quill', '+1628' || (5000000 + i), 'US', $2, 'sms', now() from generate_series(1, 2100) i`,
    [tenant.tenantId, here],
  )
  const seen = { name: 'Ada Quill', phone: newPhone(), locationID: there }
  ok(await tenant.owner.call(contacts.add, seen))
  expect(await suggested(await tenant.createUser('Manager', { locationIds: [there] }), 'quill')).toMatchObject([seen])
})
