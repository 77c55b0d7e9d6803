import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasGoogleContract, readGoogleContract } from '../../testing/google-contract.ts'
import { startSandbox } from '../../testing/start-sandbox.ts'

const harness = await startSandbox()
afterAll(() => harness.stop())
const base = `${harness.origin}/sandbox/google`
const REDIRECT = 'http://localhost:3000/bookings/calendar-connected'
const contract = hasGoogleContract() ? readGoogleContract() : undefined

async function consent(email: string, decision = 'allow') {
  const form = { client_id: 'app', redirect_uri: REDIRECT, scope: 'calendar', state: 'abc', email, decision }
  const response = await fetch(`${base}/o/oauth2/v2/auth`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}

async function token(fields: Record<string, string>) {
  const response = await fetch(`${base}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'app', client_secret: 'secret', ...fields }),
  })
  return { status: response.status, body: await response.json() }
}

let accessToken = ''
const calendar = '/calendars/primary/events'
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}, name = '') {
  const response = await fetch(`${base}/calendar/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = text === '' ? null : JSON.parse(text)
  if (name && contract) expect(contract(name, parsed)).toEqual([])
  return { status: response.status, body: parsed }
}

beforeAll(async () => {
  const code = (await consent('ann@gmail.test')).get('code') ?? ''
  const { body } = await token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
  accessToken = body.access_token
})

test('consent: a code works once, refresh tokens until they are revoked, access tokens for an hour', async () => {
  const page = await fetch(
    `${base}/o/oauth2/v2/auth?${new URLSearchParams({ client_id: 'app', redirect_uri: REDIRECT, response_type: 'code', scope: 'calendar' })}`,
  )
  expect(await page.text()).toContain('wants access to your Google Calendar')
  expect((await consent('bo@gmail.test', 'deny')).get('error')).toBe('access_denied')
  const query = await consent('bo@gmail.test')
  expect(query.get('state')).toBe('abc')
  const exchange = { grant_type: 'authorization_code', code: query.get('code') ?? '', redirect_uri: REDIRECT }
  const first = await token(exchange)
  expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, refresh_token: expect.any(String) })
  expect(await token(exchange)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const refresh = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token }
  expect(await token(refresh)).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
  await harness.api('POST', '/google/accounts/bo@gmail.test/revoke')
  expect(await token(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await call('GET', calendar, undefined, { authorization: 'Bearer nonsense' })).status).toBe(401)
})

test('events: own ids, ETags, changes since a sync token', async () => {
  await call('GET', '/users/me/calendarList', undefined, {}, 'calendarList.list')
  const start = { dateTime: '2027-01-04T10:00:00Z' }
  const event = { id: 'abc12345', summary: 'Lunch', start, end: { dateTime: '2027-01-04T11:00:00Z' } }
  const { body: added } = await call('POST', calendar, event, {}, 'events.insert')
  expect(await call('POST', calendar, event)).toMatchObject({ status: 409 })
  const { body: list } = await call('GET', `${calendar}?singleEvents=true`, undefined, {}, 'events.list')
  expect(list.items).toHaveLength(1)
  const moved = { ...event, end: { dateTime: '2027-01-04T12:00:00Z' } }
  const { body: changed } = await call(
    'PUT',
    `${calendar}/abc12345`,
    moved,
    { 'if-match': added.etag },
    'events.update',
  )
  expect(changed.sequence).toBe(1)
  expect(await call('PUT', `${calendar}/abc12345`, moved, { 'if-match': added.etag })).toMatchObject({
    status: 412,
    body: { error: { errors: [{ reason: 'conditionNotMet' }] } },
  })
  await call('PATCH', `${calendar}/abc12345`, { summary: 'Late lunch' }, {}, 'events.patch')
  expect((await call('DELETE', `${calendar}/abc12345`)).status).toBe(204)
  expect((await call('DELETE', `${calendar}/abc12345`)).status).toBe(410)
  expect(await call('POST', calendar, event)).toMatchObject({ status: 409 })
  const since = await call('GET', `${calendar}?singleEvents=true&syncToken=${list.nextSyncToken}`)
  expect(since.body.items).toMatchObject([{ id: 'abc12345', status: 'cancelled' }])
  await harness.api('POST', '/faults', { kind: 'fail-calendar', code: 410, times: 1 })
  expect(await call('GET', `${calendar}?syncToken=${list.nextSyncToken}`)).toMatchObject({ status: 410 })
  await harness.api('POST', '/faults', { kind: 'fail-calendar', code: 429, times: 1 })
  expect(await call('GET', calendar)).toMatchObject({
    status: 429,
    body: { error: { errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }] } },
  })
  expect(
    (await call('POST', '/calendars/holidays.ann.at.gmail.test@group.v.calendar.google.com/events', event)).status,
  ).toBe(403)
})

test('recurring events keep their wall time, in pages; a shorter rule cancels the others', async () => {
  const zone = 'America/New_York'
  const { body: weekly } = await call('POST', calendar, {
    start: { dateTime: '2027-03-08T09:00:00-05:00', timeZone: zone },
    end: { dateTime: '2027-03-08T10:00:00-05:00', timeZone: zone },
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const path = `${calendar}?singleEvents=true&timeMin=2027-03-01T00:00:00Z&timeMax=2027-06-01T00:00:00Z`
  const first = await call('GET', `${path}&maxResults=3`, undefined, {}, 'events.list')
  expect(first.body.items.map((item: { start: { dateTime: string } }) => item.start.dateTime)).toEqual([
    '2027-03-08T09:00:00-05:00',
    '2027-03-15T09:00:00-04:00',
    '2027-03-22T09:00:00-04:00',
  ])
  const second = await call('GET', `${path}&maxResults=3&pageToken=${first.body.nextPageToken}`)
  expect(second.body.items).toHaveLength(1)
  await call('PATCH', `${calendar}/${weekly.id}`, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const changes = await call('GET', `${calendar}?singleEvents=true&syncToken=${second.body.nextSyncToken}`)
  const statuses = changes.body.items.map((item: { status: string }) => item.status)
  expect(statuses.toSorted()).toEqual(['cancelled', 'confirmed', 'confirmed', 'confirmed'])
  const { body: busy } = await call(
    'POST',
    '/freeBusy',
    { timeMin: '2027-03-01T00:00:00Z', timeMax: '2027-06-01T00:00:00Z', items: [{ id: 'ann@gmail.test' }] },
    {},
    'freebusy.query',
  )
  expect(busy.calendars['ann@gmail.test'].busy).toHaveLength(3)
})

test('channels post what changed, until they are stopped', async () => {
  const posts: IncomingHttpHeaders[] = []
  const receiver = createServer((request, response) => {
    posts.push(request.headers)
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/push`
  const { body: channel } = await call(
    'POST',
    `${calendar}/watch`,
    { id: 'channel-1', type: 'web_hook', address, token: 'secret' },
    {},
    'events.watch',
  )
  const change = (date: string) => call('POST', calendar, { start: { date }, end: { date } })
  await change('2027-05-01')
  await harness.sandbox.idle()
  const { id, resourceId } = channel
  const token = { 'x-goog-channel-id': id, 'x-goog-channel-token': 'secret', 'x-goog-resource-id': resourceId }
  expect(posts).toMatchObject([
    { ...token, 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1' },
    { ...token, 'x-goog-resource-state': 'exists', 'x-goog-message-number': '2' },
  ])
  expect((await call('POST', '/channels/stop', { id, resourceId })).status).toBe(204)
  await change('2027-05-02')
  await harness.sandbox.idle()
  expect(posts).toHaveLength(2)
  receiver.close()
})
