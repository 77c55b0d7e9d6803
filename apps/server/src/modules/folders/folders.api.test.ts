import { contract, type Folder } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { getList, add, edit, reorder, count, delete: remove, change, changeBulk } = contract.folders

const instance = await sharedTestInstance()

const foldersOf = async (person: TestUser, locationIDs?: string[]): Promise<Folder[]> =>
  ok(await person.call(getList, { locationIDs })).data.folders
const namesOf = async (person: TestUser, locationIDs?: string[]) =>
  (await foldersOf(person, locationIDs)).map(({ folderName }) => folderName)

test('every location starts with the default folders, in their order', async () => {
  const { owner, createUser, locationIds } = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = locationIds
  const DEFAULTS = ['Waiting Response', 'Review Invite Sent', 'Campaigns', 'Reviews']
  for (const id of locationIds) expect(await namesOf(owner, [id])).toEqual(DEFAULTS)
  const here = await createUser('TeamMember', { locationIds: [first] })
  expect(await namesOf(here)).toEqual(DEFAULTS)
  expect(await foldersOf(here, [second])).toEqual([])
})

test('adds, renames, reorders and deletes folders, live on other screens, and keeps their conversations', async () => {
  const { owner, createUser, locationIds, textFrom, conversationWith } = await instance.createTenant()
  const [locationID = ''] = locationIds
  const member = await createUser('TeamMember')
  const screen = await connectLive(instance.url, member.auth)
  const [added] = ok(await owner.call(add, { folderName: ' Insurance & claims ', locationID })).data.folders
  expect(added).toEqual({ folderKey: 'insurance-claims', folderName: 'Insurance & claims', order: 5, locationID })
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'folders')
  ok(await owner.call(reorder, { locationID, folderKeys: ['insurance-claims', 'reviews', 'gone'] }))
  expect(await namesOf(member)).toEqual([
    'Insurance & claims',
    'Reviews',
    'Waiting Response',
    'Review Invite Sent',
    'Campaigns',
  ])

  const phone = newPhone()
  const { sid } = await textFrom(phone, 'Am I covered?')
  const moved = ok(await owner.call(change, { sid, folderKey: 'insurance-claims' })).data
  expect(moved.attributes).toMatchObject({ folder: 'insurance-claims', folderName: 'Insurance & claims' })
  ok(await owner.call(edit, { locationID, folderKey: 'insurance-claims', folderName: 'Insurance' }))
  expect((await conversationWith(phone))?.attributes.folderName).toBe('Insurance')
  const inside = { locationID, folderKey: 'insurance-claims' }
  expect(ok(await owner.call(count, inside)).data).toEqual({ open: 1, closed: 0 })

  ok(await owner.call(remove, inside))
  expect((await conversationWith(phone))?.attributes).toMatchObject({ folder: 'new', folderName: 'Waiting Response' })
  const stats = ok(await owner.call(contract.conversations.getStats, {})).data
  expect(stats.totals.byFolder).toEqual({ new: 1 })
  expect(await owner.call(remove, inside)).toFail('FolderNotFound')
  expect(await owner.call(change, { sid, folderKey: 'insurance-claims' })).toFail('FolderNotFound')
  screen.close()
})

test('moving a conversation adds an update and changes totals and open screens', async () => {
  const { owner, createUser, textFrom, messagesOf } = await instance.createTenant()
  const manager = await createUser('Manager')
  const { sid } = await textFrom(newPhone(), 'Loved it')
  const screen = await connectLive(instance.url, owner.auth)
  ok(await manager.call(change, { sid, folderKey: 'reviews' }))
  const moved = await screen.waitFor('message.created', ({ message }) => message.attributes.type === 'update')
  expect(moved.conversation.attributes.folderName).toBe('Reviews')
  expect((await messagesOf({ sid })).at(-1)?.attributes).toMatchObject({
    update: { kind: 'foldered', value: 'Reviews' },
  })
  const stats = ok(await owner.call(contract.conversations.getStats, {})).data
  expect(stats).toMatchObject({ totals: { byFolder: { reviews: 1 } }, unreadTotals: { byFolder: { reviews: 1 } } })
  const list = ok(await owner.call(contract.conversations.getList, { folderKeys: ['reviews'] }))
  expect(list.data.conversations.map((conversation) => conversation.sid)).toEqual([sid])
  // A conversation that is in the folder already does not change.
  ok(await manager.call(change, { sid, folderKey: 'reviews' }))
  expect((await messagesOf({ sid })).filter(({ attributes }) => attributes.type === 'update')).toHaveLength(1)
  screen.close()
})

