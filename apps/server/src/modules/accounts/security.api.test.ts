import { contract } from '@frontdesk/contract/api'
import { RECOVERY_CODES } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiFailure, callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { PASSWORD, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { totpCode } from '../../testing/totp-code.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const { security, accounts, registration } = contract
const NEW_PASSWORD = 'another fine password'
const STEP_MS = 30_000

const signIn = (userName: string, password = PASSWORD, more: object = {}) =>
  callEndpoint(instance.url, accounts.authenticate, { userName, password, ...more })
const codeOf = (secret: string) => totpCode(secret, Temporal.Instant.from(clock.now()).epochMilliseconds)
const locations = (token: string) => callEndpoint(instance.url, contract.locations.getLocations, undefined, token)
const sessionsOf = async (person: TestUser) => ok(await person.call(security.getSessions, undefined)).sessions
const audited = async (tenantId: string) => {
  const { rows } = await instance.server.database.owner.query(
    'select action, actor_name, subject, address from audit_entries where tenant_id = $1 order by created_at, id',
    [tenantId],
  )
  return rows
}

/** Turns two-step sign-in on with codes of a simulated authenticator app. */
async function withTwoStep(person: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = ok(await person.call(security.startTwoStep, { password: PASSWORD }))
  const { recoveryCodes } = ok(await person.call(security.confirmTwoStep, { code: codeOf(secret) }))
  clock.advance(STEP_MS)
  return { secret, recoveryCodes }
}

test('a sign-in that verified the old password while it is being changed gets no session', async () => {
  const { owner } = await instance.createTenant()
  const { owner: database } = instance.server.database
  const client = await database.connect()
  await client.query('begin')
  await client.query("update directory.logins set password_hash = 'another' where email = $1", [owner.auth.userName])
  const result = signIn(owner.auth.userName)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1)
  await client.query('commit')
  client.release()
  expect(await result).toFail('WrongCredentials')
})

test('a session is continued in another business once', async () => {
  const { owner } = await instance.createTenant()
  const other = ok(
    await callEndpoint(instance.url, accounts.registerTenant, {
      businessName: 'Second business',
      email: owner.auth.userName,
      password: PASSWORD,
    }),
  )
  const answers = await Promise.all([1, 2].map(() => owner.call(security.switchTenant, { tenantId: other.tenantId })))
  expect(answers.filter((answer) => 'bearerToken' in answer)).toHaveLength(1)
  expect(answers.find((answer) => !('bearerToken' in answer))).toFail('NotSignedIn')
})

