import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHostBreakers, FAILURES_TO_OPEN } from '../../platform/outbound/host-breakers.ts'
import { createGoogleCalendars } from './google-calendars.ts'

/** The API’s response to the account `bad`. */
let failure = { status: 200, reason: '' }
let requests = 0

const api = createServer((request, response) => {
  // The client requests another access token after a 403.
  if (request.method === 'POST') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ access_token: 'bad', expires_in: 3600 }))
    return
  }
  requests += 1
  const { status, reason } = request.headers.authorization === 'Bearer bad' ? failure : { status: 200, reason: '' }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(status === 200 ? { items: [] } : { error: { code: status, errors: [{ reason }] } }))
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => api.close())
beforeEach(() => {
  requests = 0
})

const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`

function createClient() {
  const account = {
    clientId: 'id',
    clientSecret: 'secret',
    apiUrl: url,
    consentUrl: url,
    tokenUrl: url,
    revokeUrl: url,
  }
  const calendars = createGoogleCalendars(() => account, createHostBreakers(Date.now))
  const list = (accessToken: string) =>
    calendars.open({ refreshToken: 'refresh', accessToken, expiresAt: Date.now() + 3_600_000 }).listCalendars()
  return { list }
}

test.each([
  { status: 429, reason: 'rateLimitExceeded' },
  { status: 403, reason: 'userRateLimitExceeded' },
  { status: 403, reason: 'forbidden' },
])('the limits of one account suspend no requests of others ($status $reason)', async (limit) => {
  failure = limit
  const { list } = createClient()
  for (let attempt = 0; attempt <= FAILURES_TO_OPEN; attempt += 1)
    await expect(list('bad')).rejects.toMatchObject({ kind: limit.reason === 'forbidden' ? 'refused' : 'unavailable' })
  expect(await list('good')).toEqual([])
})

test('an outage of Google suspends requests for all', async () => {
  failure = { status: 503, reason: 'backendError' }
  const { list } = createClient()
  for (let attempt = 0; attempt < FAILURES_TO_OPEN; attempt += 1)
    await expect(list('bad')).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(list('good')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(requests).toBe(FAILURES_TO_OPEN)
})
