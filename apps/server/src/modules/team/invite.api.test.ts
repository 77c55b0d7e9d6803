import { contract, type TeamMember } from '@frontdesk/contract/api'
import { describe, expect, test } from 'vitest'
import { ApiFailure, callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { PASSWORD, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const { team, registration, accounts } = contract
const anEmail = () => `invited-${crypto.randomUUID()}@example.test`
const invite = (tenant: Tenant, email: string, more: object = {}) =>
  tenant.owner.call(team.invite, { name: 'Ann Marie Fisher', email, ...more })
const membersOf = async (tenant: Tenant) => ok(await tenant.owner.call(team.getTeam, undefined)).members

async function linkIn(email: string) {
  const [mail] = await instance.emailsTo(email)
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return { mail, id: url.searchParams.get('id') ?? '', email, path: url.pathname, origin: url.origin }
}
const join = (link: { id: string; email: string }, password: string) =>
  callEndpoint(instance.url, registration.confirmInvite, { id: link.id, email: link.email, password })
const signIn = (email: string, password: string, more: object = {}) =>
  callEndpoint(instance.url, accounts.authenticate, { userName: email, password, ...more })

describe('invitations', () => {
  test('are emailed, listed, audited, pushed live, and accepted with a new password', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [here = ''] = tenant.locationIds
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const email = anEmail()
    const invited = ok(await invite(tenant, email.toUpperCase(), { roleName: 'Manager', locations: [here] }))
    expect(invited).toMatchObject({
      displayName: 'Ann Marie Fisher',
      firstName: 'Ann Marie',
      lastName: 'Fisher',
      email,
      roleName: 'Manager',
      locations: [here],
      invitedAt: expect.any(String),
      inviteMail: null,
    })
    await screen.waitFor('team.changed')
    const link = await linkIn(email)
    expect(link.mail?.subject).toBe(`Olive Owner invited you to ${tenant.owner.auth.tenantName}`)
    expect([link.origin, link.path]).toEqual([instance.server.publicUrl(), '/auth/confirm-invite'])
    expect(await tenant.owner.call(team.setPassword, { userID: invited.id, password: PASSWORD })).toFail(
      'MemberNotJoined',
    )
    ok(await join(link, 'a password of their own'))
    const joined = ok(await signIn(email, 'a password of their own'))
    expect(joined).toMatchObject({ userId: invited.id, roles: ['Manager'], locationIDs: [here] })
    expect((await membersOf(tenant)).find(({ id }) => id === invited.id)).toMatchObject({ invitedAt: null })
    expect(await tenant.owner.call(team.resendInvite, { userID: invited.id })).toFail('InvitationAnswered')
    const { rows } = await instance.server.database.owner.query(
      `select action, subject, data from audit_entries where tenant_id = $1 and action like 'member.%' order by created_at`,
      [tenant.tenantId],
    )
    expect(rows).toEqual([
      { action: 'member.invited', subject: 'Ann Marie Fisher', data: { email, role: 'Manager' } },
      { action: 'member.joined', subject: 'Ann Marie Fisher', data: {} },
    ])
    screen.close()
  })

  test('sent again invalidate the first link; a removed member cannot join but can be invited again', async () => {
    const tenant = await instance.createTenant()
    const email = anEmail()
    const { id: userID } = ok(await invite(tenant, email))
    const first = await linkIn(email)
    ok(await tenant.owner.call(team.resendInvite, { userID }))
    expect(await join(first, PASSWORD)).toFail('LinkUsed')
    const second = await linkIn(email)
    expect(await invite(tenant, email)).toFail('MemberExists')
    ok(await tenant.owner.call(team.removeUser, { userID, toUserID: null }))
    expect(await join(second, PASSWORD)).toFail('LinkUsed')
    expect(await tenant.owner.call(team.resendInvite, { userID })).toFail('MemberNotFound')
    const again = ok(await invite(tenant, email))
    expect(again.id).not.toBe(userID)
    ok(await join(await linkIn(email), PASSWORD))
  })

  test('to an address of another business share its login, without revealing that it exists', async () => {
    const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
    const email = theirs.owner.auth.userName
    const invited = ok(await invite(mine, email))
    const unknown = ok(await invite(mine, anEmail()))
    const shape = ({ id: _, email: __, invitedAt: ___, ...rest }: TeamMember) => rest
    expect(shape(invited)).toEqual(shape(unknown))
    const link = await linkIn(email)
    expect(await join(link, 'not their password')).toFail('WrongCredentials')
    ok(await join(link, PASSWORD))
    const choice = await signIn(email, PASSWORD)
    expect(choice).toFail('TenantChoiceRequired')
    expect((choice as ApiFailure).body.data).toMatchObject({
      tenants: expect.arrayContaining([{ tenantId: mine.tenantId, name: mine.owner.auth.tenantName }]),
    })
    expect(ok(await signIn(email, PASSWORD, { tenantId: mine.tenantId }))).toMatchObject({ userId: invited.id })
    expect(await mine.owner.call(team.setPassword, { userID: invited.id, password: PASSWORD })).toFail('LoginShared')
    // Removed here, they keep access to their own business.
    ok(await mine.owner.call(team.removeUser, { userID: invited.id, toUserID: null }))
    expect(ok(await signIn(email, PASSWORD))).toMatchObject({ tenantId: theirs.tenantId })
  })

  test('cannot grant more than the inviting user has', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [here = '', there = ''] = tenant.locationIds
    ok(
      await tenant.owner.call(team.setRolePermission, {
        role: 'Manager',
        permission: 'admin_manage_users',
        isGranted: true,
      }),
    )
    const manager = await tenant.createUser('Manager', { locationIds: [here] })
    const ask = (more: object) => manager.call(team.invite, { name: 'New', email: anEmail(), ...more })
    expect(await ask({ roleName: 'Owner' })).toFail('OwnersOnly')
    expect(await ask({ roleName: 'Contributor' })).toFail('InvalidInput')
    expect(await ask({ locations: null })).toFail('LocationNotFound')
    expect(await ask({ locations: [there] })).toFail('LocationNotFound')
    expect(ok(await ask({}))).toMatchObject({ roleName: 'TeamMember', locations: [here] })
    const owner = ok(await invite(tenant, anEmail(), { roleName: 'Owner', locations: null }))
    expect(await manager.call(team.resendInvite, { userID: owner.id })).toFail('Forbidden')
    for (const bad of ['', 'nobody', 'a@b', 'a b@example.test', `${'x'.repeat(250)}@example.test`]) {
      expect(await invite(tenant, bad)).toFail('InvalidInput')
    }
    expect(await tenant.owner.call(team.invite, { name: '  ', email: anEmail() })).toFail('InvalidInput')
  })

  test('to one address are rate-limited', async () => {
    const tenant = await instance.createTenant()
    const email = anEmail()
    const { id: userID } = ok(await invite(tenant, email))
    for (let n = 0; n < 4; n++) ok(await tenant.owner.call(team.resendInvite, { userID }))
    expect(await tenant.owner.call(team.resendInvite, { userID })).toFail('TooManyAttempts')
    ok(await invite(tenant, anEmail()))
  })

  test('show in the list when their email is stuck, and are sent once it is possible', async () => {
    const tenant = await instance.createTenant()
    const state = async (email: string) =>
      (await membersOf(tenant)).find((member) => member.email === email)?.inviteMail
    const [late, refused] = [anEmail(), anEmail()]
    // The emails of other tests would take the fault.
    await instance.idle()
    await instance.addFault({ kind: 'fail-mail', code: 451, times: 1 })
    ok(await invite(tenant, late))
    await instance.idle()
    expect(await state(late)).toBe('waiting')
    await instance.addFault({ kind: 'fail-mail', code: 550, times: 1 })
    const { id: userID } = ok(await invite(tenant, refused))
    await instance.idle()
    expect(await state(refused)).toBe('refused')
    await instance.runDelayedJobs('send-mail')
    expect(await state(late)).toBeNull()
    ok(await join(await linkIn(late), PASSWORD))
    expect(ok(await tenant.owner.call(team.resendInvite, { userID })).inviteMail).toBeNull()
    await instance.idle()
    expect(await state(refused)).toBeNull()
  })
})

