import { once } from 'node:events'
import { request } from 'node:http'
import net from 'node:net'
import { ERRORS, type ErrorCode } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEndpoints } from '../testing/list-endpoints.ts'
import { connectLive } from '../testing/live-connection.ts'
import { newPhone, startTestInstance, type TestInstance } from '../testing/test-instance.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance()
})
afterAll(() => instance.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(instance.url + path, { headers })

test('every answer carries the security headers: pages, scripts, API, errors', async () => {
  for (const path of [
    '/api/docs',
    '/api/docs/start.js',
    '/api/openapi.json',
    '/api/nothing',
    '/api/main/Business/locations',
    '/healthz',
    '/files/x',
    '/nothing',
  ]) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'same-origin'])
    expect([path, headers.get('cross-origin-opener-policy')]).toEqual([path, 'same-origin'])
    expect([path, headers.get('x-powered-by')]).toEqual([path, null])
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
    ]) {
      expect([path, policy]).toEqual([path, expect.stringContaining(rule)])
    }
    const scripts = policy.split(';').find((rule) => rule.startsWith('script-src ')) ?? ''
    expect([path, scripts]).not.toEqual([path, expect.stringMatching(/unsafe|\*|https?:/)])
    expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  }
})

test('a request’s id is our own, whatever the caller says', async () => {
  const { headers } = await get('/healthz', { 'x-request-id': 'forged' })
  expect(headers.get('x-request-id')).not.toBe('forged')
})

test('an unexpected failure says nothing of its cause, and its id stands in the log', async () => {
  const tenant = await instance.createTenant()
  const { owner } = instance.server.database
  await owner.query('alter table directory.rate_limits rename to rate_limits_gone')
  const response = await fetch(`${instance.url}/api/main/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: tenant.owner.auth.userName, password: 'correct horse battery' }),
  })
  await owner.query('alter table directory.rate_limits_gone rename to rate_limits')
  const body = await response.json()
  expect(response.status).toBe(500)
  expect(body).toEqual({
    success: false,
    errorCode: 'Unexpected',
    message: expect.any(String),
    status: 500,
    data: null,
    requestId: response.headers.get('x-request-id'),
  })
  expect(JSON.stringify(body)).not.toContain('rate_limits')
  expect(instance.errors).toEqual([[expect.objectContaining({ requestId: body.requestId }), expect.any(String)]])
  instance.errors.length = 0
})

test('health, readiness and metrics answer; metrics only to this machine itself', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ ok: true })
  expect(await (await get('/readyz')).json()).toEqual({ ok: true })
  await (await instance.createTenant()).textFrom(newPhone(), 'Hello')
  const metrics = await get('/metrics')
  expect(metrics.headers.get('content-type')).toContain('text/plain')
  const text = await metrics.text()
  expect(text).toContain('frontdesk_inbound_messages_total{outcome="stored"}')
  expect(text).toContain('frontdesk_http_request_seconds')
  for (const [name, value] of [
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
  ] as const) {
    expect((await get('/metrics', { [name]: value })).status).toBe(403)
  }
  // `fetch` does not allow setting Host.
  const { port } = new URL(instance.url)
  const [answer] = await once(
    request({ port, path: '/metrics', headers: { host: 'desk.example.com' } }).end(),
    'response',
  )
  expect(answer.resume().statusCode).toBe(403)
})

test('the OpenAPI document names every endpoint with its method, its answers and its errors', async () => {
  const document = (await (await get('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown>; operationId: string }>>
    servers: { url: string }[]
  }
  expect(document.openapi).toMatch(/^3\.1/)
  expect(document.servers).toEqual([{ url: '/api' }])
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual(
    listEndpoints()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
  for (const { endpoint, method, path } of listEndpoints()) {
    const { responses } = document.paths[path]?.[method.toLowerCase()] ?? { responses: {} as Record<string, unknown> }
    expect([path, responses]).toEqual([path, expect.objectContaining({ 200: expect.anything() })])
    for (const code of Object.keys(endpoint['~orpc'].errorMap) as ErrorCode[]) {
      expect([path, code, JSON.stringify(responses[ERRORS[code]])]).toEqual([path, code, expect.stringContaining(code)])
    }
  }
  const page = await get('/api/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  for (const [, file = ''] of (await page.text()).matchAll(/(?:src|href)="([^"]+)"/g))
    expect([file, (await get(file)).status]).toEqual([file, 200])
})

test('a client that stops reading is disconnected after a while; a quiet live connection is not', async () => {
  const { server } = instance.server.app
  expect(server.timeout).toBe(120_000)
  server.timeout = 300
  const { owner } = await instance.createTenant()
  const live = await connectLive(instance.url, owner.auth)
  const accepted = once(server, 'connection')
  const client = net.connect(Number(new URL(instance.url).port), '127.0.0.1')
  const [connection] = await accepted
  client.on('error', () => {})
  client.pause().write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
  await once(connection, 'close')
  server.timeout = 120_000
  client.destroy()
  expect(await live.catchUp(null)).toMatchObject({ status: 'ok' })
  live.close()
})

test('behind a proxy the address of a caller is the one the proxy saw, not one the caller made up', async () => {
  const proxied = await startTestInstance({
    env: { TRUST_PROXY: 'on' },
    attemptRules: {
      signInsPerSource: 1000,
      signInsPerAccount: 1000,
      signInsPerAddress: 2,
      signUpsPerAddress: 1000,
      refreshesPerAddress: 1000,
    },
  })
  const guess = async (forwardedFor: string) => {
    const { status } = await fetch(`${proxied.url}/api/main/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
      body: JSON.stringify({ userName: `${crypto.randomUUID()}@example.test`, password: 'a guess' }),
    })
    return status
  }
  expect(await guess('10.0.0.1, 203.0.113.9')).toBe(401)
  expect(await guess('10.0.0.2, 203.0.113.9')).toBe(401)
  expect(await guess('10.0.0.3, 203.0.113.9')).toBe(429)
  expect(await guess('10.0.0.3, 203.0.113.10')).toBe(401)
  expect(await guess(`10.0.0.4, ${'not an address '.repeat(30)}`)).toBe(401)
  expect((await fetch(`${proxied.url}/metrics`)).status).toBe(403)
  await proxied.close()
})

