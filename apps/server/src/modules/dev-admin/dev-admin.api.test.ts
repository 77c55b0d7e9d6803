import { contract, type SubscriptionChange } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shift, systemClock } from '../../platform/clock.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
let dev: Tenant
let other: Tenant
beforeAll(async () => {
  instance = await startTestInstance({ env: { SUPPORT_EMAIL: 'help@frontdesk.test' } })
  dev = await instance.createTenant()
  other = await instance.createTenant()
  await instance.makeDevAdmin(dev)
})
afterAll(() => instance.close())

const { devAdmin, notices } = contract
const noticesOf = async ({ owner }: Tenant) => ok(await owner.call(notices.get, undefined)).data
const HOUR_MS = 3_600_000
const inHours = (hours: number) => shift(systemClock(), hours * HOUR_MS)

test('other users get NotFound', async () => {
  const version = { version: '9.9.9', isLive: true, isForced: true }
  expect(await other.owner.call(devAdmin.get, undefined)).toFail('NotFound')
  expect(await other.owner.call(devAdmin.saveVersion, version)).toFail('NotFound')
  expect(await other.owner.call(devAdmin.getTenants, {})).toFail('NotFound')
  const version1 = ok(await callEndpoint(instance.url, notices.getVersion, undefined)).data
  expect(version1).toEqual({ liveVersion: null, isForced: false, supportEmail: 'help@frontdesk.test' })
})

test('the newest live version is announced, compared numerically, with whether it is forced', async () => {
  const save = (version: string, isLive: boolean, isForced: boolean) =>
    dev.owner.call(devAdmin.saveVersion, { version, isLive, isForced })
  ok(await save('1.8.900', true, false))
  ok(await save('1.8.1000', true, true))
  ok(await save('1.9.0', false, true))
  const announced = async () => ok(await callEndpoint(instance.url, notices.getVersion, undefined)).data
  expect(await announced()).toMatchObject({ liveVersion: '1.8.1000', isForced: true })
  ok(await save('1.8.1000', true, false))
  expect(await announced()).toMatchObject({ liveVersion: '1.8.1000', isForced: false })
  ok(await dev.owner.call(devAdmin.deleteVersion, { version: '1.8.1000' }))
  expect(await announced()).toMatchObject({ liveVersion: '1.8.900' })
  expect(await save('1.8', true, false)).toFail('InvalidInput')
})

test('maintenance is announced to its businesses until it is over or cancelled', async () => {
  const plan = {
    startsAt: inHours(1),
    endsAt: inHours(2),
    message: 'The database moves.',
    isShown: true,
    tenantIDs: [other.tenantId],
  }
  const { id } = ok(await dev.owner.call(devAdmin.saveMaintenance, plan)).data
  expect((await noticesOf(other)).maintenance).toMatchObject({ id, message: 'The database moves.' })
  expect((await noticesOf(dev)).maintenance).toBeNull()
  ok(await dev.owner.call(devAdmin.saveMaintenance, { ...plan, maintenanceID: id, tenantIDs: null }))
  expect((await noticesOf(dev)).maintenance).toMatchObject({ id })
  ok(await dev.owner.call(devAdmin.saveMaintenance, { ...plan, maintenanceID: id, isShown: false }))
  expect((await noticesOf(other)).maintenance).toBeNull()
  ok(
    await dev.owner.call(devAdmin.saveMaintenance, {
      ...plan,
      maintenanceID: id,
      startsAt: inHours(-2),
      endsAt: inHours(-1),
    }),
  )
  expect((await noticesOf(other)).maintenance).toBeNull()
  expect(await dev.owner.call(devAdmin.saveMaintenance, { ...plan, endsAt: plan.startsAt })).toFail('InvalidInput')
  const listed = ok(await dev.owner.call(devAdmin.get, undefined)).data.maintenances
  expect(listed).toMatchObject([{ id, tenantIDs: [other.tenantId] }])
  ok(await dev.owner.call(devAdmin.deleteMaintenance, { maintenanceID: id }))
  expect(ok(await dev.owner.call(devAdmin.get, undefined)).data.maintenances).toEqual([])
})

test('the promo banner is one line, with a web link only', async () => {
  const banner = {
    text: 'Calls are here',
    linkLabel: 'Read more',
    linkUrl: 'https://frontdesk.test/calls',
    isShown: true,
  }
  ok(await dev.owner.call(devAdmin.savePromoBanner, banner))
  expect((await noticesOf(other)).promoBanner).toMatchObject({ text: 'Calls are here' })
  ok(await dev.owner.call(devAdmin.savePromoBanner, { ...banner, isShown: false }))
  expect((await noticesOf(other)).promoBanner).toBeNull()
  const script = { ...banner, linkUrl: 'javascript:alert(1)' }
  expect(await dev.owner.call(devAdmin.savePromoBanner, script)).toFail('InvalidInput')
})

