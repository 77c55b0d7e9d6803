import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { getList, save, setFavorite, recordUse, remove } = contract.templates

const instance = await sharedTestInstance()

const listOf = async (person: TestUser) => ok(await person.call(getList, undefined)).templates

test('a new business starts with the default templates', async () => {
  const { owner } = await instance.createTenant()
  expect((await listOf(owner)).map(({ title }) => title).toSorted()).toEqual([
    'Negative review follow up',
    'Reminder',
    'Review invitation',
    'Say thanks',
  ])
})

test('users who manage templates add, change and delete them, pushed to other screens', async () => {
  const { createUser } = await instance.createTenant()
  const manager = await createUser('Manager')
  const member = await createUser('TeamMember')
  const screen = await connectLive(instance.url, member.auth)
  const added = ok(
    await manager.call(save, { title: ' Parking ', message: 'Park behind the house, :contact_first_name:.' }),
  )
  expect(added).toMatchObject({ title: 'Parking', usedCount: 0, lastUsedAt: null, locationIDs: null, version: 1 })
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'templates')
  expect(await listOf(member)).toContainEqual(added)
  const changed = ok(
    await manager.call(save, { id: added.id, title: 'Parking', message: 'Park in front.', version: 1 }),
  )
  expect(changed).toMatchObject({ message: 'Park in front.', version: 2 })
  const slower = await manager.call(save, { id: added.id, title: 'Parking', message: 'Walk.', version: 1 })
  expect(slower).toFail('ChangedMeanwhile')
  expect(slower).toMatchObject({ body: { data: { present: { message: 'Park in front.' } } } })
  ok(await manager.call(remove, { id: added.id }))
  expect(await manager.call(remove, { id: added.id })).toFail('TemplateNotFound')
  screen.close()

  expect(await member.call(save, { title: 'X', message: 'x' })).toFail('Forbidden')
  expect(await member.call(remove, { id: added.id })).toFail('Forbidden')
})

test('titles are unique, and a template requires text', async () => {
  const { owner } = await instance.createTenant()
  expect(await owner.call(save, { title: 'say THANKS', message: 'x' })).toFail('TemplateTitleTaken')
  expect(await owner.call(save, { title: ' ', message: 'x' })).toFail('InvalidInput')
  expect(await owner.call(save, { title: 'x', message: ' ' })).toFail('InvalidInput')
  expect(await owner.call(save, { title: 'x', message: 'x'.repeat(1601) })).toFail('InvalidInput')
})

test('uses are counted for all, favorites per user', async () => {
  const { owner, createUser } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const last = (await listOf(member)).at(-1)
  const id = last?.id ?? ''
  expect(ok(await member.call(recordUse, { id }))).toMatchObject({ usedCount: 1, lastUsedAt: expect.any(String) })
  expect((await listOf(owner))[0]).toMatchObject({ id, usedCount: 1, favorite: false })
  const other = (await listOf(member)).at(-1)?.id ?? ''
  expect(ok(await member.call(setFavorite, { id: other, favorite: true }))).toMatchObject({ favorite: true })
  ok(await member.call(setFavorite, { id: other, favorite: true }))
  expect((await listOf(member)).map((template) => template.id).slice(0, 2)).toEqual([other, id])
  expect((await listOf(owner)).some(({ favorite }) => favorite)).toBe(false)
  expect(ok(await member.call(setFavorite, { id: other, favorite: false }))).toMatchObject({ favorite: false })
})

