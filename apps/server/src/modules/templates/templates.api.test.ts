import { contract } from '@frontdesk/contract'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { type Person, sharedHouse } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'

const { getList, save, setFavorite, recordUse, remove } = contract.templates

const house = await sharedHouse()

const listOf = async (person: Person) => ok(await person.call(getList, undefined)).templates

test('a new business starts with the default templates', async () => {
  const { owner } = await house.aTenant()
  expect((await listOf(owner)).map(({ title }) => title).toSorted()).toEqual([
    'Negative review follow up',
    'Reminder',
    'Review invitation',
    'Say thanks',
  ])
})

test('who manages templates adds, changes and deletes them; other screens follow', async () => {
  const { aPerson } = await house.aTenant()
  const manager = await aPerson('Manager')
  const member = await aPerson('TeamMember')
  const screen = await listen(house.url, member.auth)
  const added = ok(
    await manager.call(save, { title: ' Parking ', message: 'Park behind the house, :contact_first_name:.' }),
  )
  expect(added).toMatchObject({ title: 'Parking', usedCount: 0, lastUsedAt: null, locationIDs: null, version: 1 })
  await screen.hears('setting.changed', ({ subject }) => subject === 'templates')
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

test('a title stands once, and a template needs words', async () => {
  const { owner } = await house.aTenant()
  expect(await owner.call(save, { title: 'say THANKS', message: 'x' })).toFail('TemplateTitleTaken')
  expect(await owner.call(save, { title: ' ', message: 'x' })).toFail('InvalidInput')
  expect(await owner.call(save, { title: 'x', message: ' ' })).toFail('InvalidInput')
  expect(await owner.call(save, { title: 'x', message: 'x'.repeat(1601) })).toFail('InvalidInput')
})

test('everybody counts uses and marks their own favorites', async () => {
  const { owner, aPerson } = await house.aTenant()
  const member = await aPerson('TeamMember')
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

test('a template of some locations is there for who sees one of them, and moves with its location', async () => {
  const { owner, aPerson, locationIds } = await house.aTenant({ locations: 2 })
  const [first = '', second = ''] = locationIds
  const here = await aPerson('Manager', { locationIds: [first] })
  const there = await aPerson('Manager', { locationIds: [second] })
  const { id } = ok(await owner.call(save, { title: 'Second only', message: 'x', locationIDs: [second] }))
  expect((await listOf(here)).some((template) => template.id === id)).toBe(false)
  expect((await listOf(there)).find((template) => template.id === id)).toMatchObject({ locationsCount: 1 })
  expect(await here.call(recordUse, { id })).toFail('TemplateNotFound')
  expect(await here.call(save, { id, title: 'Mine', message: 'x' })).toFail('TemplateNotFound')
  expect(await here.call(save, { title: 'Y', message: 'x', locationIDs: [second] })).toFail('LocationNotFound')
  ok(await owner.call(contract.locations.remove, { id: second, moveToLocationID: first }))
  expect((await listOf(here)).find((template) => template.id === id)).toMatchObject({ locationIDs: [first] })
})

test('someone with some of a template’s locations can only choose which of theirs use it', async () => {
  const { owner, aPerson, locationIds } = await house.aTenant({ locations: 2 })
  const [first = '', second = ''] = locationIds
  const manager = await aPerson('Manager', { locationIds: [first] })
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
  // “Everywhere” means the one location of someone who has one.
  const own = ok(await manager.call(save, { title: 'Ours', message: 'x' }))
  expect(own).toMatchObject({ locationIDs: [first], isShared: false })
  ok(await manager.call(save, { id: own.id, title: 'Ours', message: 'y' }))
  ok(await manager.call(remove, { id: own.id }))
  expect(await seen(own.id)).toBeUndefined()
})

test('templates of another business are not there', async () => {
  const { owner } = await house.aTenant()
  const { owner: stranger } = await house.aTenant()
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