test('businesses are listed with their subscriptions, and changes are recorded in both audit logs', async () => {
  const listed = ok(await dev.owner.call(devAdmin.getTenants, {})).data.tenants
  expect(listed.map(({ tenantId }) => tenantId).slice(0, 2)).toEqual([other.tenantId, dev.tenantId])
  const tenants = ok(await dev.owner.call(devAdmin.getTenants, { login: other.owner.auth.userName })).data.tenants
  expect(tenants).toMatchObject([
    { tenantId: other.tenantId, ownerEmail: other.owner.auth.userName, teammates: 1, phoneNumbers: 1 },
  ])
  const change: SubscriptionChange = {
    status: 'canceled',
    subscriptionName: 'Base',
    subscriptionRank: 2,
    currentPeriodEnd: inHours(-1),
    isApplePayment: false,
    isDemoAccount: false,
    hasMultiLocation: false,
    hasAIAutomatedReplies: false,
    hasAIBookingAssistant: false,
    hasAIVoiceCalls: false,
    totalTeamMembers: null,
    totalPhoneNumbers: null,
    totalDeskPhones: null,
  }
  ok(await dev.owner.call(devAdmin.setSubscription, { ...change, tenantID: other.tenantId }))
  expect(ok(await other.owner.call(contract.subscription.check, undefined)).data).toEqual({
    isSubscribed: false,
    status: 'canceled',
  })
  expect(await dev.owner.call(devAdmin.setSubscription, { ...change, tenantID: crypto.randomUUID() })).toFail(
    'NotFound',
  )
  const { rows } = await instance.server.database.owner.query<{ actor_name: string }>(
    "select tenant_id, actor_name from audit_entries where action = 'subscription.changed' and (tenant_id, subject) in (($1::uuid, $2::text), ($2::text::uuid, 'Base')) order by actor_name",
    [dev.tenantId, other.tenantId],
  )
  expect(rows.map(({ actor_name }) => actor_name)).toEqual(['Frontdesk', 'Olive Owner'])
})

