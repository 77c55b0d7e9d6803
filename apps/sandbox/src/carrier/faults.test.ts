import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let world: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => world.stop())

const phone = '+14155550142'
const start = async (fault: object) => {
  world = await startSandbox()
  const number = await world.buyNumber()
  expect((await world.api('POST', '/faults', fault)).status).toBe(201)
  return number
}
const bodies = () => world.received.map(({ fields }) => fields.Body)
const statuses = () => world.received.map(({ fields }) => fields.MessageStatus)
const send = (from: string, body = 'hello', to = phone) =>
  world.client.messages.create({ from, to, body, statusCallback: `${world.receiverOrigin}/status` })

test('duplicate: the same webhook comes twice, as often as was asked', async () => {
  const number = await start({ kind: 'duplicate', target: 'inbound', times: 1 })
  await world.text(phone, number, 'one')
  await world.text(phone, number, 'two')
  await world.sandbox.idle()
  expect(bodies()).toEqual(['one', 'one', 'two'])
  expect(world.received[0]?.token).toBe(world.received[1]?.token)
  expect((await world.api('GET', '/faults')).body.faults).toEqual([])
})

test('delay: a late webhook is overtaken by the next one', async () => {
  const number = await start({ kind: 'delay', ms: 300, times: 1 })
  const begin = Date.now()
  await world.text(phone, number, 'late')
  await world.text(phone, number, 'in time')
  await world.sandbox.idle()
  expect(bodies()).toEqual(['in time', 'late'])
  expect(Date.now() - begin).toBeGreaterThanOrEqual(300)
})

test('reorder: two texts change places, and one alone still comes', async () => {
  const number = await start({ kind: 'reorder', ms: 400, times: 1 })
  await world.text(phone, number, 'first')
  await world.text(phone, number, 'second')
  await world.sandbox.idle()
  expect(bodies()).toEqual(['second', 'first'])

  await world.api('POST', '/faults', { kind: 'reorder', ms: 100, times: 1 })
  await world.text(phone, number, 'alone')
  await world.sandbox.idle()
  expect(bodies().at(-1)).toBe('alone')
})

test('reorder of statuses: delivered arrives before sent', async () => {
  const number = await start({ kind: 'reorder', target: 'status', ms: 5000, times: 2 })
  await send(number)
  await world.sandbox.idle()
  expect([...statuses()].sort()).toEqual(['delivered', 'sending', 'sent'])
  expect(statuses()[0]).toBe('delivered')
})

test('drop: the webhook never comes, the log and the message list know of it', async () => {
  const number = await start({ kind: 'drop', target: 'inbound', phone, times: 1 })
  const lost = await world.text(phone, number, 'lost')
  await world.text('+14155550143', number, 'other phone')
  await world.sandbox.idle()
  expect(bodies()).toEqual(['other phone'])
  expect((await world.api('GET', '/webhooks')).body.webhooks.at(-1)).toMatchObject({ state: 'dropped', fault: 'drop' })
  const listed = await world.client.messages.list({ from: phone })
  expect(listed.map(({ sid }) => sid)).toEqual([lost.body.sid])
})

test('drop of statuses leaves incoming texts alone', async () => {
  const number = await start({ kind: 'drop', target: 'status' })
  await send(number)
  await world.text(phone, number, 'still here')
  await world.sandbox.idle()
  expect(bodies()).toEqual(['still here'])
})

test.each([
  [30007, 'undelivered', ['sending', 'sent', 'undelivered']],
  [30003, 'undelivered', ['sending', 'sent', 'undelivered']],
  [30001, 'failed', ['sending', 'failed']],
] as const)('fail-send %i: the text is accepted and ends %s', async (code, status, steps) => {
  const number = await start({ kind: 'fail-send', code, times: 1 })
  const message = await send(number)
  await world.sandbox.idle()
  expect(statuses()).toEqual(steps)
  expect(world.received.at(-1)?.fields.ErrorCode).toBe(String(code))
  expect(await world.client.messages(message.sid).fetch()).toMatchObject({ status, errorCode: code })
  await send(number)
  await world.sandbox.idle()
  expect(statuses().at(-1)).toBe('delivered')
})

test.each([
  [21610, 400, 21610],
  [429, 429, 20429],
  [20429, 429, 20429],
  [500, 500, 20500],
] as const)('fail-send %i: the API refuses with %i', async (code, status, answered) => {
  const number = await start({ kind: 'fail-send', code, number: '+12065550100' })
  await expect(send(number)).rejects.toMatchObject({ status, code: answered })
  expect((await world.api('GET', `/phones/${phone}/messages`)).body.messages).toEqual([])
})

test('answer-lost: the text goes out although its sender never hears so', async () => {
  const number = await start({ kind: 'answer-lost', ms: 50, times: 1 })
  await expect(send(number, 'did this go?')).rejects.toThrow(/socket hang up|aborted|ECONNRESET/)
  await world.sandbox.idle()
  expect(statuses()).toEqual(['sending', 'sent', 'delivered'])
  const [found] = await world.client.messages.list({ to: phone })
  expect(found).toMatchObject({ body: 'did this go?', status: 'delivered' })
})

test('landline: lookups say so and texts come back with 30006', async () => {
  const number = await start({ kind: 'landline', phone })
  const lookup = await world.client.lookups.v2.phoneNumbers(phone).fetch({ fields: 'line_type_intelligence' })
  expect(lookup.lineTypeIntelligence).toMatchObject({ type: 'landline' })
  const message = await send(number)
  await world.sandbox.idle()
  expect(await world.client.messages(message.sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30006 })

  await world.api('POST', '/phones', { phone: '+14155550143', lineType: 'landline' })
  const other = await send(number, 'hello', '+14155550143')
  await world.sandbox.idle()
  expect(await world.client.messages(other.sid).fetch()).toMatchObject({ errorCode: 30006 })
})

test('faults are removed one by one or all at once, and malformed ones refused', async () => {
  await start({ kind: 'drop' })
  const { faults } = (await world.api('GET', '/faults')).body
  expect((await world.api('DELETE', `/faults/${faults[0].id}`)).status).toBe(204)
  expect((await world.api('DELETE', `/faults/${faults[0].id}`)).status).toBe(404)
  await world.api('POST', '/faults', { kind: 'drop' })
  await world.api('DELETE', '/faults')
  expect((await world.api('GET', '/faults')).body.faults).toEqual([])
  for (const wrong of [
    { kind: 'earthquake' },
    { kind: 'fail-send' },
    { kind: 'delay' },
    { kind: 'landline' },
    { kind: 'drop', colour: 1 },
  ]) {
    expect((await world.api('POST', '/faults', wrong)).status).toBe(422)
  }
})
