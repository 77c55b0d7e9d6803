import { contract, type TeamMember } from '@frontdesk/contract/api'
import { PERMISSION_KEYS, type Permission } from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { ApiFailure, callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const { team } = contract

const membersOf = async (tenant: Tenant, who = tenant.owner) => ok(await who.call(team.getTeam, undefined)).members

async function memberOf(tenant: Tenant, person: TestUser): Promise<TeamMember> {
  const member = (await membersOf(tenant)).find(({ id }) => id === person.auth.userId)
  if (!member) throw new Error('Member not found.')
  return member
}

const grant = async (tenant: Tenant, role: 'Manager' | 'TeamMember', permission: Permission, isGranted = true) =>
  ok(await tenant.owner.call(team.setRolePermission, { role, permission, isGranted }))

const signIn = (person: TestUser, password = PASSWORD) =>
  callEndpoint(instance.url, contract.accounts.authenticate, { userName: person.auth.userName, password })

const conversationFor = async (tenant: Tenant, toUserID: string | null, place = 0) =>
  ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[place] ?? '',
      locationID: tenant.locationIds[place],
      toUserID,
    }),
  ).data

describe('members', () => {
  test('are listed with role, locations and open conversations; the account holder is marked', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const member = await tenant.createUser('TeamMember', { locationIds: tenant.locationIds.slice(0, 1) })
    await conversationFor(tenant, member.auth.userId)
    expect(await membersOf(tenant)).toMatchObject([
      { id: tenant.owner.auth.userId, roleName: 'Owner', isAccountHolder: true, locations: null, openConversations: 0 },
      { roleName: 'TeamMember', isAccountHolder: false, locations: [tenant.locationIds[0]], openConversations: 1 },
    ])
    expect(tenant.owner.auth.permissions).toContain('TenantCreator')
    expect(member.auth.permissions).not.toContain('TenantCreator')
  })

  test('are renamed, promoted and moved in one request, audited and effective immediately', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const person = await tenant.createUser('TeamMember')
    const [, there = ''] = tenant.locationIds
    const before = await memberOf(tenant, person)
    const after = ok(
      await tenant.owner.call(team.updateUser, {
        userID: person.auth.userId,
        name: 'Ann Marie Fisher',
        roleName: 'Manager',
        locations: [there],
        version: before.version,
      }),
    )
    expect(after).toMatchObject({
      displayName: 'Ann Marie Fisher',
      firstName: 'Ann Marie',
      lastName: 'Fisher',
      roleName: 'Manager',
      locations: [there],
      version: before.version + 1,
    })
    const session = ok(await person.call(contract.accounts.getSession, undefined))
    expect(session).toMatchObject({ displayName: 'Ann Marie Fisher', roles: ['Manager'], locationIDs: [there] })
    expect(session.permissions).toContain('convos_view_assigned_to_others')
    const { rows } = await instance.server.database.owner.query(
      `select data from audit_entries where tenant_id = $1 and action = 'member.changed'`,
      [tenant.tenantId],
    )
    expect(rows).toEqual([
      { data: { nameBefore: before.displayName, role: 'Manager', roleBefore: 'TeamMember', locations: 1 } },
    ])
  })

  test('edited concurrently keep the first change; the second request gets the current state', async () => {
    const tenant = await instance.createTenant()
    const person = await tenant.createUser('TeamMember')
    const { id, version } = await memberOf(tenant, person)
    ok(await tenant.owner.call(team.updateUser, { userID: id, name: 'First', version }))
    const late = await tenant.owner.call(team.setRole, { userID: id, roleName: 'Manager', version })
    expect(late).toFail('MemberChanged')
    expect((late as ApiFailure).status).toBe(409)
    expect((late as ApiFailure).body.data).toMatchObject({ displayName: 'First', roleName: 'TeamMember' })
    expect(await memberOf(tenant, person)).toMatchObject({ roleName: 'TeamMember', version: version + 1 })
  })

  test('of another tenant are not found', async () => {
    const [leaversConversation, membersConversation] = [await instance.createTenant(), await instance.createTenant()]
    const userID = membersConversation.owner.auth.userId
    for (const answer of [
      await leaversConversation.owner.call(team.updateUser, { userID, name: 'X' }),
      await leaversConversation.owner.call(team.setRole, { userID, roleName: 'TeamMember' }),
      await leaversConversation.owner.call(team.setLocations, { userID, locations: null }),
      await leaversConversation.owner.call(team.setPassword, { userID, password: PASSWORD }),
      await leaversConversation.owner.call(team.removeUser, { userID, toUserID: null }),
    ]) {
      expect(answer).toFail('MemberNotFound')
    }
    const person = await leaversConversation.createUser('TeamMember')
    expect(
      await leaversConversation.owner.call(team.setLocations, {
        userID: person.auth.userId,
        locations: membersConversation.locationIds,
      }),
    ).toFail('LocationNotFound')
  })
})