describe('two-step sign-in', () => {
  test('requires a code of the app, each of which works once', async () => {
    const { owner, tenantId } = await instance.createTenant()
    const email = owner.auth.userName
    const started = ok(await owner.call(security.startTwoStep, { password: PASSWORD }))
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Frontdesk:.*secret=/)
    // Not in effect until a code confirms the secret.
    ok(await signIn(email))
    expect(await owner.call(security.confirmTwoStep, { code: '000000' })).toFail('WrongCode')
    const { recoveryCodes } = ok(await owner.call(security.confirmTwoStep, { code: codeOf(started.secret) }))
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
    expect(ok(await owner.call(security.get, undefined)).twoStep).toEqual({
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: RECOVERY_CODES,
    })
    expect(await owner.call(security.startTwoStep, { password: PASSWORD })).toFail('TwoStepIsOn')

    expect(await signIn(email)).toFail('TwoStepRequired')
    expect(await signIn(email, 'wrong password')).toFail('WrongCredentials')
    // The code that turned it on is consumed.
    expect(await signIn(email, PASSWORD, { code: codeOf(started.secret) })).toFail('WrongCode')
    clock.advance(STEP_MS)
    const code = codeOf(started.secret)
    ok(await signIn(email, PASSWORD, { code: `${code.slice(0, 3)} ${code.slice(3)}` }))
    expect(await signIn(email, PASSWORD, { code })).toFail('WrongCode')
    clock.advance(STEP_MS)
    expect(await signIn(email, 'wrong password', { code: codeOf(started.secret) })).toFail('WrongCredentials')
    ok(await signIn(email, PASSWORD, { code: codeOf(started.secret) }))
    expect((await audited(tenantId)).map(({ action }) => action)).toContain('two-step.enabled')
    expect((await instance.emailsTo(email)).map(({ subject }) => subject)).toContain('Two-step sign-in is on')
  })

  test('of two concurrent sign-ins with one code, one succeeds', async () => {
    const { owner } = await instance.createTenant()
    const { secret } = await withTwoStep(owner)
    const code = codeOf(secret)
    const answers = await Promise.all([1, 2].map(() => signIn(owner.auth.userName, PASSWORD, { code })))
    expect(answers.filter((answer) => 'bearerToken' in answer)).toHaveLength(1)
  })

  test('an expired code is rejected', async () => {
    const { owner } = await instance.createTenant()
    const { secret } = await withTwoStep(owner)
    const old = codeOf(secret)
    clock.advance(4 * STEP_MS)
    expect(await signIn(owner.auth.userName, PASSWORD, { code: old })).toFail('WrongCode')
  })

  test('a recovery code works once, and new ones replace the old', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const { secret, recoveryCodes } = await withTwoStep(owner)
    const [first = '', second = ''] = recoveryCodes
    ok(await signIn(email, PASSWORD, { code: first.toUpperCase().replaceAll('-', ' ') }))
    expect(await signIn(email, PASSWORD, { code: first })).toFail('WrongCode')
    expect(ok(await owner.call(security.get, undefined)).twoStep.recoveryCodesLeft).toBe(RECOVERY_CODES - 1)
    const code = codeOf(secret)
    expect(await owner.call(security.newRecoveryCodes, { password: 'wrong password', code })).toFail('WrongPassword')
    const made = ok(await owner.call(security.newRecoveryCodes, { password: PASSWORD, code }))
    expect(await signIn(email, PASSWORD, { code: second })).toFail('WrongCode')
    ok(await signIn(email, PASSWORD, { code: made.recoveryCodes[0] ?? '' }))
  })

  test('code attempts are rate-limited', async () => {
    const { owner } = await instance.createTenant()
    await withTwoStep(owner)
    for (let i = 0; i < 5; i++) {
      expect(await signIn(owner.auth.userName, PASSWORD, { code: `00000${i}` })).toFail('WrongCode')
    }
    expect(await signIn(owner.auth.userName, PASSWORD, { code: '000009' })).toFail('TooManyAttempts')
  })

  test('turning it off requires password and code', async () => {
    const { owner } = await instance.createTenant()
    const { secret } = await withTwoStep(owner)
    const stop = (password: string, code: string) => owner.call(security.stopTwoStep, { password, code })
    expect(await stop('wrong password', codeOf(secret))).toFail('WrongPassword')
    expect(await stop(PASSWORD, '000000')).toFail('WrongCode')
    ok(await stop(PASSWORD, codeOf(secret)))
    ok(await signIn(owner.auth.userName))
  })

  test('an owner who uses it can require it: members without it are signed out until they set it up', async () => {
    const { owner, createUser } = await instance.createTenant()
    const member = await createUser('TeamMember')
    expect(await owner.call(security.requireTwoStep, { isRequired: true })).toFail('TwoStepIsOff')
    expect(await member.call(security.requireTwoStep, { isRequired: false })).toFail('Forbidden')
    const { secret } = await withTwoStep(owner)
    ok(await owner.call(security.requireTwoStep, { isRequired: true }))
    ok(await locations(owner.auth.bearerToken))
    expect(await locations(member.auth.bearerToken)).toFail('NotSignedIn')

    const again = ok(await signIn(member.auth.userName))
    expect(again.needsTwoStep).toBe(true)
    expect(await locations(again.bearerToken)).toFail('TwoStepSetupRequired')
    await expect(connectLive(instance.url, again)).rejects.toThrow()
    const limited: TestUser = {
      auth: again,
      call: (endpoint, input) => callEndpoint(instance.url, endpoint, input, again.bearerToken),
    }
    const enrolled = await withTwoStep(limited)
    expect(enrolled.recoveryCodes).toHaveLength(RECOVERY_CODES)
    ok(await locations(again.bearerToken))
    expect(await limited.call(security.stopTwoStep, { password: PASSWORD, code: codeOf(enrolled.secret) })).toFail(
      'TwoStepIsRequired',
    )
    ok(await owner.call(security.requireTwoStep, { isRequired: false }))
    ok(await owner.call(security.stopTwoStep, { password: PASSWORD, code: codeOf(secret) }))
  })

  test('with several businesses the code is required once, before the choice', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const second = ok(
      await callEndpoint(instance.url, accounts.registerTenant, {
        businessName: 'Second Business',
        firstName: 'Olive',
        email,
        password: PASSWORD,
      }),
    )
    const { secret } = await withTwoStep(owner)
    expect(await signIn(email, PASSWORD, { tenantId: second.tenantId })).toFail('TwoStepRequired')
    const choice = await signIn(email, PASSWORD, { code: codeOf(secret) })
    expect(choice).toFail('TenantChoiceRequired')
    if (!(choice instanceof ApiFailure)) throw new Error('Expected a choice of businesses.')
    const { ticket } = choice.body.data as { ticket: string }
    const { tenantId } = second
    expect(await signIn(email, 'wrong password', { tenantId, ticket })).toFail('WrongCredentials')
    expect(await signIn(email, PASSWORD, { tenantId, ticket: `${ticket}x` })).toFail('TwoStepRequired')
    expect(ok(await signIn(email, PASSWORD, { tenantId, ticket })).tenantId).toBe(tenantId)
    const other = await instance.createTenant()
    await withTwoStep(other.owner)
    expect(await signIn(other.owner.auth.userName, PASSWORD, { ticket })).toFail('TwoStepRequired')
    clock.advance(6 * 60_000)
    expect(await signIn(email, PASSWORD, { tenantId, ticket })).toFail('TwoStepRequired')
  })
})

