import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
let number: string
beforeAll(async () => {
  harness = await startSandbox()
  number = await harness.buyNumber()
})
afterAll(() => harness.stop())

test('phones have names and line types, and are searched by name and number', async () => {
  const added = await harness.api('POST', '/phones', { phone: '(415) 555-0150', name: 'Maria Lopez' })
  expect(added).toMatchObject({ status: 201, body: { phone: '+14155550150', name: 'Maria Lopez', lineType: 'mobile' } })
  expect(await harness.api('POST', '/phones', { phone: '+14155550150', lineType: 'fixedVoip' })).toMatchObject({
    status: 200,
    body: { name: 'Maria Lopez', lineType: 'fixedVoip' },
  })
  await harness.text('+14155550150', number, 'hi')
  const result = await harness.api('GET', '/phones?search=lopez')
  expect(result.body.phones).toMatchObject([{ phone: '+14155550150', lastText: 'hi', isLastInbound: true }])
  expect((await harness.api('GET', '/phones?search=0150')).body.phones).toHaveLength(1)
  for (const number of ['555-0150', '(415) 555-0150', '+14155550150'])
    expect((await harness.api('GET', `/phones?search=${encodeURIComponent(number)}`)).body.phones).toHaveLength(1)
  expect((await harness.api('GET', '/phones?search=nobody')).body.phones).toHaveLength(0)
})

test('rejects invalid requests with an error code', async () => {
  const cases: [string, string, unknown, number, string][] = [
    ['POST', '/phones', { phone: '12' }, 422, 'InvalidInput'],
    ['POST', '/phones', { phone: number }, 409, 'NumberTaken'],
    ['POST', '/phones', { phone: '+14155550151', lineType: 'fax' }, 422, 'InvalidInput'],
    ['POST', '/phones/+14155550151/messages', { to: number, body: ' ' }, 422, 'InvalidInput'],
    ['POST', '/phones/+14155550151/messages', { to: '+12065550188', body: 'x' }, 404, 'NumberNotFound'],
    ['POST', '/phones/nobody/messages', { to: number, body: 'x' }, 422, 'InvalidInput'],
    ['POST', '/accounts', {}, 422, 'InvalidInput'],
    ['GET', '/nothing', undefined, 404, 'NotFound'],
    ['GET', '/media/ME0', undefined, 404, 'MediaNotFound'],
  ]
  for (const [method, path, body, status, code] of cases) {
    expect(await harness.api(method, path, body), path).toMatchObject({ status, body: { error: { code } } })
  }
  const broken = await fetch(`${harness.origin}/sandbox/api/phones`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(broken.status).toBe(400)
})

test('accounts and numbers: all phones can text a number that a business bought', async () => {
  const { body: account } = await harness.api('POST', '/accounts', { friendlyName: 'Corner Bakery' })
  const client = harness.clientOf(account)
  const [offer] = await client.availablePhoneNumbers('US').local.list({ areaCode: 503, limit: 1 })
  expect(offer).toMatchObject({ phoneNumber: '+15035550100', region: 'OR', friendlyName: '(503) 555-0100' })
  const purchased = await client.incomingPhoneNumbers.create({
    phoneNumber: offer?.phoneNumber ?? '',
    friendlyName: 'Bakery',
  })
  const remaining = await client.availablePhoneNumbers('US').local.list({ areaCode: 503, limit: 1 })
  expect(remaining[0]?.phoneNumber).toBe('+15035550101')
  await expect(client.incomingPhoneNumbers.create({ phoneNumber: purchased.phoneNumber })).rejects.toMatchObject({
    code: 21422,
  })
  await expect(client.incomingPhoneNumbers.create({ areaCode: '999' })).rejects.toMatchObject({ code: 21452 })
  expect(await client.availablePhoneNumbers('US').local.list({ contains: '5550123', limit: 3 })).toHaveLength(3)
  expect((await harness.api('GET', '/numbers')).body.numbers).toContainEqual({
    phoneNumber: purchased.phoneNumber,
    friendlyName: 'Bakery',
    account: { sid: account.sid, friendlyName: 'Corner Bakery' },
    hasWebhook: false,
  })
  await client.incomingPhoneNumbers(purchased.sid).remove()
  await expect(client.incomingPhoneNumbers(purchased.sid).fetch()).rejects.toMatchObject({ status: 404 })
})

test('the event stream publishes events and does not block shutdown', async () => {
  const other = await startSandbox()
  const otherNumber = await other.buyNumber()
  const response = await fetch(`${other.origin}/sandbox/api/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await other.text('+14155550142', otherNumber, 'live?')
  let streamed = ''
  while (!streamed.includes('"state":"delivered"')) streamed += (await reader?.read())?.value
  expect(streamed).toContain('"body":"live?"')
  expect(streamed).toContain('"type":"webhook"')
  await other.stop()
  let isDone = false
  while (!isDone) isDone = (await reader?.read())?.done ?? true
})

test('the UI has no inline scripts or styles', async () => {
  const page = await fetch(`${harness.origin}/sandbox`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  const scripts = new Set(['/sandbox/ui/main.ts', '/sandbox/ui/style.css', '/sandbox/ui/icon.svg'])
  for (const path of scripts) {
    const file = await fetch(`${harness.origin}${path}`)
    expect(file.status, path).toBe(200)
    const text = await file.text()
    if (!path.endsWith('.ts')) continue
    expect(file.headers.get('content-type')).toContain('text/javascript')
    for (const [, name] of text.matchAll(/^import .* from '\.\/(.+)'/gm)) scripts.add(`/sandbox/ui/${name}`)
  }
  expect(scripts.size).toBeGreaterThan(10)
})