describe('granting and revoking is limited to one’s own rights', () => {
  test('a manager who may manage users cannot create or change owners', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    await grant(tenant, 'Manager', 'admin_manage_users')
    const here = tenant.locationIds.slice(0, 1)
    const manager = await tenant.createUser('Manager', { locationIds: here })
    const colleague = await tenant.createUser('TeamMember', { locationIds: here })
    const elsewhere = await tenant.createUser('TeamMember')
    const owner = await tenant.createUser('Owner')
    const userID = colleague.auth.userId
    expect(await manager.call(team.setRole, { userID, roleName: 'Owner' })).toFail('OwnersOnly')
    expect(await manager.call(team.setRole, { userID: manager.auth.userId, roleName: 'Owner' })).toFail('OwnMembership')
    expect(await manager.call(team.setLocations, { userID, locations: null })).toFail('LocationNotFound')
    for (const other of [owner, elsewhere]) {
      expect(await manager.call(team.setPassword, { userID: other.auth.userId, password: 'a new password' })).toFail(
        'Forbidden',
      )
      expect(await manager.call(team.removeUser, { userID: other.auth.userId, toUserID: null })).toFail('Forbidden')
    }
    expect(await manager.call(team.setRole, { userID, roleName: 'Manager' })).toMatchObject({ roleName: 'Manager' })
  })

  test('the last owner, oneself and the account holder cannot be demoted or removed', async () => {
    const tenant = await instance.createTenant()
    const holder = tenant.owner.auth.userId
    const demote = (who: TestUser, userID: string) => who.call(team.setRole, { userID, roleName: 'Manager' })
    const remove = (who: TestUser, userID: string) => who.call(team.removeUser, { userID, toUserID: null })
    expect(await demote(tenant.owner, holder)).toFail('LastOwner')
    expect(await remove(tenant.owner, holder)).toFail('LastOwner')
    const second = await tenant.createUser('Owner')
    expect(await demote(second, second.auth.userId)).toFail('OwnMembership')
    expect(await remove(second, second.auth.userId)).toFail('OwnMembership')
    for (const answer of [
      await demote(second, holder),
      await remove(second, holder),
      await second.call(team.setLocations, { userID: holder, locations: tenant.locationIds }),
      await second.call(team.setPassword, { userID: holder, password: 'a new password' }),
    ]) {
      expect(answer).toFail('AccountHolderProtected')
    }
    // Without an account holder, two owners who demote each other concurrently leave one.
    await instance.server.database.owner.query('update users set is_account_holder = false where tenant_id = $1', [
      tenant.tenantId,
    ])
    const third = await tenant.createUser('Owner')
    ok(await demote(second, holder))
    const answers = await Promise.all([demote(second, third.auth.userId), demote(third, second.auth.userId)])
    expect(answers.filter((answer) => !(answer instanceof ApiFailure))).toHaveLength(1)
    const owners = await instance.server.database.owner.query(
      `select from users where tenant_id = $1 and role = 'Owner' and removed_at is null`,
      [tenant.tenantId],
    )
    expect(owners.rowCount).toBe(1)
  })

  test('setting a member’s password ends their sessions; refused for a login of two businesses', async () => {
    const tenant = await instance.createTenant()
    const person = await tenant.createUser('TeamMember')
    const userID = person.auth.userId
    expect(await tenant.owner.call(team.setPassword, { userID: tenant.owner.auth.userId, password: PASSWORD })).toFail(
      'OwnMembership',
    )
    expect(await tenant.owner.call(team.setPassword, { userID, password: 'short' })).toFail('InvalidInput')
    ok(await tenant.owner.call(team.setPassword, { userID, password: 'another password' }))
    expect(await person.call(contract.locations.getLocations, undefined)).toFail('NotSignedIn')
    expect(
      await callEndpoint(instance.url, contract.accounts.refreshSession, { refreshToken: person.auth.refreshToken }),
    ).toFail('SessionExpired')
    expect(await signIn(person)).toFail('WrongCredentials')
    ok(await signIn(person, 'another password'))

    const other = await instance.createTenant()
    await instance.server.database.owner.query(
      `insert into directory.memberships (login_id, tenant_id, user_id)
       select login_id, $1, $2 from directory.memberships where user_id = $3`,
      [other.tenantId, crypto.randomUUID(), userID],
    )
    expect(await tenant.owner.call(team.setPassword, { userID, password: 'yet another one' })).toFail('LoginShared')
  })
})

