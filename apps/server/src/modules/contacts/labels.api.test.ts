import { contract } from '@frontdesk/contract/api'
import { DEFAULT_LABELS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { contacts, conversations } = contract

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
  expect(ok(await owner.call(contacts.get, { id })).labels).toEqual(['B', 'A'])
  ok(await owner.call(contacts.saveLabels, { labels: [{ ...a, was: 'B' }], version: 2 }))
  expect(ok(await owner.call(contacts.get, { id })).labels).toEqual(['A'])
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
})