describe('the plan’s member limit', () => {
  test('applies to invitations, also concurrent ones, and counts invited members', async () => {
    const tenant = await instance.createTenant({ subscription: { totalTeamMembers: 3 } })
    ok(await invite(tenant, anEmail()))
    const answers = await Promise.all([1, 2, 3].map(() => invite(tenant, anEmail())))
    const refused = answers.filter((answer) => answer instanceof ApiFailure)
    expect(refused).toHaveLength(2)
    for (const answer of refused) {
      expect(answer).toFail('PlanLimitReached')
      expect(answer).toMatchObject({ status: 402, body: { data: { what: 'teamMembers', limit: 3 } } })
    }
    const { members, memberLimit } = ok(await tenant.owner.call(team.getTeam, undefined))
    expect([members.length, memberLimit]).toEqual([3, 3])
    // Removing a member frees a seat.
    ok(await tenant.owner.call(team.removeUser, { userID: members[2]?.id ?? '', toUserID: null }))
    ok(await invite(tenant, anEmail()))
  })

  test.each([
    [{ subscriptionRank: 1, totalTeamMembers: null }, 5],
    [{ subscriptionRank: 3, totalTeamMembers: null }, 10],
    [{ subscriptionRank: 1, totalTeamMembers: null, isDemoAccount: true }, 10],
    [{ subscriptionRank: 1, totalTeamMembers: 7 }, 7],
  ])('comes from the subscription: %j', async (subscription, limit) => {
    const tenant = await instance.createTenant({ subscription })
    expect(ok(await tenant.owner.call(team.getTeam, undefined)).memberLimit).toBe(limit)
    for (let n = 1; n < limit; n++) ok(await invite(tenant, anEmail()))
    expect(await invite(tenant, anEmail())).toFail('PlanLimitReached')
  })
})
