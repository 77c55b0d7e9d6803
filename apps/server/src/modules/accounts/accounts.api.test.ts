import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { startTestInstance, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({
    attemptRules: {
      signInsPerSource: 3,
      signInsPerAccount: 6,
      signInsPerAddress: 1000,
      signUpsPerAddress: 1000,
      refreshesPerAddress: 1000,
    },
  })
})
afterAll(() => instance.close())

const { authenticate, refreshSession, logout, registerTenant } = contract.accounts
const password = 'correct horse battery'

const signIn = (userName: string, secret = password) =>
  callEndpoint(instance.url, authenticate, { userName, password: secret })
const refresh = (refreshToken: string) => callEndpoint(instance.url, refreshSession, { refreshToken })

test('signing in returns tokens and the session view', async () => {
  const { owner } = await instance.createTenant()
  const result = ok(await signIn(owner.auth.userName.toUpperCase()))
  expect(result).toMatchObject({
    userId: owner.auth.userId,
    tenantId: owner.auth.tenantId,
    userName: owner.auth.userName,
    displayName: 'Olive Owner',
    roles: ['Owner'],
    locationID: null,
    locationIDs: null,
    profileUrl: null,
    referrerUrl: null,
  })
  expect(result.sessionId).not.toBe(owner.auth.sessionId)
  expect(result.permissions).toContain('admin_edit_role_permissions')
  const minutes = Temporal.Now.instant().until(result.bearerExpiresAt).total('minutes')
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
})

test('a wrong password and an unknown account get the same response', async () => {
  const { owner } = await instance.createTenant()
  expect(await signIn(owner.auth.userName, 'wrong')).toFail('WrongCredentials')
  expect(await signIn('nobody@example.test')).toFail('WrongCredentials')
})

describe('password guessing', () => {
  const fromDevice = (userName: string, secret: string, device: string) =>
    fetch(`${instance.url}/api/main/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `frontdesk_device=${device}` },
      body: JSON.stringify({ userName, password: secret }),
    })

  test('is limited per account and IP address, says how long to wait, and does not lock out other accounts', async () => {
    const { owner } = await instance.createTenant()
    const { owner: other } = await instance.createTenant()
    // Starts a new count: the sign-up was an attempt.
    ok(await signIn(owner.auth.userName))
    for (let i = 0; i < 3; i++) expect(await signIn(owner.auth.userName, `guess ${i}`)).toFail('WrongCredentials')
    const refused = await signIn(owner.auth.userName)
    expect(refused).toFail('TooManyAttempts')
    expect(refused).toMatchObject({ status: 429, body: { data: { retryAfterSeconds: expect.any(Number) } } })
    ok(await signIn(other.auth.userName))
  })

  test('does not lock out a known device of the account, which has its own limit', async () => {
    const { owner } = await instance.createTenant()
    const { userName } = owner.auth
    await instance.server.database.owner.query('update directory.logins set verified_at = now() where email = $1', [
      userName,
    ])
    const device = crypto.randomUUID()
    expect((await fromDevice(userName, password, device)).status).toBe(200)
    for (let i = 0; i < 4; i++) await signIn(userName, `guess ${i}`)
    expect(await signIn(userName)).toFail('TooManyAttempts')
    expect((await fromDevice(userName, password, crypto.randomUUID())).status).toBe(429)
    expect((await fromDevice(userName, password, device)).status).toBe(200)
    for (let i = 0; i < 3; i++) expect((await fromDevice(userName, `guess ${i}`, device)).status).toBe(401)
    expect((await fromDevice(userName, password, device)).status).toBe(429)
  })
})

test('an email address of maximum length is rate-limited like any other', async () => {
  const userName = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(61)}.test`
  expect(userName).toHaveLength(253)
  for (let i = 0; i < 3; i++) expect(await signIn(userName)).toFail('WrongCredentials')
  expect(await signIn(userName)).toFail('TooManyAttempts')
})

test('the account’s email address is refused as a password', async () => {
  const { owner } = await instance.createTenant()
  const { userName } = owner.auth
  const change = (newPassword: string) =>
    owner.call(contract.security.changePassword, { oldPassword: password, newPassword })
  expect(await change(userName)).toFail('PasswordTooObvious')
  expect(await change(userName.toUpperCase())).toFail('PasswordTooObvious')
  ok(await change('a much better one'))
})

test('a refresh token works once and returns its successor', async () => {
  const { owner } = await instance.createTenant()
  const second = ok(await refresh(owner.auth.refreshToken))
  expect(second.sessionId).toBe(owner.auth.sessionId)
  expect(second.refreshToken).not.toBe(owner.auth.refreshToken)
  const third = ok(await refresh(second.refreshToken))
  ok(await callEndpoint(instance.url, contract.locations.getLocations, undefined, third.bearerToken))
})

test('after a lost response the old token still works while its successor is unused', async () => {
  const { owner } = await instance.createTenant()
  ok(await refresh(owner.auth.refreshToken))
  const again = ok(await refresh(owner.auth.refreshToken))
  ok(await refresh(again.refreshToken))
})

test('a refresh token used after its successor ends the whole session', async () => {
  const { owner } = await instance.createTenant()
  const second = ok(await refresh(owner.auth.refreshToken))
  const third = ok(await refresh(second.refreshToken))
  expect(await refresh(owner.auth.refreshToken)).toFail('RefreshTokenReused')
  expect(await refresh(third.refreshToken)).toFail('SessionExpired')
  expect(await callEndpoint(instance.url, contract.locations.getLocations, undefined, third.bearerToken)).toFail(
    'NotSignedIn',
  )
})

test('concurrent refreshes with one token never leave two valid successors', async () => {
  const { owner } = await instance.createTenant()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(owner.auth.refreshToken)))
  const tokens = answers.map((answer) => ok(answer).refreshToken)
  const outcomes = []
  for (const token of tokens) outcomes.push(await refresh(token))
  expect(outcomes.filter((outcome) => 'refreshToken' in outcome)).toHaveLength(1)
})

