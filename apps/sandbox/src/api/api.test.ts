import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let world: Awaited<ReturnType<typeof startSandbox>>
let number: string
beforeAll(async () => {
  world = await startSandbox()
  number = await world.buyNumber()
})
afterAll(() => world.stop())

test('phones have names and line types, and are found by both', async () => {
  const added = await world.api('POST', '/phones', { phone: '(415) 555-0150', name: 'Maria Lopez' })
  expect(added).toMatchObject({ status: 201, body: { phone: '+14155550150', name: 'Maria Lopez', lineType: 'mobile' } })
  expect(await world.api('POST', '/phones', { phone: '+14155550150', lineType: 'fixedVoip' })).toMatchObject({
    status: 200,
    body: { name: 'Maria Lopez', lineType: 'fixedVoip' },
  })
  await world.text('+14155550150', number, 'hi')
  const found = await world.api('GET', '/phones?search=lopez')
  expect(found.body.phones).toMatchObject([{ phone: '+14155550150', lastText: 'hi', isLastInbound: true }])
  expect((await world.api('GET', '/phones?search=0150')).body.phones).toHaveLength(1)
  expect((await world.api('GET', '/phones?search=nobody')).body.phones).toHaveLength(0)
})

test('what cannot be is refused with a code', async () => {
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
    expect(await world.api(method, path, body), path).toMatchObject({ status, body: { error: { code } } })
  }
  const broken = await fetch(`${world.origin}/sandbox/api/phones`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(broken.status).toBe(400)
})

test('accounts and numbers: what one business buys, all phones can text', async () => {
  const { body: account } = await world.api('POST', '/accounts', { friendlyName: 'Corner Bakery' })
  const client = world.clientOf(account)
  const [offer] = await client.availablePhoneNumbers('US').local.list({ areaCode: 503, limit: 1 })
  expect(offer).toMatchObject({ phoneNumber: '+15035550100', region: 'OR', friendlyName: '(503) 555-0100' })
  const own = await client.incomingPhoneNumbers.create({
    phoneNumber: offer?.phoneNumber ?? '',
    friendlyName: 'Bakery',
  })
  const again = await client.availablePhoneNumbers('US').local.list({ areaCode: 503, limit: 1 })
  expect(again[0]?.phoneNumber).toBe('+15035550101')
  await expect(client.incomingPhoneNumbers.create({ phoneNumber: own.phoneNumber })).rejects.toMatchObject({
    code: 21422,
  })
  await expect(client.incomingPhoneNumbers.create({ areaCode: '999' })).rejects.toMatchObject({ code: 21452 })
  expect(await client.availablePhoneNumbers('US').local.list({ contains: '5550123', limit: 3 })).toHaveLength(3)
  expect((await world.api('GET', '/numbers')).body.numbers).toContainEqual({
    phoneNumber: own.phoneNumber,
    friendlyName: 'Bakery',
    account: { sid: account.sid, friendlyName: 'Corner Bakery' },
    hasWebhook: false,
  })
  await client.incomingPhoneNumbers(own.sid).remove()
  await expect(client.incomingPhoneNumbers(own.sid).fetch()).rejects.toMatchObject({ status: 404 })
})

test('the event stream tells what happens, and lets the server close', async () => {
  const other = await startSandbox()
  const own = await other.buyNumber()
  const response = await fetch(`${other.origin}/sandbox/api/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await other.text('+14155550142', own, 'live?')
  let told = ''
  while (!told.includes('"state":"delivered"')) told += (await reader?.read())?.value
  expect(told).toContain('"body":"live?"')
  expect(told).toContain('"type":"webhook"')
  await other.stop()
  let isDone = false
  while (!isDone) isDone = (await reader?.read())?.done ?? true
})

test('the face is served without anything inline', async () => {
  const page = await fetch(`${world.origin}/sandbox`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  const scripts = new Set(['/sandbox/face/main.ts', '/sandbox/face/style.css', '/sandbox/face/icon.svg'])
  for (const path of scripts) {
    const file = await fetch(`${world.origin}${path}`)
    expect(file.status, path).toBe(200)
    const text = await file.text()
    if (!path.endsWith('.ts')) continue
    expect(file.headers.get('content-type')).toContain('text/javascript')
    for (const [, name] of text.matchAll(/^import .* from '\.\/(.+)'/gm)) scripts.add(`/sandbox/face/${name}`)
  }
  expect(scripts.size).toBeGreaterThan(10)
})
