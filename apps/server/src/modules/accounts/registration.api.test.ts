import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BUSINESS_NAME, LINK_HOURS } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  newWord,
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
} from '../../testing/test-instance.ts'
import { totpCode } from '../../testing/totp-code.ts'
import { sendInvite } from './index.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const { registration, accounts, security } = contract
const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'another fine password'

const call = (...[endpoint, input, token]: [Parameters<typeof callEndpoint>[1], unknown, string?]) =>
  callEndpoint(instance.url, endpoint, input as never, token)
const anEmail = () => `person-${crypto.randomUUID()}@example.test`
const signIn = (userName: string, password: string, more: object = {}) =>
  callEndpoint(instance.url, accounts.authenticate, { userName, password, ...more })
const signUp = async (email: string, businessName = `Business ${newWord()}`, password = PASSWORD) =>
  ok(await callEndpoint(instance.url, accounts.registerTenant, { businessName, firstName: 'Ann', email, password }))

/** Finds the link in the newest email to an address that has one for this path. */
async function linkTo(address: string, path: string): Promise<{ id: string; email: string; url: string }> {
  const mails = await instance.emailsTo(address)
  for (const { text } of mails) {
    const url = /https?:\/\/\S+/.exec(text)?.[0]
    if (!url?.includes(path)) continue
    const { searchParams } = new URL(url)
    return { id: searchParams.get('id') ?? '', email: searchParams.get('email') ?? '', url }
  }
  throw new Error(`No email to ${address} links to ${path}: ${mails.map(({ subject }) => subject).join(', ')}`)
}

