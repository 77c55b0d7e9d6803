import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => harness.stop())

const phone = '+14155550142'
const replies = async () =>
  (await harness.api('GET', `/phones/${phone}/messages`)).body.messages
    .filter(({ direction }: { direction: string }) => direction === 'outbound-reply')
    .map(({ body }: { body: string }) => body.slice(0, 41))

test.each(['STOP', ' stop\n', 'StopAll', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])(
  '%j blocks the pair: one confirmation, webhooks continue, sends are rejected',
  async (word) => {
    harness = await startSandbox()
    const number = await harness.buyNumber()
    const second = await harness.buyNumber()
    await harness.text(phone, number, word)
    await harness.text(phone, number, word)
    await harness.sandbox.idle()
    expect(await replies()).toEqual(['You have successfully been unsubscribed. '])
    expect(harness.received.map(({ fields }) => fields.Body)).toEqual([word, word])
    await expect(harness.client.messages.create({ from: number, to: phone, body: 'x' })).rejects.toMatchObject({
      code: 21610,
    })
    await harness.client.messages.create({ from: second, to: phone, body: 'another number may' })

    await harness.text(phone, number, 'Yes')
    await harness.sandbox.idle()
    expect(await replies()).toEqual([expect.anything(), 'You have successfully been re-subscribed t'.slice(0, 41)])
    await harness.client.messages.create({ from: number, to: phone, body: 'welcome back' })
  },
)

test('REMOVE, sentences and START without a block are ordinary texts; HELP gets a reply', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  for (const body of ['REMOVE', 'please stop', 'stop.', 'START', 'yes']) await harness.text(phone, number, body)
  await harness.sandbox.idle()
  expect(await replies()).toEqual([])
  await harness.client.messages.create({ from: number, to: phone, body: 'still allowed' })
  await harness.text(phone, number, 'help')
  await harness.sandbox.idle()
  expect(await replies()).toEqual(['Reply STOP to unsubscribe. Msg&Data Rates'])
})

test('without keyword replies the words still block', async () => {
  harness = await startSandbox({ keywordReplies: false })
  const number = await harness.buyNumber()
  await harness.text(phone, number, 'STOP')
  await harness.sandbox.idle()
  expect(await replies()).toEqual([])
  await expect(harness.client.messages.create({ from: number, to: phone, body: 'x' })).rejects.toMatchObject({
    code: 21610,
  })
})