describe('changing one’s password', () => {
  test('requires the current one and ends the other sessions', async () => {
    const { owner, tenantId } = await instance.createTenant()
    const email = owner.auth.userName
    const other = ok(await signIn(email))
    const change = (oldPassword: string, newPassword: string) =>
      owner.call(security.changePassword, { oldPassword, newPassword })
    expect(await change('not my password', NEW_PASSWORD)).toFail('WrongPassword')
    expect(await change(PASSWORD, 'short')).toFail('InvalidInput')
    ok(await change(PASSWORD, NEW_PASSWORD))
    ok(await locations(owner.auth.bearerToken))
    expect(await locations(other.bearerToken)).toFail('NotSignedIn')
    expect(await signIn(email)).toFail('WrongCredentials')
    ok(await signIn(email, NEW_PASSWORD))
    expect((await audited(tenantId)).map(({ action }) => action)).toContain('password.changed')
  })

  test('limits guesses of the current one', async () => {
    const { owner } = await instance.createTenant()
    const guess = (oldPassword: string) =>
      owner.call(security.changePassword, { oldPassword, newPassword: NEW_PASSWORD })
    for (let i = 0; i < 10; i++) expect(await guess(`guess number ${i}`)).toFail('WrongPassword')
    expect(await guess(PASSWORD)).toFail('TooManyAttempts')
  })
})

