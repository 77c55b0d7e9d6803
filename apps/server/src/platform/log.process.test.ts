import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@frontdesk/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../testing/client.ts'
import { freePort, type StartedProcess, startProcess } from '../testing/started-process.ts'
import { createTestDatabase, newPhone, newWord } from '../testing/test-instance.ts'

let dataDir: string
let database: pg.Client
let dropDatabase: () => Promise<void>
let server: StartedProcess
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-log-'))
  const { url, drop } = await createTestDatabase()
  dropDatabase = drop
  database = new pg.Client({ connectionString: url })
  await database.connect()
  // With a migrated database the start neither sets up a cluster nor the demo business.
  const env = { DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32), SANDBOX: 'on', LOG_LEVEL: 'debug' }
  server = await startProcess({ dataDir, port: await freePort(), env })
}, 60_000)
afterAll(async () => {
  await server?.kill('SIGTERM')
  await database?.end()
  await dropDatabase?.()
  await rm(dataDir, { recursive: true, force: true })
}, 30_000)

test('trace logs contain no texts, phone numbers, email addresses, passwords and tokens, even after database errors', async () => {
  const { url } = server
  const password = 'correct horse battery'
  const email = `owner-${crypto.randomUUID()}@example.test`
  const phone = newPhone()
  const secret = `Secret ${newWord()}`
  const form = { businessName: 'Quiet Garden', firstName: 'Wilhelmina', email, password }
  const { bearerToken, refreshToken } = ok(await callEndpoint(url, contract.accounts.registerTenant, form))
  const call: typeof callEndpoint = (base, endpoint, input) => callEndpoint(base, endpoint, input, bearerToken)
  expect(
    await callEndpoint(url, contract.accounts.authenticate, { userName: email, password: 'a wrong guess' }),
  ).toFail('WrongCredentials')
  ok(await callEndpoint(url, contract.accounts.registerTenant, form))
  const [location] = ok(await call(url, contract.locations.getLocations, undefined)).locations
  const number = ok(
    await call(url, contract.phoneNumbers.create, {
      areaCode: '212',
      locationID: location?.id ?? '',
      requestId: crypto.randomUUID(),
    }),
  ).data
  const { sid } = ok(
    await call(url, contract.conversations.getSetSms, {
      contactName: secret,
      contactPhoneNumber: phone,
      tenantPhoneNumber: number.phoneNumber,
    }),
  ).data
  const text = (body: string) =>
    fetch(`${url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: number.phoneNumber, body }),
    })
  const send = (body: string) =>
    call(url, contract.messages.send, { conversationSid: sid, text: body, clientMessageId: crypto.randomUUID() })
  ok(await send(`${secret} sent`))
  await text(`${secret} received`)
  ok(await call(url, contract.conversations.saveDraft, { sid, messageDraft: `${secret} begun` }))
  ok(await call(url, contract.conversations.getList, { searchName: secret }))
  ok(await call(url, contract.conversations.getList, { searchPhoneNumber: phone }))

  await database.query(`alter table messages add constraint refused check (body not like '%refuse this%')`)
  expect(await send(`${secret} refuse this`)).toFail('Unexpected')
  await text(`${secret} refuse this`)
  await database.query('alter table directory.logins rename to elsewhere')
  expect(await callEndpoint(url, contract.accounts.authenticate, { userName: email, password })).toFail('Unexpected')
  await database.query('alter table directory.elsewhere rename to logins')
  await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('request failed')
  await database.query('alter table messages drop constraint refused')

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  const log = lines.join('\n')
  expect(log).toContain('endpoint failed')
  const national = phone.slice(2)
  for (const word of [
    secret,
    phone,
    national,
    encodeURIComponent(phone),
    number.phoneNumber,
    number.phoneNumber.slice(2),
    email,
    password,
    'a wrong guess',
    bearerToken,
    refreshToken,
    'Wilhelmina',
    'Quiet Garden',
  ]) {
    expect([word, lines.filter((line) => line.includes(word))]).toEqual([word, []])
  }
  expect(log).not.toMatch(/eyJ[\w-]+\./)
}, 60_000)
