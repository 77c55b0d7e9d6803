import { contract, type RealtimeEvent } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { markDevAdmins } from './mark-dev-admins.ts'
import { setSubscription } from './set-subscription.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const DAY_MS = 24 * 60 * 60_000
const get = async (person: TestUser) => ok(await person.call(contract.subscription.get, undefined)).data
const check = async (person: TestUser) => ok(await person.call(contract.subscription.check, undefined)).data
const refreshed = async (person: TestUser) => {
  person.auth = ok(await person.call(contract.accounts.refreshSession, { refreshToken: person.auth.refreshToken }))
  const { bearerToken } = person.auth
  person.call = (endpoint, input) => callEndpoint(instance.url, endpoint, input, bearerToken)
  return person
}

test('a new business is on a trial of fourteen days, with one number and ten members', async () => {
  const { owner, numbers } = await instance.createTenant({ subscription: 'trial' })
  expect(numbers).toHaveLength(1)
  const { subscription, limits, usage, isDevAdmin } = await get(owner)
  expect(subscription).toMatchObject({
    isSubscribed: true,
    isApplePayment: false,
    status: 'trialing',
    subscriptionName: 'Trial',
    subscriptionRank: 3,
  })
  expect(limits).toEqual({ teamMembers: 10, phoneNumbers: 1, deskPhones: 1, locations: null })
  expect(usage).toEqual({ teamMembers: 1, phoneNumbers: 1, locations: 1 })
  expect(isDevAdmin).toBe(false)
  const end = subscription.currentPeriodEnd ?? ''
  expect(Date.parse(end) - Date.parse(subscription.createdOnUtc)).toBe(14 * DAY_MS)
})

test('a number above the plan’s limit is refused before buying it; repeating a purchase request is not', async () => {
  const tenant = await instance.createTenant({ subscription: { totalPhoneNumbers: 2 } })
  const [locationID = ''] = tenant.locationIds
  const buy = (requestId: string) =>
    tenant.owner.call(contract.phoneNumbers.create, { areaCode: '212', locationID, requestId })
  const second = crypto.randomUUID()
  const bought = ok(await buy(second))
  const refused = await buy(crypto.randomUUID())
  expect(refused).toFail('PlanLimitReached')
  expect(refused).toMatchObject({ status: 402, body: { data: { what: 'phoneNumbers', limit: 2 } } })
  expect(ok(await buy(second)).data.sid).toBe(bought.data.sid)
  expect(ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data.phoneNumbers).toHaveLength(2)
})

test('concurrent purchases stay within the plan’s limit', async () => {
  const tenant = await instance.createTenant({ subscription: { totalPhoneNumbers: 2 } })
  const [locationID = ''] = tenant.locationIds
  const buy = () =>
    tenant.owner.call(contract.phoneNumbers.create, { areaCode: '212', locationID, requestId: crypto.randomUUID() })
  const results = await Promise.all(Array.from({ length: 5 }, buy))
  expect(results.filter((result) => 'data' in result)).toHaveLength(1)
  expect(await buy()).toFail('PlanLimitReached')
  expect(ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data.phoneNumbers).toHaveLength(2)
})

test.each([
  ['below Pro without them', { subscriptionRank: 2, hasMultiLocation: false }, false],
  ['below Pro with several locations agreed', { subscriptionRank: 2, hasMultiLocation: true }, true],
  ['on Pro', { subscriptionRank: 3, hasMultiLocation: false }, true],
])('a second location: %s', async (_plan, subscription, isIncluded) => {
  const { owner } = await instance.createTenant({ subscription })
  const added = await owner.call(contract.locations.add, { name: 'Ballard' })
  if (isIncluded) ok(added)
  else expect(added).toFail('PlanLimitReached')
  expect((await get(owner)).usage.locations).toBe(isIncluded ? 2 : 1)
})