test('moves several conversations, or none of them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, createUser, locationIds, numbers } = tenant
  const [first = '', second = ''] = locationIds
  const a = await tenant.textFrom(newPhone(), 'One')
  const b = await tenant.textFrom(newPhone(), 'Two')
  const elsewhere = await tenant.textFrom(newPhone(), 'Three', { to: numbers[1] ?? '' })
  ok(await owner.call(add, { folderName: 'Here', locationID: first }))
  const sids = [a.sid, b.sid]
  const { data } = ok(await owner.call(changeBulk, { sids: [...sids, a.sid], folderKey: 'here' }))
  expect(data.conversations.map(({ attributes }) => attributes.folder)).toEqual(['here', 'here'])
  expect(await owner.call(changeBulk, { sids: [a.sid, elsewhere.sid], folderKey: 'here' })).toFail('FolderNotFound')
  const seesFirst = await createUser('Manager', { locationIds: [first] })
  expect(await seesFirst.call(changeBulk, { sids: [a.sid, elsewhere.sid], folderKey: 'reviews' })).toFail(
    'ConversationNotFound',
  )
  expect((await tenant.list(owner, { folderKeys: ['here'] })).map(({ sid }) => sid).toSorted()).toEqual(sids.toSorted())
  expect(await owner.call(changeBulk, { sids: [], folderKey: 'new' })).toFail('InvalidInput')

  // To every location, except where there is one of this name already: the same folder, wherever they are shown
  // together.
  ok(await owner.call(add, { folderName: 'HERE', locationID: null }))
  const all = (await foldersOf(owner)).filter(({ folderName }) => folderName.toLowerCase() === 'here')
  expect(all.map(({ locationID }) => locationID).toSorted()).toEqual([first, second].toSorted())
  expect(await owner.call(add, { folderName: 'here', locationID: null })).toFail('FolderNameTaken')
})

test('removing a location copies its folders to the location that takes over', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, locationIds, numbers } = tenant
  const [first = '', second = ''] = locationIds
  ok(await owner.call(add, { folderName: 'Only there', locationID: second }))
  const { sid } = await tenant.textFrom(newPhone(), 'Hi', { to: numbers[1] ?? '' })
  ok(await owner.call(change, { sid, folderKey: 'only-there' }))
  ok(await owner.call(contract.locations.remove, { id: second, moveToLocationID: first }))
  expect(ok(await owner.call(contract.conversations.getBySid, { sid })).data.attributes).toMatchObject({
    locationID: first,
    folder: 'only-there',
    folderName: 'Only there',
  })
  expect(await namesOf(owner)).toHaveLength(5)
})

test('requires the settings permission to change folders; names are unique, and the default folder stays', async () => {
  const { owner, createUser, locationIds, textFrom } = await instance.createTenant()
  const { owner: stranger } = await instance.createTenant()
  const [locationID = ''] = locationIds
  const manager = await createUser('Manager')
  const { sid } = await textFrom(newPhone(), 'Hi')
  const folder = { locationID, folderKey: 'reviews' }
  expect(await manager.call(add, { folderName: 'X', locationID })).toFail('Forbidden')
  expect(await manager.call(edit, { ...folder, folderName: 'X' })).toFail('Forbidden')
  expect(await manager.call(remove, folder)).toFail('Forbidden')
  expect(await manager.call(reorder, { locationID, folderKeys: ['new'] })).toFail('Forbidden')
  ok(await manager.call(change, { sid, folderKey: 'reviews' }))

  expect(await owner.call(add, { folderName: 'reviews', locationID })).toFail('FolderNameTaken')
  expect(await owner.call(edit, { ...folder, folderName: 'CAMPAIGNS' })).toFail('FolderNameTaken')
  for (const folderName of ['', '  ', 'x'.repeat(41)]) {
    expect(await owner.call(add, { folderName, locationID })).toFail('InvalidInput')
  }
  expect(await owner.call(remove, { locationID, folderKey: 'new' })).toFail('FolderKept')
  ok(await owner.call(edit, { locationID, folderKey: 'new', folderName: 'Inbox' }))
  for (const folderName of ['保険', '🦷']) ok(await owner.call(add, { folderName, locationID }))
  expect((await foldersOf(owner)).map(({ folderKey }) => folderKey)).toEqual([
    'new',
    'review-invite',
    'campaigns',
    'reviews',
    'folder-1',
    'folder-2',
  ])

  expect(await stranger.call(change, { sid, folderKey: 'reviews' })).toFail('ConversationNotFound')
  expect(await stranger.call(remove, folder)).toFail('FolderNotFound')
  expect(await stranger.call(add, { folderName: 'X', locationID })).toFail('LocationNotFound')
  expect(await stranger.call(count, folder)).toFail('FolderNotFound')
  expect(await foldersOf(stranger, [locationID])).toEqual([])
})

test('deleting a folder while a conversation is moved into it loses nothing', async () => {
  const { owner, locationIds, textFrom } = await instance.createTenant()
  const [locationID = ''] = locationIds
  const sids: string[] = []
  for (let n = 0; n < 6; n++) sids.push((await textFrom(newPhone(), `Text ${n}`)).sid)
  await Promise.all([
    ...sids.map((sid) => owner.call(change, { sid, folderKey: 'reviews' })),
    owner.call(remove, { locationID, folderKey: 'reviews' }),
    ...sids.map((sid) => owner.call(change, { sid, folderKey: 'reviews' })),
  ])
  const { rows } = await instance.server.database.owner.query(
    'select distinct folder from conversations where id = any($1::uuid[])',
    [sids.map(fromSid)],
  )
  expect(rows).toEqual([{ folder: 'new' }])
  expect(ok(await owner.call(contract.conversations.getStats, {})).data.totals.byFolder).toEqual({ new: 6 })
})
