import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const send = async (tenant: Tenant, conversationSid: string, text: string) => {
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid,
      text,
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await instance.idle()
}
const reactionsOf = async (tenant: Tenant, sid: string) =>
  (await tenant.messagesOf({ sid })).map(({ body, attributes }) => [
    body,
    'reactions' in attributes ? attributes.reactions : undefined,
  ])

test('a tapback is shown on the message it quotes, live and in catch-up; its text is kept and counted', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  await send(tenant, sid, 'See you at 2')
  await send(tenant, sid, 'Bring the crown')
  const live = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await live.catchUp(null)

  const after = await tenant.textFrom(phone, 'Loved “See you at 2”')
  const heart = { emoji: '❤️', author: phone }
  expect(await reactionsOf(tenant, sid)).toEqual([
    ['Hello', undefined],
    ['See you at 2', [heart]],
    ['Bring the crown', undefined],
    ['Loved “See you at 2”', undefined],
  ])
  expect(after.attributes).toMatchObject({ unreadMessages: 2, latestMessage: 'Loved “See you at 2”' })
  const [, meant, , line] = await tenant.messagesOf({ sid })
  expect(line?.attributes).toMatchObject({ reaction: { emoji: '❤️', isRemoved: false, messageSid: meant?.sid } })
  expect((await live.waitFor('message.changed', ({ message }) => message.sid === meant?.sid)).message).toEqual(meant)
  expect((await live.waitFor('message.created', ({ message }) => message.sid === line?.sid)).message).toEqual(line)
  const missed = await live.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events).toContainEqual(expect.objectContaining({ message: meant }))
  live.close()

  // A new reaction replaces the previous one, and a removed one disappears.
  await tenant.textFrom(phone, 'Reacted 🎉 to “See you…”')
  expect((await reactionsOf(tenant, sid))[1]?.[1]).toEqual([{ emoji: '🎉', author: phone }])
  await tenant.textFrom(phone, 'Removed a 🎉 reaction from “See you at 2”')
  expect((await reactionsOf(tenant, sid))[1]?.[1]).toEqual([])
})

test('a tapback that quotes no message of ours is an ordinary text', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Loved “a song”')
  expect(await reactionsOf(tenant, conversation.sid)).toEqual([['Loved “a song”', undefined]])
})

test('a thumbs-up on “Reply STOP to opt out” is not an opt-out', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  await send(tenant, sid, 'Reply STOP to opt out')
  const after = await tenant.textFrom(phone, 'Liked “Reply STOP to opt out”')
  expect(after.contact.isOptedOut).toBe(false)
})

test('deleting a tapback removes its reaction and no other, live and in catch-up', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  await send(tenant, sid, 'See you at 2')
  await tenant.textFrom(phone, 'Liked “See you at 2”')
  await tenant.textFrom(phone, 'Loved “See you at 2”')
  const [, meant, liked, loved] = await tenant.messagesOf({ sid })
  const live = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await live.catchUp(null)
  const remove = async (message: typeof liked) =>
    ok(await tenant.owner.call(contract.messages.remove, { sid: message?.sid ?? '' }))
  // The heart has replaced the thumb, so deleting the thumb’s text removes nothing.
  await remove(liked)
  expect((await reactionsOf(tenant, sid))[1]?.[1]).toEqual([{ emoji: '❤️', author: phone }])
  await remove(loved)
  expect((await reactionsOf(tenant, sid))[1]?.[1]).toEqual([])
  await live.waitFor(
    'message.changed',
    ({ message }) =>
      message.sid === meant?.sid && 'reactions' in message.attributes && message.attributes.reactions?.length === 0,
  )
  const missed = await live.catchUp(lastId)
  const [, now] = await tenant.messagesOf({ sid })
  expect(missed.status === 'ok' && missed.events).toContainEqual(expect.objectContaining({ message: now }))
  live.close()
})
