import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { findSegment } from './index.ts'

const { contactFields, contactList, contacts, contactSegments, views } = contract

const instance = await sharedTestInstance()

const namesOf = async (person: TestUser) =>
  ok(await person.call(contactSegments.getList, undefined)).segments.map(({ name }) => name)

test('a segment is private until it is shared, live, and says what it matches now', async () => {
  const { owner, createUser, tenantId } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const { fields } = ok(await owner.call(contactFields.save, { fields: [{ name: 'Pet', type: 'text' }], version: 0 }))
  const [{ id: pet } = { id: '' }] = fields
  ok(
    await owner.call(contacts.add, {
      phone: newPhone(),
      name: 'Maya',
      tags: ['VIP, gold'],
      custom: { [pet]: 'Rex, 1' },
    }),
  )
  ok(await owner.call(contacts.add, { phone: newPhone(), name: 'Noor' }))
  const tag = encodeURIComponent('VIP, gold')
  const field = encodeURIComponent(`${pet}.contains.rex, 1`)
  const search = new URLSearchParams({ tag, field, range: 'today', junk: '1', sort: 'name' }).toString()
  const segment = ok(await owner.call(contactSegments.save, { name: ' Gold ', search }))
  expect(segment).toMatchObject({
    name: 'Gold',
    search: new URLSearchParams({ field, range: 'today', tag }).toString(),
    criteria: {
      tagsSearch: ['VIP, gold'],
      fields: [{ fieldID: pet, operator: 'contains', value: 'rex, 1' }],
      startDateTimeUTC: expect.any(String),
    },
    isShared: false,
    isOwn: true,
  })
  const { contacts: matching } = ok(await owner.call(contactList.getList, segment.criteria))
  expect(matching.map(({ name }) => name)).toEqual(['Maya'])

  const { id, name } = segment
  expect(await namesOf(member)).toEqual([])
  for (const call of [contactSegments.save, contactSegments.delete])
    expect(await member.call(call, { id, name, search })).toFail('SegmentNotFound')
  const screen = await connectLive(instance.url, member.auth)
  ok(await owner.call(contactSegments.save, { id, name, search, isShared: true }))
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'contact-segments')
  screen.close()
  expect(await namesOf(member)).toEqual(['Gold'])
  expect(await member.call(contactSegments.save, { name: 'Mine', search, isShared: true })).toFail('Forbidden')
  // Views of the inbox are not segments.
  expect(await owner.call(views.delete, { id })).toFail('ViewNotFound')
  expect(ok(await owner.call(views.getList, undefined)).data.views).toEqual([])

  // Other modules look up what it matches, for a teammate.
  const find = (person: TestUser) =>
    instance.server.services.inTenant({ tenantId }, async (tx) => {
      const viewer = await findPerson(tx, person.auth.userId)
      return viewer && findSegment(tx, viewer, id)
    })
  expect(await find(member)).toMatchObject({ name: 'Gold', criteria: { tagsSearch: ['VIP, gold'] } })
  expect(ok(await owner.call(contactSegments.delete, { id })).segments).toEqual([])
  expect(await find(member)).toBeUndefined()
})

test('a segment that names something deleted matches no one, never everyone', async () => {
  const { owner } = await instance.createTenant()
  ok(await owner.call(contacts.add, { phone: newPhone(), name: 'Maya' }))
  for (const [key, value] of [
    ['tag', 'gone'],
    ['label', 'gone'],
    ['status', 'gone'],
    ['location', crypto.randomUUID()],
    ['field', encodeURIComponent(`${crypto.randomUUID()}.is.x`)],
  ] as const) {
    const search = new URLSearchParams({ [key]: value }).toString()
    const { criteria } = ok(await owner.call(contactSegments.save, { name: 'Old', search }))
    expect(ok(await owner.call(contactList.count, criteria)).count).toBe(0)
  }
})

test('a segment whose filter no list would accept is refused, and the others can still be listed', async () => {
  const { owner } = await instance.createTenant()
  const save = (search: string) => owner.call(contactSegments.save, { name: 'Odd', search })
  const uuid = '00000000-0000-0000-1000-000000000000'
  for (const search of ['q=a%00b', 'tag=a%2500b', `tag=${'x'.repeat(41)}`, `location=${uuid}`])
    expect(await save(search), search).toFail('InvalidInput')
  expect(await namesOf(owner)).toEqual([])
})
