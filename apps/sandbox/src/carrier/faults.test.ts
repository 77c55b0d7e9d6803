import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => harness.stop())

const phone = '+14155550142'
const start = async (fault: object) => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  expect((await harness.api('POST', '/faults', fault)).status).toBe(201)
  return number
}
const bodies = () => harness.received.map(({ fields }) => fields.Body)
const statuses = () => harness.received.map(({ fields }) => fields.MessageStatus)
const send = (from: string, body = 'hello', to = phone) =>
  harness.client.messages.create({ from, to, body, statusCallback: `${harness.receiverOrigin}/status` })

test('duplicate: a webhook is posted twice, for the given number of times', async () => {
  const number = await start({ kind: 'duplicate', target: 'inbound', times: 1 })
  await harness.text(phone, number, 'one')
  await harness.text(phone, number, 'two')
  await harness.sandbox.idle()
  expect(bodies()).toEqual(['one', 'one', 'two'])
  expect(harness.received[0]?.token).toBe(harness.received[1]?.token)
  expect((await harness.api('GET', '/faults')).body.faults).toEqual([])
})

test('delay: the next webhook arrives before the delayed one', async () => {
  const number = await start({ kind: 'delay', ms: 300, times: 1 })
  const begin = Date.now()
  await harness.text(phone, number, 'late')
  await harness.text(phone, number, 'in time')
  await harness.sandbox.idle()
  expect(bodies()).toEqual(['in time', 'late'])
  expect(Date.now() - begin).toBeGreaterThanOrEqual(300)
})

test('reorder: two texts swap places, and a single text still arrives', async () => {
  const number = await start({ kind: 'reorder', ms: 400, times: 1 })
  await harness.text(phone, number, 'first')
  await harness.text(phone, number, 'second')
  await harness.sandbox.idle()
  expect(bodies()).toEqual(['second', 'first'])

  await harness.api('POST', '/faults', { kind: 'reorder', ms: 100, times: 1 })
  await harness.text(phone, number, 'alone')
  await harness.sandbox.idle()
  expect(bodies().at(-1)).toBe('alone')
})

test('reorder of statuses: delivered arrives before sent', async () => {
  const number = await start({ kind: 'reorder', target: 'status', ms: 5000, times: 2 })
  await send(number)
  await harness.sandbox.idle()
  expect([...statuses()].sort()).toEqual(['delivered', 'sending', 'sent'])
  expect(statuses()[0]).toBe('delivered')
})

test('drop: the webhook is never posted, but logged, and the message is listed', async () => {
  const number = await start({ kind: 'drop', target: 'inbound', phone, times: 1 })
  const lost = await harness.text(phone, number, 'lost')
  await harness.text('+14155550143', number, 'other phone')
  await harness.sandbox.idle()
  expect(bodies()).toEqual(['other phone'])
  expect((await harness.api('GET', '/webhooks')).body.webhooks.at(-1)).toMatchObject({
    state: 'dropped',
    fault: 'drop',
  })
  const listed = await harness.client.messages.list({ from: phone })
  expect(listed.map(({ sid }) => sid)).toEqual([lost.body.sid])
})

test('drop of statuses does not affect incoming texts', async () => {
  const number = await start({ kind: 'drop', target: 'status' })
  await send(number)
  await harness.text(phone, number, 'still here')
  await harness.sandbox.idle()
  expect(bodies()).toEqual(['still here'])
})

test.each([
  [30007, 'undelivered', ['sending', 'sent', 'undelivered']],
  [30003, 'undelivered', ['sending', 'sent', 'undelivered']],
  [30001, 'failed', ['sending', 'failed']],
] as const)('fail-send %i: the text is accepted and ends as %s', async (code, status, steps) => {
  const number = await start({ kind: 'fail-send', code, times: 1 })
  const message = await send(number)
  await harness.sandbox.idle()
  expect(statuses()).toEqual(steps)
  expect(harness.received.at(-1)?.fields.ErrorCode).toBe(String(code))
  expect(await harness.client.messages(message.sid).fetch()).toMatchObject({ status, errorCode: code })
  await send(number)
  await harness.sandbox.idle()
  expect(statuses().at(-1)).toBe('delivered')
})

test.each([
  [21610, 400, 21610],
  [429, 429, 20429],
  [20429, 429, 20429],
  [500, 500, 20500],
] as const)('fail-send %i: the API refuses with %i', async (code, status, responseCode) => {
  const number = await start({ kind: 'fail-send', code, number: '+12065550100' })
  await expect(send(number)).rejects.toMatchObject({ status, code: responseCode })
  expect((await harness.api('GET', `/phones/${phone}/messages`)).body.messages).toEqual([])
})

test('answer-lost: the text is sent although the response never arrives', async () => {
  const number = await start({ kind: 'answer-lost', ms: 50, times: 1 })
  await expect(send(number, 'did this go?')).rejects.toThrow(/socket hang up|aborted|ECONNRESET/)
  await harness.sandbox.idle()
  expect(statuses()).toEqual(['sending', 'sent', 'delivered'])
  const [message] = await harness.client.messages.list({ to: phone })
  expect(message).toMatchObject({ body: 'did this go?', status: 'delivered' })
})

test('landline: lookups report it and texts end undelivered with 30006', async () => {
  const number = await start({ kind: 'landline', phone })
  const lookup = await harness.client.lookups.v2.phoneNumbers(phone).fetch({ fields: 'line_type_intelligence' })
  expect(lookup.lineTypeIntelligence).toMatchObject({ type: 'landline' })
  const message = await send(number)
  await harness.sandbox.idle()
  expect(await harness.client.messages(message.sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30006 })

  await harness.api('POST', '/phones', { phone: '+14155550143', lineType: 'landline' })
  const other = await send(number, 'hello', '+14155550143')
  await harness.sandbox.idle()
  expect(await harness.client.messages(other.sid).fetch()).toMatchObject({ errorCode: 30006 })
})

test('faults can be removed singly or all together, and malformed faults are rejected', async () => {
  await start({ kind: 'drop' })
  const { faults } = (await harness.api('GET', '/faults')).body
  expect((await harness.api('DELETE', `/faults/${faults[0].id}`)).status).toBe(204)
  expect((await harness.api('DELETE', `/faults/${faults[0].id}`)).status).toBe(404)
  await harness.api('POST', '/faults', { kind: 'drop' })
  await harness.api('DELETE', '/faults')
  expect((await harness.api('GET', '/faults')).body.faults).toEqual([])
  for (const wrong of [
    { kind: 'earthquake' },
    { kind: 'fail-send' },
    { kind: 'delay' },
    { kind: 'landline' },
    { kind: 'drop', colour: 1 },
  ]) {
    expect((await harness.api('POST', '/faults', wrong)).status).toBe(422)
  }
})