test('metrics need the token when one is configured, or when the address is public', async () => {
  const published = { PUBLIC_URL: 'https://desk.example.com' }
  const guarded = await startTestInstance({ env: { ...published, METRICS_TOKEN: 'a token of sixteen characters' } })
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${guarded.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers } })).status
  expect(await read({ authorization: 'Bearer a token of sixteen characters' })).toBe(200)
  expect(await read({ authorization: 'Bearer another' })).toBe(403)
  expect((await fetch(`${guarded.url}/metrics`)).status).toBe(403)
  await guarded.close()
  // A proxy may say nothing of what it passes on.
  const unguarded = await startTestInstance({ env: published })
  expect((await fetch(`${unguarded.url}/metrics`)).status).toBe(403)
  await unguarded.close()
})

test('cross-site requests are refused; same-origin and non-browser requests are not', async () => {
  const { owner } = await instance.createTenant()
  const signIn = async (headers: Record<string, string>, body: FormData | null = null) => {
    const credentials = JSON.stringify({ userName: owner.auth.userName, password: 'correct horse battery' })
    const response = await fetch(`${instance.url}/api/main/Authenticate`, {
      method: 'POST',
      headers: { ...(!body && { 'content-type': 'application/json' }), ...headers },
      body: body ?? credentials,
    })
    return { status: response.status, cookies: response.headers.getSetCookie() }
  }
  const form = new FormData()
  form.append('userName', owner.auth.userName)
  form.append('password', 'correct horse battery')
  for (const site of ['cross-site', 'same-site'])
    expect(await signIn({ 'sec-fetch-site': site }, form)).toEqual({ status: 403, cookies: [] })
  for (const origin of ['https://elsewhere.example', 'null'])
    expect(await signIn({ origin })).toEqual({ status: 403, cookies: [] })
  for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: instance.url }, {}] as Record<string, string>[])
    expect((await signIn(own)).status).toBe(200)
})

test('API responses are not cacheable', async () => {
  for (const path of ['/api/main/Business/locations', '/api/nothing'])
    expect([path, (await get(path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
})

test('a request that arrives too slowly times out', () => {
  const { requestTimeout, headersTimeout } = instance.server.app.server
  expect(requestTimeout).toBe(300_000)
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout)
})