describe('removing a member', () => {
  test('reassigns their conversations, ends their sessions, keeps their name, and is pushed live', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [here = ''] = tenant.locationIds
    const leaver = await tenant.createUser('TeamMember')
    const successor = await tenant.createUser('TeamMember', { locationIds: [here] })
    const leaversConversation = await conversationFor(tenant, leaver.auth.userId)
    const elsewhere = await conversationFor(tenant, leaver.auth.userId, 1)
    const closed = await conversationFor(tenant, leaver.auth.userId)
    ok(await leaver.call(contract.conversations.close, { sid: closed.sid }))
    ok(
      await leaver.call(contract.messages.send, {
        conversationSid: leaversConversation.sid,
        text: 'Written before leaving',
        clientMessageId: crypto.randomUUID(),
      }),
    )
    expect((await memberOf(tenant, leaver)).openConversations).toBe(2)
    const screen = await connectLive(instance.url, leaver.auth)
    const watching = await connectLive(instance.url, successor.auth)
    const start = await watching.catchUp(null)
    const ended = new Promise<void>((resolve) => screen.onSessionEnded(resolve))

    const userID = leaver.auth.userId
    expect(await tenant.owner.call(team.removeUser, { userID, toUserID: userID })).toFail('AssigneeUnknown')
    expect(await tenant.owner.call(team.removeUser, { userID, toUserID: crypto.randomUUID() })).toFail(
      'AssigneeUnknown',
    )
    const removed = await tenant.owner.call(team.removeUser, { userID, toUserID: successor.auth.userId })
    expect(removed).toEqual({ success: true, conversations: 2 })

    await ended
    await watching.waitFor('conversations.changed')
    await watching.waitFor('team.changed')
    expect(await leaver.call(contract.conversations.getList, {})).toFail('NotSignedIn')
    expect(await signIn(leaver)).toFail('WrongCredentials')
    expect((await membersOf(tenant)).map(({ id }) => id)).not.toContain(userID)
    expect((await tenant.list(successor)).map(({ sid }) => sid)).toEqual([leaversConversation.sid])
    const missed = await watching.catchUp(start.lastId)
    expect(missed.status === 'ok' && missed.events.map((event) => event.type)).toContain('conversation.changed')
    const assignees = async (sid: string) =>
      ok(await tenant.owner.call(contract.conversations.getBySid, { sid })).data.attributes.toUserID
    expect([
      await assignees(leaversConversation.sid),
      await assignees(elsewhere.sid),
      await assignees(closed.sid),
    ]).toEqual([successor.auth.userId, null, null])
    const { data: stats } = ok(await tenant.owner.call(contract.conversations.getStats, {}))
    expect(stats.totals.byUser).toEqual({ [successor.auth.userId]: 1 })
    expect((await tenant.messagesOf(leaversConversation)).map(({ author }) => author)).toEqual(['TeamMember Person'])
    expect(await tenant.owner.call(team.removeUser, { userID, toUserID: null })).toFail('MemberNotFound')
    expect(
      await tenant.owner.call(contract.conversations.getSetSms, {
        contactPhoneNumber: newPhone(),
        tenantPhoneNumber: tenant.numbers[0] ?? '',
        toUserID: userID,
      }),
    ).toFail('AssigneeUnknown')
    // Their address can be used again.
    ok(
      await callEndpoint(instance.url, contract.accounts.registerTenant, {
        businessName: 'A business of their own',
        firstName: 'Once',
        email: leaver.auth.userName,
        password: PASSWORD,
      }),
    )
    watching.close()
    screen.close()
    expect(instance.errors).toEqual([])
  })
})