describe('changing one’s email address', () => {
  const linkIn = (mails: { text: string }[]) => {
    const url = mails.map(({ text }) => /https?:\/\/\S+verify\S+/.exec(text)?.[0]).find(Boolean)
    const { searchParams } = new URL(url ?? '')
    return { id: searchParams.get('id') ?? '', email: searchParams.get('email') ?? '' }
  }

  test('takes effect once the new address is confirmed, and both addresses are notified', async () => {
    const { owner } = await instance.createTenant()
    const old = owner.auth.userName
    const newEmail = `new-${crypto.randomUUID()}@example.test`
    expect(await owner.call(security.changeEmail, { newEmail, password: 'not my password' })).toFail('WrongPassword')
    ok(await owner.call(security.changeEmail, { newEmail, password: PASSWORD }))
    ok(await signIn(old))
    expect(await signIn(newEmail)).toFail('WrongCredentials')
    const link = linkIn(await instance.emailsTo(newEmail))
    ok(await callEndpoint(instance.url, registration.verify, link))
    expect(await signIn(old)).toFail('WrongCredentials')
    expect(ok(await signIn(newEmail)).userName).toBe(newEmail)
    expect((await instance.emailsTo(old)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your email is about to change', 'Your email was changed']),
    )
    expect(await callEndpoint(instance.url, registration.verify, link)).toFail('LinkUsed')
  })

  test('to an address in use gets the same response and changes nothing', async () => {
    const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
    const newEmail = theirs.owner.auth.userName
    expect(ok(await mine.owner.call(security.changeEmail, { newEmail, password: PASSWORD }))).toEqual({ success: true })
    const mails = await instance.emailsTo(newEmail)
    expect(mails.map(({ subject }) => subject)).toContain('You already have a Frontdesk account')
    ok(await signIn(mine.owner.auth.userName))
    expect(ok(await signIn(newEmail)).tenantId).toBe(theirs.tenantId)
  })

  test('gives a free address to the first of two logins to confirm it', async () => {
    const [first, second] = [await instance.createTenant(), await instance.createTenant()]
    const newEmail = `requested-${crypto.randomUUID()}@example.test`
    for (const { owner } of [first, second])
      ok(await owner.call(security.changeEmail, { newEmail, password: PASSWORD }))
    const links = (await instance.emailsTo(newEmail)).map((mail) => linkIn([mail]))
    const answers = await Promise.all(links.map((link) => callEndpoint(instance.url, registration.verify, link)))
    expect(answers.filter((answer) => 'success' in answer)).toHaveLength(1)
    expect(answers.find((answer) => !('success' in answer))).toFail('LinkUsed')
    expect(instance.errors.flat().filter((part) => String(part) === 'endpoint failed')).toEqual([])
  })
})

describe('sessions of one’s login', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

  const signInFrom = async (userName: string, headers: Record<string, string>) => {
    const response = await fetch(`${instance.url}/api/main/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ userName, password: PASSWORD }),
    })
    return {
      cookie: response.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('frontdesk_device='))
        ?.split(';')[0],
      auth: await response.json(),
    }
  }

  test('are listed with their devices, and ending one closes its live connections', async () => {
    const { owner, tenantId } = await instance.createTenant()
    const { auth } = await signInFrom(owner.auth.userName, { 'user-agent': CHROME })
    const live = await connectLive(instance.url, auth)
    const connectionEnded = new Promise<void>((resolve) => live.onSessionEnded(resolve))
    const sessions = await sessionsOf(owner)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ isCurrent }) => isCurrent)?.sessionId).toBe(owner.auth.sessionId)
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      sessionId: auth.sessionId,
      browser: 'Chrome',
      os: 'Windows',
      kind: 'desktop',
      address: expect.stringContaining('127.0.0.1'),
      tenantName: null,
    })
    ok(await owner.call(security.revokeSession, { sessionId: auth.sessionId }))
    expect(await locations(auth.bearerToken)).toFail('NotSignedIn')
    await connectionEnded
    expect(await sessionsOf(owner)).toHaveLength(1)
    expect(await owner.call(security.revokeSession, { sessionId: auth.sessionId })).toFail('SessionNotFound')
    const actions = (await audited(tenantId)).map(({ action, subject }) => `${action} ${subject}`)
    expect(actions).toContain('session.started Chrome on Windows')
    expect(actions).toContain('session.revoked Chrome on Windows')
  })

  test('cannot be seen or ended by another login', async () => {
    const { owner, createUser } = await instance.createTenant()
    const member = await createUser('TeamMember')
    expect(await owner.call(security.revokeSession, { sessionId: member.auth.sessionId })).toFail('SessionNotFound')
    expect(await sessionsOf(member)).toHaveLength(1)
    ok(await locations(member.auth.bearerToken))
  })

  test('other than the current one can be ended together', async () => {
    const { owner } = await instance.createTenant()
    const others = [ok(await signIn(owner.auth.userName)), ok(await signIn(owner.auth.userName))]
    expect(ok(await owner.call(security.revokeOtherSessions, {})).ended).toBe(2)
    for (const { bearerToken } of others) expect(await locations(bearerToken)).toFail('NotSignedIn')
    ok(await locations(owner.auth.bearerToken))
  })

  test('a sign-in on a new device sends an email, one on a known device does not', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const countSignInEmails = async () =>
      (await instance.emailsTo(email)).filter(({ subject }) => subject === 'New sign-in to your account').length
    expect(await countSignInEmails()).toBe(0)
    const { cookie } = await signInFrom(email, { 'user-agent': CHROME })
    expect(await countSignInEmails()).toBe(1)
    expect((await instance.emailsTo(email))[0]?.text).toContain('Chrome on Windows')
    await signInFrom(email, { 'user-agent': CHROME, cookie: cookie ?? '' })
    expect(await countSignInEmails()).toBe(1)
    await signInFrom(email, { 'user-agent': CHROME })
    expect(await countSignInEmails()).toBe(2)
  })
})

test('the chosen location is kept for the session and later sign-ins', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  expect(member.auth.locationID).toBe(here)
  const { owner } = tenant
  const chosen = ok(
    await owner.call(security.setLocation, { locationID: there, refreshToken: owner.auth.refreshToken }),
  )
  expect(chosen.locationID).toBe(there)
  const renewed = ok(await callEndpoint(instance.url, accounts.refreshSession, { refreshToken: chosen.refreshToken }))
  expect(renewed.locationID).toBe(there)
  // A sign-in on another device starts with the same location.
  expect(ok(await signIn(owner.auth.userName)).locationID).toBe(there)
  owner.auth = renewed
  const set = (locationID: string | null, refreshToken: string) =>
    owner.call(security.setLocation, { locationID, refreshToken })
  expect(ok(await set(null, renewed.refreshToken)).locationID).toBeNull()
  expect(await member.call(security.setLocation, { locationID: there, refreshToken: member.auth.refreshToken })).toFail(
    'LocationNotFound',
  )
  expect(await set(here, member.auth.refreshToken)).toFail('SessionExpired')
})