describe('password reset by email', () => {
  const requestReset = (email: string) => call(registration.requestPasswordChange, { email })

  test('the link sets the password once and ends every session', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const other = ok(await signIn(email, PASSWORD))
    ok(await requestReset(email.toUpperCase()))
    const { id } = await linkTo(email, '/auth/reset-password')
    expect(ok(await call(registration.checkLink, { id }))).toMatchObject({ purpose: 'reset-password', email })
    ok(await call(registration.changePassword, { id, newPassword: NEW_PASSWORD }))
    for (const token of [owner.auth.bearerToken, other.bearerToken]) {
      expect(await call(contract.locations.getLocations, undefined, token)).toFail('NotSignedIn')
    }
    expect(await signIn(email, PASSWORD)).toFail('WrongCredentials')
    ok(await signIn(email, NEW_PASSWORD))
    expect(await call(registration.changePassword, { id, newPassword: PASSWORD })).toFail('LinkUsed')
    expect(await call(registration.checkLink, { id })).toFail('LinkUsed')
    expect((await instance.emailsTo(email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  test('the response does not reveal whether an address has a login', async () => {
    const { owner } = await instance.createTenant()
    const unknown = anEmail()
    const [registered, other] = [await requestReset(owner.auth.userName), await requestReset(unknown)]
    expect(registered).toEqual(other)
    expect(await instance.emailsTo(unknown)).toEqual([])
    expect(await instance.emailsTo(owner.auth.userName)).not.toEqual([])
  })

  test('an expired, unknown, tampered or replaced link, or one for another purpose, is rejected', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const verifying = await linkTo(email, '/auth/verify')
    ok(await requestReset(email))
    const first = await linkTo(email, '/auth/reset-password')
    const set = (id: string) => call(registration.changePassword, { id, newPassword: NEW_PASSWORD })
    expect(await set(`${first.id}x`)).toFail('LinkUnknown')
    expect(await set(first.id.slice(1))).toFail('LinkUnknown')
    expect(await set('nonsense')).toFail('LinkUnknown')
    expect(await set(verifying.id)).toFail('LinkUnknown')
    ok(await requestReset(email))
    const second = await linkTo(email, '/auth/reset-password')
    expect(await set(first.id)).toFail('LinkUsed')
    clock.advance(LINK_HOURS['reset-password'] * HOUR_MS + 1000)
    expect(await set(second.id)).toFail('LinkExpired')
    expect(await call(registration.checkLink, { id: second.id })).toFail('LinkExpired')
    ok(await signIn(email, PASSWORD))
  })

  test('of two concurrent requests with one link, one succeeds', async () => {
    const { owner } = await instance.createTenant()
    ok(await requestReset(owner.auth.userName))
    const { id } = await linkTo(owner.auth.userName, '/auth/reset-password')
    const passwords = ['password number one', 'password number two']
    const answers = await Promise.all(
      passwords.map((newPassword) => call(registration.changePassword, { id, newPassword })),
    )
    expect(answers.filter((answer) => 'success' in (answer as object))).toHaveLength(1)
    expect(answers.find((answer) => !('success' in (answer as object)))).toFail('LinkUsed')
  })

  test('sends at most five emails an hour; further requests get the same response, and the last link still works', async () => {
    const { owner } = await instance.createTenant()
    const email = owner.auth.userName
    const countMails = async () =>
      (await instance.emailsTo(email)).filter(({ subject }) => subject === 'Choose a new password').length
    for (let i = 0; i < 8; i++) {
      expect(await requestReset(email)).toEqual(await requestReset(anEmail()))
      await instance.idle()
    }
    expect(await countMails()).toBe(5)
    const { id } = await linkTo(email, '/auth/reset-password')
    ok(await call(registration.changePassword, { id, newPassword: NEW_PASSWORD }))
  })
})

const stateOf = async (token: string) => ok(await callEndpoint(instance.url, security.get, undefined, token))

test('email and password are enough to sign up a business; the rest has defaults', async () => {
  const email = anEmail()
  const auth = ok(await callEndpoint(instance.url, accounts.registerTenant, { email, password: PASSWORD }))
  expect(auth).toMatchObject({
    tenantName: DEFAULT_BUSINESS_NAME,
    displayName: email.split('@')[0],
    userName: email,
    roles: ['Owner'],
  })
})

test('the first-day checklist is derived from the business’s data and dismissed for everyone', async () => {
  const email = anEmail()
  const { bearerToken: token, tenantId } = ok(
    await callEndpoint(instance.url, accounts.registerTenant, { email, password: PASSWORD }),
  )
  const firstDay = async () =>
    ok(await callEndpoint(instance.url, contract.onboarding.getFirstDay, undefined, token)).data
  expect(await firstDay()).toEqual({
    isDismissed: false,
    hasBusinessName: false,
    phoneNumber: null,
    hasBusinessHours: false,
    hasInvitedTeammate: false,
    hasReceivedText: false,
  })
  ok(await callEndpoint(instance.url, contract.profile.updateBusiness, { name: 'Corner Garage' }, token))
  const created = await callEndpoint(instance.url, contract.phoneNumbers.create, { areaCode: '415' }, token)
  const { phoneNumber } = ok(created).data
  ok(await callEndpoint(instance.url, contract.team.invite, { name: 'Ben', email: anEmail() }, token))
  const { locations } = ok(await callEndpoint(instance.url, contract.locations.getLocations, undefined, token))
  const { id: locationID = '' } = locations[0] ?? {}
  const [hours] = ok(await callEndpoint(instance.url, contract.businessHours.getList, undefined, token)).businessHours
  if (!hours) throw new Error('A new location has default business hours.')
  const { week, exceptions, afterHours, version } = hours
  const suggested = { locationID, week, exceptions, afterHours, version }
  ok(await callEndpoint(instance.url, contract.businessHours.save, suggested, token))
  await fetch(`${instance.url}/sandbox/api/phones/${newPhone()}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: phoneNumber, body: 'Hello' }),
  })
  await instance.sandbox.idle()
  expect(await firstDay()).toEqual({
    isDismissed: false,
    hasBusinessName: true,
    phoneNumber,
    hasBusinessHours: true,
    hasInvitedTeammate: true,
    hasReceivedText: true,
  })
  ok(await callEndpoint(instance.url, contract.onboarding.dismiss, {}, token))
  expect(await firstDay()).toMatchObject({ isDismissed: true })
  const { rows } = await instance.server.database.owner.query(
    "select subject from audit_entries where tenant_id = $1 and action = 'business.renamed'",
    [tenantId],
  )
  expect(rows).toEqual([{ subject: 'Corner Garage' }])
})

describe('email verification', () => {
  test('the link of the sign-up email verifies the address and notifies open screens', async () => {
    const email = anEmail()
    const auth = await signUp(email)
    const { bearerToken } = auth
    const screen = await connectLive(instance.url, auth)
    expect(await stateOf(bearerToken)).toMatchObject({ email, isEmailVerified: false })
    const link = await linkTo(email, '/auth/verify')
    expect(await call(registration.verify, { id: link.id, email: anEmail() })).toFail('LinkUnknown')
    expect(ok(await call(registration.checkLink, { id: link.id }))).toMatchObject({ isConfirmed: false })
    expect(ok(await call(registration.verify, { id: link.id, email }))).toEqual({ success: true, mustSignIn: false })
    await screen.waitFor('login.changed')
    screen.close()
    expect(await stateOf(bearerToken)).toMatchObject({ email, isEmailVerified: true })
    // Opening the link again is not an error and does not verify a second time.
    expect(ok(await call(registration.checkLink, { id: link.id }))).toMatchObject({ isConfirmed: true, email })
    expect(await call(registration.verify, { id: link.id, email })).toFail('LinkUsed')
  })

  test('another email can be requested, and only its link works', async () => {
    const email = anEmail()
    const { bearerToken } = await signUp(email)
    const first = await linkTo(email, '/auth/verify')
    ok(await call(registration.resendVerification, {}, bearerToken))
    const second = await linkTo(email, '/auth/verify')
    expect(second.id).not.toBe(first.id)
    expect(await call(registration.verify, { id: first.id, email })).toFail('LinkUsed')
    expect(await call(registration.checkLink, { id: first.id })).toFail('LinkUsed')
    ok(await call(registration.verify, { id: second.id, email }))
    ok(await call(registration.resendVerification, {}, bearerToken))
    expect(await linkTo(email, '/auth/verify')).toEqual(second)
  })
})

describe('sign-up with an address that has a login', () => {
  test('gets the same response as any sign-up; the owner of the address can add the business to their login', async () => {
    const email = anEmail()
    const first = await signUp(email, 'First Business')
    ok(await call(registration.verify, await linkTo(email, '/auth/verify')))
    const second = await signUp(email, 'Second Business', NEW_PASSWORD)
    expect(Object.keys(second)).toEqual(Object.keys(first))
    expect(second.tenantId).not.toBe(first.tenantId)
    // Until the link is opened the new password signs in to the new business only.
    expect(ok(await signIn(email, NEW_PASSWORD))).toMatchObject({ tenantId: second.tenantId })
    expect(ok(await signIn(email, PASSWORD))).toMatchObject({ tenantId: first.tenantId })

    const [mail] = await instance.emailsTo(email)
    expect(mail?.subject).toBe('New sign-in to your account')
    const link = await linkTo(email, '/auth/verify')
    expect(ok(await call(registration.verify, link))).toEqual({ success: true, mustSignIn: true })
    // The sign-up may have been someone else's, so its session and password are revoked.
    expect(await call(contract.locations.getLocations, undefined, second.bearerToken)).toFail('NotSignedIn')
    expect(await signIn(email, NEW_PASSWORD)).toFail('WrongCredentials')
    const choice = await signIn(email, PASSWORD)
    expect(choice).toFail('TenantChoiceRequired')
    expect(choice).toMatchObject({
      body: { data: { tenants: [{ name: 'First Business' }, { tenantId: second.tenantId, name: 'Second Business' }] } },
    })
    expect(ok(await signIn(email, PASSWORD, { tenantId: second.tenantId }))).toMatchObject({
      tenantId: second.tenantId,
      userId: second.userId,
    })
  })

  test('leads to the same responses as with an address that has none, also at sign-in', async () => {
    const [registered, unknown] = [anEmail(), anEmail()]
    await signUp(registered, 'First Business')
    ok(await call(registration.verify, await linkTo(registered, '/auth/verify')))
    const responsesFor = async (email: string) => {
      const other = 'the password of another sign-up'
      const [one, repeated, two] = [
        await signUp(email, 'Probe', NEW_PASSWORD),
        await signUp(email, 'Probe', NEW_PASSWORD),
        await signUp(email, 'Second probe', other),
      ]
      return [
        repeated.tenantId === one.tenantId,
        ok(await signIn(email, NEW_PASSWORD)).tenantId === one.tenantId,
        ok(await signIn(email, other)).tenantId === two.tenantId,
        ok(await callEndpoint(instance.url, security.get, undefined, two.bearerToken)).isEmailVerified,
        ...(await Promise.all([1, 2, 3, 4].map(() => signIn(email, 'a wrong guess')))).map(
          (response) => 'status' in response && response.status,
        ),
      ]
    }
    const responses = await responsesFor(registered)
    expect(responses.slice(0, 4)).toEqual([true, true, true, false])
    expect(await responsesFor(unknown)).toEqual(responses)
  })

  test('adds the business immediately when the password is the login’s', async () => {
    const email = anEmail()
    const first = await signUp(email, 'One')
    const second = await signUp(email, 'Two')
    expect(second.tenantId).not.toBe(first.tenantId)
    expect(await signIn(email, PASSWORD)).toFail('TenantChoiceRequired')
  })

  test('an unverified login loses the address to the login that verifies it', async () => {
    const email = anEmail()
    const squatter = await signUp(email, 'Squat', 'the password of a stranger')
    const real = await signUp(email, 'Real', NEW_PASSWORD)
    const mails = await instance.emailsTo(email)
    const mine = mails.find(({ text }) => text.includes('sign up Real'))
    const { searchParams } = new URL(/https?:\/\/\S+/.exec(mine?.text ?? '')?.[0] ?? '')
    ok(await call(registration.verify, { id: searchParams.get('id'), email }))
    expect(ok(await signIn(email, NEW_PASSWORD))).toMatchObject({ tenantId: real.tenantId })
    expect(ok(await signIn(email, 'the password of a stranger'))).toMatchObject({ tenantId: squatter.tenantId })
    expect(ok(await callEndpoint(instance.url, security.get, undefined, squatter.bearerToken))).toMatchObject({
      isEmailVerified: false,
    })
    // The other address gets an email on how to keep the business, in case it is the same person.
    expect((await instance.emailsTo(email)).some(({ text }) => text.includes('sign up Squat'))).toBe(true)
  })
})

describe('invitations', () => {
  async function invite(tenant: Tenant, email: string): Promise<string> {
    const userId = newId()
    const at = clock.now()
    await instance.server.database.inTenant(tenant, async (tx) => {
      await tx
        .insertInto('users')
        .values({
          tenantId: tx.tenantId,
          id: userId,
          email,
          firstName: 'New',
          lastName: 'Person',
          displayName: 'New Person',
          role: 'TeamMember',
          hasAllLocations: true,
          invitedAt: at,
          createdAt: at,
        })
        .execute()
      await sendInvite(instance.server.services, tx, { userId, email, invitedBy: { displayName: 'Olive Owner' } })
    })
    return userId
  }
  const confirm = (link: { id: string; email: string }, password: string) =>
    call(registration.confirmInvite, { id: link.id, email: link.email, password })

  test('create a login with a password for a new person', async () => {
    const tenant = await instance.createTenant()
    const email = anEmail()
    const userId = await invite(tenant, email)
    const link = await linkTo(email, '/auth/confirm-invite')
    expect(ok(await call(registration.checkLink, { id: link.id }))).toEqual({
      purpose: 'invite',
      email,
      tenantName: expect.stringContaining('Business'),
      hasLogin: false,
      isConfirmed: false,
    })
    expect(await confirm(link, 'short')).toFail('PasswordTooShort')
    const joined = ok(
      await callEndpoint(instance.url, registration.confirmInvite, { ...link, password: NEW_PASSWORD }),
    ).session
    expect(joined).toMatchObject({ userId, tenantId: tenant.tenantId, roles: ['TeamMember'] })
    ok(await callEndpoint(instance.url, contract.conversations.getList, {}, joined?.bearerToken))
    expect(await stateOf(joined?.bearerToken ?? '')).toMatchObject({ isEmailVerified: true })
    expect(await confirm(link, NEW_PASSWORD)).toFail('LinkUsed')
  })

  test('add the business to an existing login, with its password', async () => {
    const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
    const email = theirs.owner.auth.userName
    await invite(mine, email)
    const link = await linkTo(email, '/auth/confirm-invite')
    expect(ok(await call(registration.checkLink, { id: link.id }))).toMatchObject({ hasLogin: true })
    expect(await confirm(link, NEW_PASSWORD)).toFail('WrongCredentials')
    ok(await confirm(link, PASSWORD))
    const choice = await signIn(email, PASSWORD)
    expect(choice).toFail('TenantChoiceRequired')
    const here = ok(await signIn(email, PASSWORD, { tenantId: mine.tenantId }))
    expect(here).toMatchObject({ tenantId: mine.tenantId, roles: ['TeamMember'] })

    const { tenants } = ok(await callEndpoint(instance.url, security.getTenants, undefined, here.bearerToken))
    expect(tenants.map(({ tenantId }) => tenantId).toSorted()).toEqual([mine.tenantId, theirs.tenantId].toSorted())
    const there = ok(
      await callEndpoint(instance.url, security.switchTenant, { tenantId: theirs.tenantId }, here.bearerToken),
    )
    expect(there).toMatchObject({ tenantId: theirs.tenantId, roles: ['Owner'] })
    expect(await call(contract.locations.getLocations, undefined, here.bearerToken)).toFail('NotSignedIn')
    const foreign = await instance.createTenant()
    expect(
      await callEndpoint(instance.url, security.switchTenant, { tenantId: foreign.tenantId }, there.bearerToken),
    ).toFail('TenantNotFound')
  })

  test('do not sign in a login with two-step sign-in', async () => {
    const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
    const { secret } = ok(await theirs.owner.call(security.startTwoStep, { password: PASSWORD }))
    const code = totpCode(secret, Temporal.Instant.from(clock.now()).epochMilliseconds)
    ok(await theirs.owner.call(security.confirmTwoStep, { code }))
    const email = theirs.owner.auth.userName
    await invite(mine, email)
    expect(ok(await confirm(await linkTo(email, '/auth/confirm-invite'), PASSWORD))).toMatchObject({ session: null })
    expect(await signIn(email, PASSWORD)).toFail('TwoStepRequired')
  })

  test('lead to two-step setup first where the business requires it', async () => {
    const tenant = await instance.createTenant()
    const { secret } = ok(await tenant.owner.call(security.startTwoStep, { password: PASSWORD }))
    const code = totpCode(secret, Temporal.Instant.from(clock.now()).epochMilliseconds)
    ok(await tenant.owner.call(security.confirmTwoStep, { code }))
    ok(await tenant.owner.call(security.requireTwoStep, { isRequired: true }))
    const email = anEmail()
    await invite(tenant, email)
    const link = { ...(await linkTo(email, '/auth/confirm-invite')), password: NEW_PASSWORD }
    const joined = ok(await callEndpoint(instance.url, registration.confirmInvite, link)).session
    expect(joined).toMatchObject({ needsTwoStep: true })
    expect(await call(contract.conversations.getList, {}, joined?.bearerToken)).toFail('TwoStepSetupRequired')
  })

  test('are rejected when expired, replaced, or after the member was removed', async () => {
    const tenant = await instance.createTenant()
    const [email, removed] = [anEmail(), anEmail()]
    const userId = await invite(tenant, email)
    const first = await linkTo(email, '/auth/confirm-invite')
    await instance.server.database.inTenant(tenant, (tx) =>
      sendInvite(instance.server.services, tx, { userId, email, invitedBy: { displayName: 'Olive Owner' } }),
    )
    expect(await confirm(first, NEW_PASSWORD)).toFail('LinkUsed')
    const second = await linkTo(email, '/auth/confirm-invite')
    expect(await confirm({ ...second, email: removed }, NEW_PASSWORD)).toFail('LinkUnknown')

    const removedId = await invite(tenant, removed)
    const third = await linkTo(removed, '/auth/confirm-invite')
    await instance.server.database.owner.query('update users set removed_at = now() where id = $1', [removedId])
    expect(await confirm(third, NEW_PASSWORD)).toFail('LinkUsed')
    expect(await signIn(removed, NEW_PASSWORD)).toFail('WrongCredentials')

    clock.advance(LINK_HOURS.invite * HOUR_MS + 1000)
    expect(await confirm(second, NEW_PASSWORD)).toFail('LinkExpired')
  })
})

test('a demo request is emailed to the operators', async () => {
  const businessName = `Salon ${newWord()}`
  ok(await call(registration.requestDemo, { firstName: 'Ann', businessName, email: anEmail(), text: 'Hello <b>' }))
  const [mail] = await instance.emailsTo('frontdesk@localhost')
  expect(mail).toMatchObject({ subject: `Demo for ${businessName}`, text: expect.stringContaining('Hello <b>') })
})

describe('with invite codes configured', () => {
  let closed: TestInstance
  beforeAll(async () => {
    closed = await startTestInstance({ env: { SIGN_UP_CODES: 'spring, summer' } })
  })
  afterAll(() => closed.close())

  test('a sign-up requires one of the codes', async () => {
    const form = { businessName: 'New', firstName: 'Ann', email: anEmail(), password: PASSWORD }
    const signUpWith = (inviteCode?: string) =>
      callEndpoint(closed.url, accounts.registerTenant, { ...form, inviteCode })
    expect(ok(await callEndpoint(closed.url, registration.getOptions, undefined))).toEqual({ signUp: 'invite-only' })
    expect(await signUpWith()).toFail('SignUpClosed')
    expect(await signUpWith('winter')).toFail('SignUpClosed')
    ok(await signUpWith('summer'))
  })
})
