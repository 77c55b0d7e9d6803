import { contract, fromSid } from '@frontdesk/contract'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aPhone, sharedHouse } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'

const { get, save, change } = contract.contactStatuses
const STATUSES = [
  { key: 'lead', name: 'New lead', type: 'OPEN' as const },
  { key: 'won', name: 'Won', type: 'closed' as const },
]

const house = await sharedHouse()

test('a status is set on a conversation, counted, renamed, and gone with its removal', async () => {
  const { owner, aPerson, textFrom } = await house.aTenant()
  const manager = await aPerson('Manager')
  const { sid } = await textFrom(aPhone(), 'Hi')
  expect(ok(await owner.call(get, undefined))).toEqual({ statuses: [], version: 0 })
  ok(await owner.call(save, { statuses: STATUSES, version: 0 }))
  const screen = await listen(house.url, owner.auth)
  const { data } = ok(await manager.call(change, { sid, statusKey: 'lead' }))
  expect(data.attributes).toMatchObject({ statusKey: 'lead', statusName: 'New lead' })
  await screen.hears('message.created', ({ conversation }) => conversation.attributes.statusName === 'New lead')
  const byStatus = async () => ok(await owner.call(contract.conversations.getStats, {})).data.totals.byStatus
  expect(await byStatus()).toEqual({ lead: 1 })
  expect((await owner.call(contract.conversations.getList, { statusKeys: ['lead'] })) as object).toMatchObject({
    data: { conversations: [{ sid }] },
  })

  const [lead, won] = STATUSES
  if (!lead || !won) throw new Error('Two statuses.')
  ok(await owner.call(save, { statuses: [won, { ...lead, name: 'Fresh lead' }], version: 1 }))
  await screen.hears('setting.changed', ({ subject }) => subject === 'contact-statuses')
  const read = async () => ok(await owner.call(contract.conversations.getBySid, { sid })).data.attributes
  expect(await read()).toMatchObject({ statusName: 'Fresh lead' })
  ok(await owner.call(save, { statuses: [won], version: 2 }))
  expect(await read()).toMatchObject({ statusKey: null, statusName: null })
  expect((await byStatus()).lead ?? 0).toBe(0)
  expect(ok(await owner.call(contract.conversations.getStats, {})).data.totalOpen).toBe(1)
  screen.close()
})

test('a status of the closed type closes the conversation; the next text opens it again and leaves the status', async () => {
  const { owner, textFrom } = await house.aTenant()
  const phone = aPhone()
  const { sid } = await textFrom(phone, 'Hi')
  ok(await owner.call(save, { statuses: STATUSES, version: 0 }))
  expect(ok(await owner.call(change, { sid, statusKey: 'lead' })).data.attributes.isClosed).toBe(false)
  const screen = await listen(house.url, owner.auth)
  expect(ok(await owner.call(change, { sid, statusKey: 'won' })).data.attributes.isClosed).toBe(true)
  await screen.hears('message.created', ({ conversation }) => conversation.attributes.isClosed)
  screen.close()
  const stats = async () => ok(await owner.call(contract.conversations.getStats, {})).data
  expect(await stats()).toMatchObject({ totalOpen: 0, totalClosed: 1 })
  const { rows } = await house.server.database.owner.query(
    "select data from events where conversation_id = $1 and type = 'conversation.closed'",
    [fromSid(sid)],
  )
  expect(rows).toEqual([{ data: { by: 'status' } }])
  // Taking the status away again opens nothing.
  expect(ok(await owner.call(change, { sid, statusKey: null })).data.attributes.isClosed).toBe(true)
  ok(await owner.call(change, { sid, statusKey: 'won' }))
  await textFrom(phone, 'One more thing')
  expect(ok(await owner.call(contract.conversations.getBySid, { sid })).data.attributes).toMatchObject({
    isClosed: false,
    statusKey: 'won',
  })
  expect(await stats()).toMatchObject({ totalOpen: 1, totalClosed: 0 })
})

test('unknown statuses, hidden conversations, doubled names and old versions are refused', async () => {
  const { owner, aPerson, textFrom } = await house.aTenant()
  const { owner: stranger } = await house.aTenant()
  const member = await aPerson('TeamMember')
  const { sid } = await textFrom(aPhone(), 'Hi')
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