describe('roles', () => {
  test('have default permissions, inactive ones none, and only some can be changed', async () => {
    const tenant = await instance.createTenant()
    const { roles } = ok(await tenant.owner.call(team.getRoles, undefined))
    expect(roles.map(({ key, isActive, permissions }) => [key, isActive, permissions.length])).toEqual([
      ['Owner', true, PERMISSION_KEYS.length],
      ['Manager', true, 15],
      ['TeamMember', true, 6],
      ['LocationAdmin', false, 0],
      ['TeamLeader', false, 0],
      ['Contributor', false, 0],
    ])
    const set = (role: string, permission: string) =>
      tenant.owner.call(team.setRolePermission, { role, permission, isGranted: true } as never)
    expect(await set('Manager', 'admin_edit_role_permissions')).toFail('PermissionUnchangeable')
    expect(await set('TeamMember', 'admin_manage_users')).toFail('PermissionUnchangeable')
    for (const role of ['Owner', 'Contributor', 'TenantCreator']) {
      expect(await set(role, 'contacts_edit')).toFail('InvalidInput')
    }
    for (const key of ['no_such_key', 'TenantCreator', '__proto__', 'toString']) {
      const answer = await set('Manager', key)
      expect(answer).toFail('PermissionNotFound')
      expect((answer as ApiFailure).body.message).toBe(`Permission not found ${key}`)
    }
    // Inserted directly into the table, it still grants nothing.
    await instance.server.database.owner.query(
      `insert into role_permissions values ($1, 'TeamMember', 'admin_manage_users', true, now()), ($1, 'Manager', 'nonsense', true, now())`,
      [tenant.tenantId],
    )
    const member = await tenant.createUser('TeamMember')
    expect(await member.call(team.getTeam, undefined)).toFail('Forbidden')
  })

  test('apply immediately when changed: requests, lists, counts and live connections', async () => {
    const tenant = await instance.createTenant()
    const other = await instance.createTenant()
    const conversation = await tenant.textFrom(newPhone(), 'For nobody yet')
    const member = await tenant.createUser('TeamMember')
    const screen = await connectLive(instance.url, member.auth)
    const neighbor = await connectLive(instance.url, other.owner.auth)
    const open = async () => ok(await member.call(contract.conversations.getStats, {})).data.totalOpen
    expect([await open(), await tenant.list(member)]).toEqual([0, []])

    await grant(tenant, 'TeamMember', 'convos_view_unassigned_conversations')
    expect(await open()).toBe(1)
    expect((await tenant.list(member)).map(({ sid }) => sid)).toEqual([conversation.sid])
    await screen.waitFor('viewer.changed')
    await tenant.textFrom(conversation.phoneNumber, 'Heard by the member')
    await screen.waitFor('message.created', ({ message }) => message.body === 'Heard by the member')

    await grant(tenant, 'TeamMember', 'convos_view_unassigned_conversations', false)
    expect(await tenant.list(member)).toEqual([])
    const receivedBefore = screen.received.length
    await tenant.textFrom(conversation.phoneNumber, 'Not for the member')
    await screen.catchUp(null)
    expect(screen.received.slice(receivedBefore).filter(({ type }) => type === 'message.created')).toEqual([])
    expect(neighbor.received).toEqual([])
    screen.close()
    neighbor.close()
  })
})

