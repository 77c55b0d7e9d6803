import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let world: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => world.stop())

const phone = '+14155550142'
const replies = async () =>
  (await world.api('GET', `/phones/${phone}/messages`)).body.messages
    .filter(({ direction }: { direction: string }) => direction === 'outbound-reply')
    .map(({ body }: { body: string }) => body.slice(0, 41))

test.each(['STOP', ' stop\n', 'StopAll', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])(
  '%j blocks the pair: one confirmation, the webhook still comes, sends are refused',
  async (word) => {
    world = await startSandbox()
    const number = await world.buyNumber()
    const second = await world.buyNumber()
    await world.text(phone, number, word)
    await world.text(phone, number, word)
    await world.sandbox.idle()
    expect(await replies()).toEqual(['You have successfully been unsubscribed. '])
    expect(world.received.map(({ fields }) => fields.Body)).toEqual([word, word])
    await expect(world.client.messages.create({ from: number, to: phone, body: 'x' })).rejects.toMatchObject({
      code: 21610,
    })
    await world.client.messages.create({ from: second, to: phone, body: 'another number may' })

    await world.text(phone, number, 'Yes')
    await world.sandbox.idle()
    expect(await replies()).toEqual([expect.anything(), 'You have successfully been re-subscribed t'.slice(0, 41)])
    await world.client.messages.create({ from: number, to: phone, body: 'welcome back' })
  },
)

test('REMOVE, sentences and START without a block are ordinary texts; HELP is answered', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  for (const body of ['REMOVE', 'please stop', 'stop.', 'START', 'yes']) await world.text(phone, number, body)
  await world.sandbox.idle()
  expect(await replies()).toEqual([])
  await world.client.messages.create({ from: number, to: phone, body: 'still allowed' })
  await world.text(phone, number, 'help')
  await world.sandbox.idle()
  expect(await replies()).toEqual(['Reply STOP to unsubscribe. Msg&Data Rates'])
})

test('without keyword replies the words still block', async () => {
  world = await startSandbox({ keywordReplies: false })
  const number = await world.buyNumber()
  await world.text(phone, number, 'STOP')
  await world.sandbox.idle()
  expect(await replies()).toEqual([])
  await expect(world.client.messages.create({ from: number, to: phone, body: 'x' })).rejects.toMatchObject({
    code: 21610,
  })
})
