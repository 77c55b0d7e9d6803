import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { get, save, change } = contract.contactStatuses
const STATUSES = [
  { key: 'lead', name: 'New lead', type: 'OPEN' as const },
  { key: 'won', name: 'Won', type: 'closed' as const },
]

const instance = await sharedTestInstance()

test('a status is set on a conversation, counted, renamed, and gone with its removal', async () => {
  const { owner, createUser, textFrom } = await instance.createTenant()
  const manager = await createUser('Manager')
  const { sid } = await textFrom(newPhone(), 'Hi')
  expect(ok(await owner.call(get, undefined))).toEqual({ statuses: [], version: 0 })
  ok(await owner.call(save, { statuses: STATUSES, version: 0 }))
  const screen = await connectLive(instance.url, owner.auth)
  const { data } = ok(await manager.call(change, { sid, statusKey: 'lead' }))
  expect(data.attributes).toMatchObject({ statusKey: 'lead', statusName: 'New lead' })
  await screen.waitFor('message.created', ({ conversation }) => conversation.attributes.statusName === 'New lead')
  const byStatus = async () => ok(await owner.call(contract.conversations.getStats, {})).data.totals.byStatus
  expect(await byStatus()).toEqual({ lead: 1 })
  expect((await owner.call(contract.conversations.getList, { statusKeys: ['lead'] })) as object).toMatchObject({
    data: { conversations: [{ sid }] },
  })

  const [lead, won] = STATUSES
  if (!lead || !won) throw new Error('Two statuses.')
  ok(await owner.call(save, { statuses: [won, { ...lead, name: 'Fresh lead' }], version: 1 }))
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'contact-statuses')
  const read = async () => ok(await owner.call(contract.conversations.getBySid, { sid })).data.attributes
  expect(await read()).toMatchObject({ statusName: 'Fresh lead' })
  ok(await owner.call(save, { statuses: [won], version: 2 }))
  expect(await read()).toMatchObject({ statusKey: null, statusName: null })
  expect((await byStatus()).lead ?? 0).toBe(0)
  expect(ok(await owner.call(contract.conversations.getStats, {})).data.totalOpen).toBe(1)
  screen.close()
})

test('a status of the closed type closes the conversation; the next text reopens it and keeps the status', async () => {
  const { owner, textFrom } = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await textFrom(phone, 'Hi')
  ok(await owner.call(save, { statuses: STATUSES, version: 0 }))
  expect(ok(await owner.call(change, { sid, statusKey: 'lead' })).data.attributes.isClosed).toBe(false)
  const screen = await connectLive(instance.url, owner.auth)
  expect(ok(await owner.call(change, { sid, statusKey: 'won' })).data.attributes.isClosed).toBe(true)
  await screen.waitFor('message.created', ({ conversation }) => conversation.attributes.isClosed)
  screen.close()
  const stats = async () => ok(await owner.call(contract.conversations.getStats, {})).data
  expect(await stats()).toMatchObject({ totalOpen: 0, totalClosed: 1 })
  const { rows } = await instance.server.database.owner.query(
    "select data from events where conversation_id = $1 and type = 'conversation.closed'",
    [fromSid(sid)],
  )
  expect(rows).toEqual([{ data: { by: 'status' } }])
  // Clearing the status does not reopen the conversation.
  expect(ok(await owner.call(change, { sid, statusKey: null })).data.attributes.isClosed).toBe(true)
  ok(await owner.call(change, { sid, statusKey: 'won' }))
  await textFrom(phone, 'One more thing')
  expect(ok(await owner.call(contract.conversations.getBySid, { sid })).data.attributes).toMatchObject({
    isClosed: false,
    statusKey: 'won',
  })
  expect(await stats()).toMatchObject({ totalOpen: 1, totalClosed: 0 })
})

test('unknown statuses, hidden conversations, duplicate names and outdated versions are rejected', async () => {
  const { owner, createUser, textFrom } = await instance.createTenant()
  const { owner: stranger } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const { sid } = await textFrom(newPhone(), 'Hi')
  ok(await owner.call(save, { statuses: STATUSES, version: 0 }))
  expect(await owner.call(change, { sid, statusKey: 'lost' })).toFail('ContactStatusUnknown')
  expect(await member.call(change, { sid, statusKey: 'won' })).toFail('ConversationNotFound')
  expect(await stranger.call(change, { sid, statusKey: null })).toFail('ConversationNotFound')
  expect(await member.call(save, { statuses: [], version: 1 })).toFail('Forbidden')
  expect(await owner.call(save, { statuses: [], version: 0 })).toFail('ChangedMeanwhile')
  for (const statuses of [
    [...STATUSES, { key: 'won', name: 'Other', type: 'OPEN' as const }],
    [...STATUSES, { key: 'x', name: 'WON', type: 'OPEN' as const }],
    [{ key: 'x', name: ' ', type: 'OPEN' as const }],
    [{ key: 'X Y', name: 'x', type: 'OPEN' as const }],
  ]) {
    expect(await owner.call(save, { statuses, version: 1 })).toFail('InvalidInput')
  }
})