test('the demo business is created with its logins, and a reset discards all changes', async () => {
  expect(await other.owner.call(devAdmin.getDemo, undefined)).toFail('NotFound')
  expect(await other.owner.call(devAdmin.resetDemo, undefined)).toFail('NotFound')
  const state = async () => ok(await dev.owner.call(devAdmin.getDemo, undefined)).data
  expect(await state()).toMatchObject({ canReset: true, business: null })

  const made = ok(await dev.owner.call(devAdmin.resetDemo, undefined)).data
  expect(made.business).toMatchObject({ name: 'Harbor Dental' })
  expect(made.business?.logins.map(({ email, roleName }) => [email, roleName])).toEqual([
    ['owner@harbor-dental.test', 'Owner'],
    ['manager@harbor-dental.test', 'Manager'],
    ['member@harbor-dental.test', 'TeamMember'],
  ])
  const signIn = async (email: string) =>
    ok(await callEndpoint(instance.url, contract.accounts.authenticate, { userName: email, password: made.password }))
  for (const { email } of made.business?.logins ?? []) await signIn(email)
  await instance.idle()
  const { rows } = await instance.server.database.owner.query(
    'select distinct delivery_status from messages where tenant_id = $1 and is_outgoing and author_user_id is not null and delivery_status is not null',
    [made.business?.tenantId],
  )
  expect(rows).toEqual([{ delivery_status: 'delivered' }])

  const { bearerToken } = await signIn('owner@harbor-dental.test')
  // Documents print the address of their location above these lines.
  const { data: configs } = ok(await callEndpoint(instance.url, contract.paymentConfigs.get, undefined, bearerToken))
  expect(configs.businessLines).toMatch(/^UBI /)
  const { campaigns } = ok(await callEndpoint(instance.url, contract.campaigns.getList, {}, bearerToken)).data
  const sent = { status: 'done', stats: { recipients: 4, outcomes: { delivered: 4 }, replied: 1 } }
  expect(campaigns.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([sent, { status: 'draft' }])
  const conversations = contract.conversations
  const listed = ok(await callEndpoint(instance.url, conversations.getList, {}, bearerToken)).data.conversations
  const merged = listed.filter((one) => one.merged !== undefined)
  expect(merged).toMatchObject([{ friendlyName: 'Hannah Berg', merged: [{ name: 'Hannah Berg (work)' }] }])
  const { data: stats } = ok(await callEndpoint(instance.url, conversations.getStats, {}, bearerToken))
  expect(stats.totalSnoozed).toBe(1)
  ok(await callEndpoint(instance.url, conversations.close, { sid: listed[0]?.sid ?? '' }, bearerToken))
  const answers = await Promise.all([1, 2].map(() => dev.owner.call(devAdmin.resetDemo, undefined)))
  expect(answers.filter((answer) => 'status' in answer && answer.status === 409)).toHaveLength(1)
  const again = (await state()).business
  expect(again?.tenantId).not.toBe(made.business?.tenantId)
  expect(await callEndpoint(instance.url, conversations.getList, {}, bearerToken)).toFail('NotSignedIn')
  const fresh = await signIn('owner@harbor-dental.test')
  // Jobs book what was paid for.
  await instance.idle()
  const afterReset = ok(await callEndpoint(instance.url, conversations.getList, {}, fresh.bearerToken)).data
    .conversations
  expect(afterReset.map(({ friendlyName }) => friendlyName)).toEqual(listed.map(({ friendlyName }) => friendlyName))
  const remaining = await instance.server.database.owner.query('select from users where tenant_id = $1', [
    made.business?.tenantId,
  ])
  expect(remaining.rowCount).toBe(0)
}, 60_000)

test('a demo login with a real business prevents the reset, so that the business is not deleted', async () => {
  const { business } = ok(await dev.owner.call(devAdmin.resetDemo, undefined)).data
  await instance.server.database.owner.query('update subscriptions set is_demo_account = false where tenant_id = $1', [
    business?.tenantId,
  ])
  expect(await dev.owner.call(devAdmin.resetDemo, undefined)).toFail('DemoUnavailable')
  const remaining = await instance.server.database.owner.query('select from users where tenant_id = $1', [
    business?.tenantId,
  ])
  expect(remaining.rowCount).toBe(3)
}, 60_000)

test('viewing as a dev admin grants no dev admin rights', async () => {
  const { rows } = await instance.server.database.owner.query<{ login_id: string }>(
    'select login_id from directory.memberships where user_id = $1',
    [dev.owner.auth.userId],
  )
  // The dev admin joins another business, whose owner looks as them.
  const guest = await other.createUser('Manager')
  await instance.server.database.owner.query('update directory.memberships set login_id = $1 where user_id = $2', [
    rows[0]?.login_id,
    guest.auth.userId,
  ])
  ok(await other.owner.call(contract.team.startViewAs, { userID: guest.auth.userId }))
  expect(await other.owner.call(devAdmin.getTenants, {})).toFail('NotFound')
  expect(await other.owner.call(devAdmin.get, undefined)).toFail('NotFound')
  expect(ok(await other.owner.call(contract.subscription.get, undefined)).data.isDevAdmin).toBe(false)
  ok(await other.owner.call(contract.team.endViewAs, undefined))
})

test('errors of the web app are counted per error, limited per IP address, and shown only to dev admins', async () => {
  const report = (message: string) =>
    callEndpoint(instance.url, contract.logger.reportError, {
      name: 'TypeError',
      message,
      stack: 'send /assets/index.js:1:2',
      page: '/_app/conversations/$sid',
      appVersion: '1.8.857',
    })
  for (let i = 0; i < 3; i++) ok(await report('First'))
  ok(await report('Second'))
  const list = async () => ok(await dev.owner.call(devAdmin.getBrowserErrors, undefined)).data.errors
  expect(await list()).toMatchObject([
    { message: 'Second', count: 1, name: 'TypeError', page: '/_app/conversations/$sid' },
    { message: 'First', count: 3 },
  ])
  expect(await (await fetch(`${instance.url}/metrics`)).text()).toContain('frontdesk_browser_errors_total 4')
  for (let i = 0; i < 30; i++) ok(await report(`Flood ${i}`))
  expect(await list()).toHaveLength(18)
  expect(await other.owner.call(devAdmin.getBrowserErrors, undefined)).toFail('NotFound')
  expect(await other.owner.call(devAdmin.clearBrowserErrors, {})).toFail('NotFound')
  ok(await dev.owner.call(devAdmin.clearBrowserErrors, {}))
  expect(await list()).toEqual([])
})