test('signing out ends that session immediately and no other', async () => {
  const { owner } = await instance.createTenant()
  const other = ok(await signIn(owner.auth.userName))
  ok(await owner.call(logout, {}))
  expect(await owner.call(contract.locations.getLocations, undefined)).toFail('NotSignedIn')
  expect(await refresh(owner.auth.refreshToken)).toFail('SessionExpired')
  ok(await callEndpoint(instance.url, contract.locations.getLocations, undefined, other.bearerToken))
})

test('tampered, foreign and missing tokens are rejected', async () => {
  const { owner } = await instance.createTenant()
  const [header, payload] = owner.auth.bearerToken.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const token of [`${header}.${payload}.AAAA`, `${none}.${payload}.`, 'nonsense', '']) {
    expect(await callEndpoint(instance.url, contract.locations.getLocations, undefined, token)).toFail('NotSignedIn')
  }
  expect(await refresh('nonsense')).toFail('SessionExpired')
})

test('concurrent identical sign-ups create one business', async () => {
  const form = {
    businessName: 'Corner Garage',
    firstName: 'Ann',
    email: `ann-${crypto.randomUUID()}@example.test`,
    password,
    timeZone: 'America/Chicago',
  }
  const answers = await Promise.all([
    callEndpoint(instance.url, registerTenant, form),
    callEndpoint(instance.url, registerTenant, form),
  ])
  const [first, second] = answers.map(ok)
  expect(second?.tenantId).toBe(first?.tenantId)
  const locations = ok(
    await callEndpoint(instance.url, contract.locations.getLocations, undefined, first?.bearerToken ?? ''),
  )
  expect(locations.locations).toMatchObject([
    { name: 'Corner Garage', timeZone: 'America/Chicago', locationPhoneNumber: null },
  ])
})

test('a sign-up with an unknown time zone, a short password or no email is rejected', async () => {
  const form = {
    businessName: 'Corner Garage',
    firstName: 'Ann',
    email: `ann-${crypto.randomUUID()}@example.test`,
    password,
  }
  expect(await callEndpoint(instance.url, registerTenant, { ...form, timeZone: 'Mars/Olympus' })).toFail('InvalidInput')
  expect(await callEndpoint(instance.url, registerTenant, { ...form, password: 'short' })).toFail('InvalidInput')
  expect(await callEndpoint(instance.url, registerTenant, { ...form, email: 'ann' })).toFail('InvalidInput')
})