test('a template of some locations is visible with one of them, and moves with its location', async () => {
  const { owner, createUser, locationIds } = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = locationIds
  const here = await createUser('Manager', { locationIds: [first] })
  const there = await createUser('Manager', { locationIds: [second] })
  const { id } = ok(await owner.call(save, { title: 'Second only', message: 'x', locationIDs: [second] }))
  expect((await listOf(here)).some((template) => template.id === id)).toBe(false)
  expect((await listOf(there)).find((template) => template.id === id)).toMatchObject({ locationsCount: 1 })
  expect(await here.call(recordUse, { id })).toFail('TemplateNotFound')
  expect(await here.call(save, { id, title: 'Mine', message: 'x' })).toFail('TemplateNotFound')
  expect(await here.call(save, { title: 'Y', message: 'x', locationIDs: [second] })).toFail('LocationNotFound')
  ok(await owner.call(contract.locations.remove, { id: second, moveToLocationID: first }))
  expect((await listOf(here)).find((template) => template.id === id)).toMatchObject({ locationIDs: [first] })
})

test('a user with some of a template’s locations can only change which of theirs use it', async () => {
  const { owner, createUser, locationIds } = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = locationIds
  const manager = await createUser('Manager', { locationIds: [first] })
  const everywhere = ok(await owner.call(save, { title: 'Everywhere', message: 'x' }))
  const both = ok(await owner.call(save, { title: 'Both', message: 'x', locationIDs: [first, second] }))
  const seen = async (id: string) => (await listOf(owner)).find((template) => template.id === id)
  const { id } = everywhere
  expect(await manager.call(save, { id, title: 'Everywhere', message: 'CHANGED', locationIDs: [first] })).toFail(
    'TemplateShared',
  )
  expect(await manager.call(save, { id, title: 'Everywhere', message: 'x', locationIDs: [first] })).toFail(
    'TemplateShared',
  )
  expect(await manager.call(remove, { id })).toFail('TemplateShared')
  expect(await manager.call(save, { ...both, message: 'CHANGED', locationIDs: [first] })).toFail('TemplateShared')
  expect(await seen(id)).toEqual(everywhere)
  expect(await seen(both.id)).toEqual(both)
  expect((await listOf(manager)).find((template) => template.id === both.id)).toMatchObject({ isShared: true })

  ok(await manager.call(remove, { id: both.id }))
  expect(await seen(both.id)).toMatchObject({ message: 'x', locationIDs: [second] })
  // For a user with one location, all locations means that one.
  const managersTemplate = ok(await manager.call(save, { title: 'Ours', message: 'x' }))
  expect(managersTemplate).toMatchObject({ locationIDs: [first], isShared: false })
  ok(await manager.call(save, { id: managersTemplate.id, title: 'Ours', message: 'y' }))
  ok(await manager.call(remove, { id: managersTemplate.id }))
  expect(await seen(managersTemplate.id)).toBeUndefined()
})

test('templates of another business are not found', async () => {
  const { owner } = await instance.createTenant()
  const { owner: stranger } = await instance.createTenant()
  const id = (await listOf(owner))[0]?.id ?? ''
  for (const answer of [
    await stranger.call(recordUse, { id }),
    await stranger.call(setFavorite, { id, favorite: true }),
    await stranger.call(save, { id, title: 'x', message: 'x' }),
    await stranger.call(remove, { id }),
  ]) {
    expect(answer).toFail('TemplateNotFound')
  }
})

test('the universal store reads and saves the same templates, all of a request or none', async () => {
  const { owner } = await instance.createTenant()
  const { getStore, saveStore } = contract.templates
  const { templates } = ok(await owner.call(getStore, undefined))
  const [first] = templates
  if (!first) throw new Error('A new business has default templates.')
  const added = { title: 'Parking', message: 'Park behind the house' }
  const updated = { ...first, message: 'Another text', locationIDs: null }
  const after = ok(await owner.call(saveStore, { templates: [added, updated] })).templates
  expect(after).toHaveLength(templates.length + 1)
  expect(after).toContainEqual(expect.objectContaining({ id: first.id, message: 'Another text' }))
  expect(ok(await owner.call(getStore, undefined)).templates).toEqual(after)

  const refused = await owner.call(saveStore, { templates: [{ title: 'Hours', message: 'Open until 5' }, added] })
  expect(refused).toFail('TemplateTitleTaken')
  expect(ok(await owner.call(contract.templates.getList, undefined)).templates).toEqual(after)
})