describe('viewing as a teammate', () => {
  test('shows exactly what they see, is read-only, and ends with one request', async () => {
    const tenant = await instance.createTenant()
    const member = await tenant.createUser('TeamMember')
    const membersConversation = await conversationFor(tenant, member.auth.userId)
    await tenant.textFrom(newPhone(), 'Not theirs')
    const { owner } = tenant
    const screen = await connectLive(instance.url, owner.auth)

    const view = ok(await owner.call(team.startViewAs, { userID: member.auth.userId }))
    expect(view).toMatchObject({
      userId: member.auth.userId,
      roles: ['TeamMember'],
      viewingAs: { userID: member.auth.userId, byUserID: owner.auth.userId, role: 'TeamMember' },
    })
    await screen.waitFor('viewer.changed')
    expect((await tenant.list(owner)).map(({ sid }) => sid)).toEqual([membersConversation.sid])
    expect(ok(await owner.call(contract.conversations.getStats, {})).data.totalOpen).toBe(1)
    expect(await owner.call(team.getTeam, undefined)).toFail('Forbidden')
    expect(await owner.call(contract.conversations.close, { sid: membersConversation.sid })).toFail('ViewingAs')
    const receivedBefore = screen.received.length
    await tenant.textFrom(newPhone(), 'Not theirs either').catch(() => undefined)
    await screen.catchUp(null)
    expect(screen.received.slice(receivedBefore)).toEqual([])
    // Stored with the session, so a renewed token sees the same.
    const renewed = ok(
      await callEndpoint(instance.url, contract.accounts.refreshSession, { refreshToken: owner.auth.refreshToken }),
    )
    expect(renewed).toMatchObject({ userId: member.auth.userId, viewingAs: view.viewingAs })

    const back = ok(await owner.call(team.endViewAs, undefined))
    expect(back).toMatchObject({ userId: owner.auth.userId, viewingAs: null })
    expect(await tenant.list(owner)).toHaveLength(3)
    ok(await owner.call(contract.conversations.close, { sid: membersConversation.sid }))
    const { rows } = await instance.server.database.owner.query(
      `select actor_user_id, subject from audit_entries where tenant_id = $1 and action = 'view-as.started'`,
      [tenant.tenantId],
    )
    expect(rows).toEqual([{ actor_user_id: owner.auth.userId, subject: 'TeamMember Person' }])
    screen.close()
  })

  test('works for roles, requires an owner, and ends when the teammate is removed', async () => {
    const tenant = await instance.createTenant()
    const manager = await tenant.createUser('Manager')
    const member = await tenant.createUser('TeamMember')
    expect(await manager.call(team.startViewAs, { roleName: 'TeamMember' })).toFail('Forbidden')
    expect(await tenant.owner.call(team.startViewAs, {})).toFail('InvalidInput')
    expect(await tenant.owner.call(team.startViewAs, { userID: tenant.owner.auth.userId })).toFail('OwnMembership')
    expect(await tenant.owner.call(team.startViewAs, { userID: crypto.randomUUID() })).toFail('MemberNotFound')
    const second = await tenant.createUser('Owner')
    const view = ok(await second.call(team.startViewAs, { roleName: 'Manager' }))
    expect(view).toMatchObject({ roles: ['Manager'], viewingAs: { userID: null, role: 'Manager' } })
    expect(view.permissions).not.toContain('admin_manage_users')
    ok(await second.call(team.endViewAs, undefined))
    ok(await second.call(team.startViewAs, { userID: member.auth.userId }))
    ok(await tenant.owner.call(team.removeUser, { userID: member.auth.userId }))
    expect(ok(await second.call(contract.accounts.getSession, undefined))).toMatchObject({ viewingAs: null })
  })

  test('never shows an owner with some locations any others', async () => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [here = '', there = ''] = tenant.locationIds
    const local = await tenant.createUser('Owner', { locationIds: [here] })
    const elsewhere = await tenant.createUser('Manager', { locationIds: [there] })
    const { sid } = await tenant.textFrom(newPhone(), 'Here')
    await tenant.textFrom(newPhone(), 'Elsewhere', { to: tenant.numbers[1] ?? '' })
    for (const [view, visible] of [
      [{ roleName: 'Manager' }, [sid]],
      [{ userID: tenant.owner.auth.userId }, [sid]],
      [{ userID: elsewhere.auth.userId }, []],
    ] as const) {
      ok(await local.call(team.startViewAs, view))
      expect((await tenant.list(local)).map((conversation) => conversation.sid)).toEqual(visible)
      ok(await local.call(team.endViewAs, undefined))
    }
  })
})
