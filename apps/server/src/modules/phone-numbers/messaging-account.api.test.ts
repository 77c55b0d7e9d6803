import { contract } from '@frontdesk/contract/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../testing/carrier-post.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

let isCarrierDown = false
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({
    carrierUrl: (sandboxUrl) => (isCarrierDown ? 'http://127.0.0.1:1' : sandboxUrl),
  })
})
afterEach(() => {
  isCarrierDown = false
})
afterAll(() => instance.close())

const { saveMessagingAccount, getMessagingAccount, connect, create, getList, searchAvailable, update } =
  contract.phoneNumbers

interface Account {
  sid: string
  authToken: string
}

/** Sends a request to the sandbox carrier as the owner of the account. */
async function requestCarrier<T>({ sid, authToken }: Account, path: string, form?: Record<string, string>): Promise<T> {
  const response = await fetch(`${instance.url}/sandbox/twilio/2010-04-01/Accounts/${sid}/${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${authToken}`).toString('base64')}` },
    ...(form && { body: new URLSearchParams(form) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}

/** Creates a carrier account with a number, to be connected by a business. */
async function anAccount() {
  const account = instance.sandbox.createAccount({ friendlyName: 'Own account' })
  const { phone_number: number } = await requestCarrier<{ phone_number: string }>(
    account,
    'IncomingPhoneNumbers.json',
    {
      AreaCode: '206',
    },
  )
  return { ...account, number }
}

const save = (tenant: Tenant, { sid, authToken }: Account) =>
  tenant.owner.call(saveMessagingAccount, { accountSid: sid, authToken })

const source = async (tenant: Tenant) => ok(await tenant.owner.call(getMessagingAccount, undefined)).data

const postInbound = (account: Account, to: string, from = newPhone()) => {
  const path = '/webhooks/twilio/message'
  const form = inboundForm({ accountSid: account.sid, to, from, body: 'Hello' })
  return postAsCarrier(instance.url + path, form, {
    authToken: account.authToken,
    signedUrl: instance.server.publicUrl() + path,
  })
}

test('an account unknown to the carrier is rejected, and the current one stays', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  expect(await save(tenant, { ...account, authToken: 'f'.repeat(32) })).toFail('MessagingAccountRefused')
  expect(await save(tenant, { sid: `AC${'0'.repeat(32)}`, authToken: account.authToken })).toFail(
    'MessagingAccountRefused',
  )
  expect(await save(tenant, { sid: 'nonsense', authToken: account.authToken })).toFail('InvalidInput')
  isCarrierDown = true
  expect(await save(tenant, account)).toFail('CarrierUnavailable')
  expect(await source(tenant)).toEqual({ source: 'environment', accountSid: null, hasAuthToken: false })
})

test('only users who manage settings see or change the account', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  for (const role of ['Manager', 'TeamMember'] as const) {
    const person = await tenant.createUser(role)
    expect(await person.call(getMessagingAccount, undefined)).toFail('Forbidden')
    expect(await person.call(saveMessagingAccount, { accountSid: account.sid, authToken: account.authToken })).toFail(
      'Forbidden',
    )
    expect(await person.call(connect, { phoneNumber: account.number, locationID: tenant.locationIds[0] ?? '' })).toFail(
      'Forbidden',
    )
  }
})

test('the token is stored encrypted and never returned', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  const saved = ok(await save(tenant, account)).data
  expect(saved).toEqual({ source: 'tenant', accountSid: account.sid, hasAuthToken: true })
  expect(await source(tenant)).toEqual(saved)
  const { rows } = await instance.server.database.owner.query<{ auth_token_encrypted: Buffer; all: string }>(
    'select auth_token_encrypted, messaging_accounts::text as all from messaging_accounts where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toHaveLength(1)
  const encrypted = rows[0]?.auth_token_encrypted ?? Buffer.alloc(0)
  for (const encoding of ['utf8', 'latin1', 'base64', 'hex'] as const) {
    expect(encrypted.toString(encoding)).not.toContain(account.authToken)
  }
  expect(encrypted.includes(Buffer.from(account.authToken, 'hex'))).toBe(false)
  expect(instance.server.services.secrets.decrypt(encrypted)).toBe(account.authToken)
  expect(JSON.stringify(instance.logLines)).not.toContain(account.authToken)
  // Ciphertexts of the same token differ, and a tampered one is rejected.
  const again = instance.server.services.secrets.encrypt(account.authToken)
  expect(again.equals(encrypted)).toBe(false)
  again[again.length - 1] = (again.at(-1) ?? 0) ^ 1
  expect(() => instance.server.services.secrets.decrypt(again)).toThrow()
})

test('a connected number sends and receives on the tenant’s own account', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  ok(await save(tenant, account))
  const locationID = tenant.locationIds[0] ?? ''
  const connected = ok(await tenant.owner.call(connect, { phoneNumber: account.number, locationID })).data
  expect(connected).toMatchObject({ phoneNumber: account.number, locationID })
  // Connecting again is idempotent.
  expect(ok(await tenant.owner.call(connect, { phoneNumber: account.number, locationID })).data).toEqual(connected)
  expect(
    ok(await tenant.owner.call(getList, undefined)).data.phoneNumbers.map(({ phoneNumber }) => phoneNumber),
  ).toEqual([tenant.numbers[0], account.number])

  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello', { to: account.number })
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Hello from our own number',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await instance.idle()
  const { messages } = await requestCarrier<{ messages: { body: string; status: string; direction: string }[] }>(
    account,
    `Messages.json?To=${encodeURIComponent(phone)}`,
  )
  expect(messages).toMatchObject([
    { body: 'Hello from our own number', status: 'delivered', direction: 'outbound-api' },
  ])
  expect((await tenant.messagesOf(conversation)).at(-1)).toMatchObject({ deliveryStatus: 'delivered' })

  // The existing number stays on the environment's account, and both work side by side.
  const before = await tenant.textFrom(phone, 'Hello old number')
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: before.sid,
      text: 'Still here',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)).toMatchObject({ body: 'Still here', from: tenant.numbers[0] })
})

test('webhooks of a number are verified with the token of its account, and no other', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  const otherAccount = await anAccount()
  ok(await save(tenant, account))
  ok(await tenant.owner.call(connect, { phoneNumber: account.number, locationID: tenant.locationIds[0] ?? '' }))
  const environment = instance.account
  expect((await postInbound(environment, account.number)).status).toBe(403)
  expect((await postInbound({ sid: account.sid, authToken: environment.authToken }, account.number)).status).toBe(403)
  expect((await postInbound({ sid: environment.sid, authToken: account.authToken }, account.number)).status).toBe(403)
  expect((await postInbound(otherAccount, account.number)).status).toBe(403)
  expect((await postInbound(account, tenant.numbers[0] ?? '')).status).toBe(403)
  expect(await tenant.list(tenant.owner)).toEqual([])
  expect((await postInbound(account, account.number)).status).toBe(200)
  expect(await tenant.list(tenant.owner)).toHaveLength(1)
})

test('a new token takes effect when it is saved', async () => {
  const tenant = await instance.createTenant()
  const account = await anAccount()
  ok(await save(tenant, account))
  ok(await tenant.owner.call(connect, { phoneNumber: account.number, locationID: tenant.locationIds[0] ?? '' }))
  expect((await postInbound(account, account.number)).status).toBe(200)
  const changed = { ...account, authToken: '0123456789abcdef0123456789abcdef' }
  await instance.server.database.owner.query(
    'update messaging_accounts set auth_token_encrypted = $2 where tenant_id = $1',
    [tenant.tenantId, instance.server.services.secrets.encrypt(changed.authToken)],
  )
  expect((await postInbound(changed, account.number)).status).toBe(200)
  expect((await postInbound(account, account.number)).status).toBe(403)
})

test('a number belongs to one business, even if another uses the same account', async () => {
  const [first, second] = [await instance.createTenant(), await instance.createTenant()]
  const account = await anAccount()
  const at = (tenant: Tenant) => ({ phoneNumber: account.number, locationID: tenant.locationIds[0] ?? '' })
  for (const tenant of [first, second]) ok(await save(tenant, account))
  ok(await first.owner.call(connect, at(first)))
  expect(await second.owner.call(connect, at(second))).toFail('PhoneNumberNotFound')
  await first.textFrom(newPhone(), 'For the first', { to: account.number })
  expect(await second.list(second.owner)).toEqual([])
})

test('of two businesses that connect a number concurrently, one gets it', async () => {
  const tenants = [await instance.createTenant(), await instance.createTenant()]
  const account = await anAccount()
  for (const tenant of tenants) ok(await save(tenant, account))
  const answers = await Promise.all(
    tenants.map((tenant) =>
      tenant.owner.call(connect, { phoneNumber: account.number, locationID: tenant.locationIds[0] ?? '' }),
    ),
  )
  expect(answers.filter((response) => 'success' in response)).toHaveLength(1)
  expect(answers.find((response) => !('success' in response))).toFail('PhoneNumberNotFound')
})

test('a number of the shared account, of another account, or of none cannot be connected', async () => {
  const tenant = await instance.createTenant()
  const neighbor = await instance.createTenant()
  const locationID = tenant.locationIds[0] ?? ''
  const connectNumber = (phoneNumber: string) => tenant.owner.call(connect, { phoneNumber, locationID })
  expect(await connectNumber(neighbor.numbers[0] ?? '')).toFail('PhoneNumberNotFound')
  const account = await anAccount()
  const other = await anAccount()
  ok(await save(tenant, account))
  expect(await connectNumber(neighbor.numbers[0] ?? '')).toFail('PhoneNumberNotFound')
  expect(await connectNumber(other.number)).toFail('PhoneNumberNotFound')
  expect(await connectNumber(newPhone())).toFail('PhoneNumberNotFound')
  expect(await connectNumber('12345')).toFail('PhoneNumberInvalid')
  const elsewhere = neighbor.locationIds[0] ?? ''
  expect(await tenant.owner.call(connect, { phoneNumber: account.number, locationID: elsewhere })).toFail(
    'LocationNotFound',
  )
  isCarrierDown = true
  expect(await connectNumber(account.number)).toFail('CarrierUnavailable')
})

test('businesses that buy in one area code concurrently each get a number', async () => {
  const tenants = [await instance.createTenant(), await instance.createTenant(), await instance.createTenant()]
  const bought = await Promise.all(
    tenants.map(({ owner, locationIds }) =>
      owner.call(create, { areaCode: '305', locationID: locationIds[0] ?? '', requestId: crypto.randomUUID() }),
    ),
  )
  expect(new Set(bought.map((response) => ok(response).data.phoneNumber)).size).toBe(3)
})

test('repeating a purchase request buys one number', async () => {
  const tenant = await instance.createTenant()
  const request = { areaCode: '415', locationID: tenant.locationIds[0] ?? '', requestId: crypto.randomUUID() }
  const bought = ok(await tenant.owner.call(create, request)).data
  expect(bought.phoneNumber).toMatch(/^\+1415/)
  expect(ok(await tenant.owner.call(create, request)).data).toEqual(bought)
  const another = { ...request, requestId: crypto.randomUUID() }
  const atOnce = await Promise.all([1, 2, 3].map(() => tenant.owner.call(create, another)))
  expect(new Set(atOnce.map((response) => ok(response).data.phoneNumber)).size).toBe(1)
  expect(ok(await tenant.owner.call(getList, undefined)).data.phoneNumbers).toHaveLength(3)
})

const search = async (tenant: Tenant, term: string) =>
  ok(await tenant.owner.call(searchAvailable, { search: term })).data

test('available numbers are searched by area code, city and digits, with the monthly price', async () => {
  const tenant = await instance.createTenant()
  const seattle = await search(tenant, 'Seattle, WA')
  expect(seattle.monthlyPrice).toEqual({ amount: 115, currency: 'USD' })
  expect(seattle.numbers.length).toBeGreaterThan(5)
  expect(seattle.numbers[0]).toEqual({
    phoneNumber: expect.stringMatching(/^\+1206\d{7}$/),
    locality: 'Seattle',
    region: 'WA',
  })
  expect((await search(tenant, '415')).numbers[0]?.phoneNumber).toMatch(/^\+1415/)
  expect((await search(tenant, '5550142')).numbers.every(({ phoneNumber }) => phoneNumber.includes('5550142'))).toBe(
    true,
  )
  expect((await search(tenant, 'Nowhereville')).numbers).toEqual([])
  isCarrierDown = true
  expect(await tenant.owner.call(searchAvailable, { search: '206' })).toFail('CarrierUnavailable')
})

test('a chosen number is bought; one that is already taken is rejected', async () => {
  const [tenant, other] = [await instance.createTenant(), await instance.createTenant()]
  const [offer] = (await search(tenant, '312')).numbers
  const phoneNumber = offer?.phoneNumber ?? ''
  const [locationID = ''] = tenant.locationIds
  expect(ok(await tenant.owner.call(create, { phoneNumber })).data).toMatchObject({ phoneNumber, locationID })
  expect((await search(other, '312')).numbers.map((number) => number.phoneNumber)).not.toContain(phoneNumber)
  const mobile = newPhone()
  await tenant.textFrom(mobile, 'Hi', { to: phoneNumber })
  const refusals: unknown[] = []
  // A number of another business gets the same response as any that is not for sale.
  for (const notForSale of [phoneNumber, mobile]) {
    const refused = await other.owner.call(create, { phoneNumber: notForSale })
    expect(refused).toFail('PhoneNumberTaken')
    refusals.push(refused instanceof ApiFailure && { ...refused.body, requestId: '' })
  }
  expect(refusals[0]).toEqual(refusals[1])
  expect(await tenant.owner.call(create, {})).toFail('InvalidInput')
})

test('an area code is enough to buy a number', async () => {
  const tenant = await instance.createTenant()
  expect(ok(await tenant.owner.call(create, { areaCode: '503' })).data).toMatchObject({
    phoneNumber: expect.stringMatching(/^\+1503/),
    locationID: tenant.locationIds[0],
  })
})

test('moving a number requires access to both locations; its conversations stay', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello', { to: tenant.numbers[0] ?? '' })
  const listed = ok(await tenant.owner.call(getList, undefined)).data.phoneNumbers
  const sid = listed.find(({ phoneNumber }) => phoneNumber === tenant.numbers[0])?.sid ?? ''
  expect(
    ok(await tenant.owner.call(update, { sid, friendlyName: 'Front desk', locationID: there })).data,
  ).toMatchObject({
    friendlyName: 'Front desk',
    locationID: there,
  })
  expect((await tenant.conversationWith(phone))?.attributes.locationID).toBe(here)
  expect(await tenant.owner.call(update, { sid, locationID: crypto.randomUUID() })).toFail('LocationNotFound')
  const { rows } = await instance.server.database.owner.query(
    "select data from audit_entries where tenant_id = $1 and action = 'number.changed'",
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ data: { name: 'Front desk', location: expect.any(String) } }])

  ok(
    await tenant.owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'admin_manage_settings',
      isGranted: true,
    }),
  )
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await manager.call(update, { sid, friendlyName: 'Mine' })).toFail('PhoneNumberNotFound')
})
