import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, upload } from '../../testing/files.ts'
import { startGroupMessageTests } from '../../testing/group-message-tests.ts'
import { addContact, addGroup, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'

const { groupMessages, groups } = contract

const { instance, clock, sendMessage, finish, getMessage, outcomesOf } = await startGroupMessageTests()

test('waits for the end of quiet hours, asks consent again, and can be stopped', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  const contactIDs = [ann.id, bob.id]
  expect(ok(await owner.call(groups.previewMessage, { contactIDs, text: 'Hi' })).data).toMatchObject({ held: 2 })
  const held = await sendMessage(owner, { contactIDs })
  expect(held).toMatchObject({
    state: 'running',
    stats: { outcomes: { held: 2 }, reasons: [{ outcome: 'held', reason: 'quiet-hours', count: 2 }] },
  })
  expect(Date.parse(held.stats.heldUntil ?? '')).toBeGreaterThan(Date.parse(clock.now()))
  const stopped = await sendMessage(owner, { contactIDs, text: 'Never mind' })
  expect(ok(await owner.call(groupMessages.stop, { id: stopped.id })).data).toMatchObject({
    state: 'stopped',
    stopReason: 'teammate',
    stats: { outcomes: { cancelled: 2 }, heldUntil: null },
  })
  await finish()
  const { rows } = await instance.server.database.owner.query(
    'select distinct state, held_until from group_recipients where group_message_id = $1',
    [stopped.id],
  )
  expect(rows).toEqual([{ state: 'cancelled', held_until: null }])
  await tenant.textFrom(bob.phone, 'STOP')
  clock.goToNext('09:00')
  await finish()
  await finish()
  expect(await getMessage(owner, held.id)).toMatchObject({ state: 'done' })
  expect(await outcomesOf(owner, held.id)).toEqual({ Ann: 'delivered', Bob: 'opted-out' })
  expect(await arrivedTexts(tenant, ann)).toEqual(['Hello'])
  clock.goToNext('12:00')
})

test('a message is stopped only by its author, and by those who see everyone it is still for', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const [here, colleague] = [
    await tenant.createUser('Manager', { locationIds: [first] }),
    await tenant.createUser('Manager', { locationIds: [first, second] }),
  ]
  const ann = await addContact(tenant, 'Ann', { locationID: first })
  const bob = await addContact(tenant, 'Bob', { locationID: second })
  const { sid } = await addGroup(owner, { contactIDs: [ann.id, bob.id], locationID: first })
  const message = await sendMessage(owner, { groupSid: sid })
  const { id } = message
  expect(message.canStop).toBe(true)
  expect(await getMessage(here, id)).toMatchObject({ canStop: false, stats: { recipients: 1 } })
  expect(await here.call(groupMessages.stop, { id })).toFail('GroupMessageRestricted')
  expect(await here.call(groups.delete, { sid })).toFail('GroupRestricted')
  expect(await getMessage(owner, id)).toMatchObject({ state: 'running', stats: { outcomes: { held: 2 } } })
  expect(ok(await colleague.call(groupMessages.stop, { id })).data).toMatchObject({ state: 'stopped', canStop: false })
  const ofManager = await sendMessage(here, { groupSid: sid, text: 'From me' })
  expect(ok(await here.call(groupMessages.stop, { id: ofManager.id })).data).toMatchObject({ state: 'stopped' })
  clock.goToNext('12:00')
})

test('a message is held for undoing, and undone whole or sent once', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const colleague = await tenant.createUser('Manager')
  const ann = await addContact(tenant, 'Ann')
  const { sid: groupSid } = await addGroup(owner, { contactIDs: [ann.id] })
  const file = ok(await upload(owner, await createPng()))
  const message = groupMessage({ groupSid, text: 'Oops', attachments: [file.sid], canUndo: true })
  const { id } = ok(await owner.call(groups.sendMessage, message)).data
  const screen = await connectLive(instance.url, colleague.auth)
  // A job that runs too early sends nothing.
  await finish()
  expect(await getMessage(owner, id)).toMatchObject({
    state: 'running',
    canUndo: true,
    stats: { outcomes: { pending: 1 } },
  })
  expect(await getMessage(colleague, id)).toMatchObject({ canUndo: false })
  expect(await colleague.call(groupMessages.undo, { id })).toFail('GroupMessageNotUndoable')
  expect(ok(await owner.call(groupMessages.undo, { id })).data).toMatchObject({
    state: 'undone',
    body: 'Oops',
    attachments: [file],
    stats: { recipients: 0 },
  })
  await screen.waitFor('group-message.changed', ({ groupMessageID }) => groupMessageID === id)
  expect(await owner.call(groupMessages.undo, { id })).toFail('GroupMessageNotUndoable')
  clock.advance(6000)
  await finish()
  expect(await arrivedTexts(tenant, ann)).toEqual([])
  expect(ok(await owner.call(groupMessages.getList, { groupSid })).data.messages).toEqual([])
  // A request that is repeated late does not send it after all; the file can be sent with another message.
  expect(ok(await owner.call(groups.sendMessage, message)).data.state).toBe('undone')
  const again = groupMessage({ groupSid, text: 'Better', attachments: [file.sid], canUndo: true })
  const { id: sentId } = ok(await owner.call(groups.sendMessage, again)).data
  clock.advance(6000)
  expect(await owner.call(groupMessages.undo, { id: sentId })).toFail('GroupMessageNotUndoable')
  await finish()
  expect(await getMessage(owner, sentId)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect(await arrivedTexts(tenant, ann)).toEqual(['Better'])
  screen.close()
})