test('a change is pushed to open screens and recorded in the audit log', async () => {
  const { tenantId, owner } = await instance.createTenant()
  const events: RealtimeEvent[] = []
  const socket = io(instance.url, {
    path: '/realtime',
    transports: ['websocket'],
    auth: { token: owner.auth.bearerToken },
  })
  await new Promise((resolve) => socket.once('connect', () => resolve(null)))
  socket.on('event', (event) => events.push(event))
  const { subscription } = await get(owner)
  const { isSubscribed: _, createdOnUtc: __, ...present } = subscription
  await instance.server.database.inTenant({ tenantId }, (tx) =>
    setSubscription(
      instance.server.services,
      tx,
      { ...present, subscriptionName: 'Ultimate', subscriptionRank: 4 },
      clock.now(),
    ),
  )
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['subscription.changed'])
  socket.disconnect()
  expect((await get(owner)).subscription).toMatchObject({ subscriptionName: 'Ultimate', subscriptionRank: 4 })
  const { rows } = await instance.server.database.owner.query(
    "select action, actor_name, subject, data from audit_entries where tenant_id = $1 and subject = 'Ultimate'",
    [tenantId],
  )
  expect(rows).toEqual([
    { action: 'subscription.changed', actor_name: 'Frontdesk', subject: 'Ultimate', data: { status: 'active' } },
  ])
})

test('dev admins are the verified logins configured in the environment, and only while configured', async () => {
  const { owner } = await instance.createTenant()
  const { owner: other } = await instance.createTenant()
  const { directory } = instance.server.database
  const named = [owner.auth.userName.toUpperCase(), other.auth.userName]
  await markDevAdmins(directory, named)
  // Anyone can sign up with any address.
  expect((await get(owner)).isDevAdmin).toBe(false)
  const [mail] = await instance.emailsTo(owner.auth.userName)
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams
  const confirmed = { id: link.get('id') ?? '', email: link.get('email') ?? '' }
  ok(await callEndpoint(instance.url, contract.registration.verify, confirmed))
  await markDevAdmins(directory, named)
  expect((await get(owner)).isDevAdmin).toBe(true)
  expect((await get(other)).isDevAdmin).toBe(false)
  await markDevAdmins(directory, [])
  expect((await get(owner)).isDevAdmin).toBe(false)
})

test('features not in the trial are refused by the server, but available in a plan and to dev admins', async () => {
  const tenant = await instance.createTenant({ subscription: 'trial' })
  const { owner } = tenant
  const { sid } = await tenant.textFrom(newPhone(), 'Send me a picture')
  const upload = () => {
    const form = new FormData()
    form.append('file', new File([PIXEL], 'picture.png', { type: 'image/png' }))
    return owner.call(contract.files.uploadFile, form as never)
  }
  const send = (attachments: string[], text = '') =>
    owner.call(contract.messages.send, {
      conversationSid: sid,
      text,
      attachments: attachments as never,
      clientMessageId: crypto.randomUUID(),
    })
  const exported = () => owner.call(contract.audit.export, {})
  const refused = await exported()
  expect(refused).toFail('NotInTrial')
  expect(refused).toMatchObject({ status: 402, body: { data: { feature: 'export' } } })
  const noUpload = await upload()
  expect(noUpload).toFail('NotInTrial')
  expect(noUpload).toMatchObject({ body: { data: { feature: 'attachment' } } })
  expect(await send([toSid('ME', crypto.randomUUID())], 'With a picture')).toFail('NotInTrial')
  ok(await send([], 'Words are free'))
  const { rows } = await instance.server.database.owner.query(
    "select from audit_entries where tenant_id = $1 and action = 'export.viewed'",
    [tenant.tenantId],
  )
  expect(rows).toEqual([])

  await instance.makeDevAdmin(tenant)
  ok(await exported())
  await markDevAdmins(instance.server.database.directory, [])
  expect(await exported()).toFail('NotInTrial')
  const { subscription } = await get(owner)
  const { isSubscribed: _, createdOnUtc: __, ...present } = subscription
  await instance.server.database.inTenant(tenant, (tx) =>
    setSubscription(instance.server.services, tx, { ...present, status: 'active' }, clock.now()),
  )
  ok(await exported())
  ok(await send([ok(await upload()).sid]))
})

test('a trial ends on its last day; an active plan continues past its period', async () => {
  const trial = (await instance.createTenant({ subscription: 'trial' })).owner
  const paid = (await instance.createTenant({ subscription: { currentPeriodEnd: clock.now() } })).owner
  expect(await check(trial)).toEqual({ isSubscribed: true, status: 'trialing' })
  clock.advance(14 * DAY_MS)
  await refreshed(trial)
  await refreshed(paid)
  expect(await check(trial)).toEqual({ isSubscribed: false, status: 'trialing' })
  expect(await check(paid)).toEqual({ isSubscribed: true, status: 'active' })
})
