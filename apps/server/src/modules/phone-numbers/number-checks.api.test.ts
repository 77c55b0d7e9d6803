import { contract } from '@frontdesk/contract/api'
import { NUMBER_PROBLEMS, phoneCountry } from '@frontdesk/contract/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

/** Overrides the carrier's URL while set. */
let carrierUrl: string | null = null
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ carrierUrl: (sandboxUrl) => carrierUrl ?? sandboxUrl })
})
afterEach(() => {
  carrierUrl = null
})
afterAll(() => instance.close())

const UNREACHABLE_URL = 'http://127.0.0.1:1'
const { check, validate } = contract.numberChecks
const { getSetSms } = contract.conversations

const checked = async (tenant: Tenant, number: string, countryCode?: string) =>
  ok(await tenant.owner.call(check, { number, ...(countryCode && { countryCode }) })).data

test('distinguishes mobile, landline, impossible and foreign numbers', async () => {
  const tenant = await instance.createTenant()
  const mobile = newPhone()
  expect(await checked(tenant, mobile)).toEqual({
    valid: true,
    country_code: 'US',
    phone_number: mobile,
    line_type_intelligence: { type: 'mobile' },
    isLookedUp: true,
  })
  const landline = newPhone()
  await instance.addFault({ kind: 'landline', phone: landline })
  expect(await checked(tenant, landline)).toMatchObject({ valid: true, line_type_intelligence: { type: 'landline' } })
  expect(await checked(tenant, '+15551234567')).toMatchObject({ valid: false, country_code: null, isLookedUp: true })
  expect(await checked(tenant, '12345')).toMatchObject({ valid: false, country_code: null, phone_number: null })
  expect(await checked(tenant, '+44 7400 123456')).toMatchObject({ valid: true, country_code: 'GB' })
  // In national format.
  expect(await checked(tenant, '07400 123456', 'GB')).toMatchObject({ phone_number: '+447400123456' })
  expect(await checked(tenant, '(212) 555-0199')).toMatchObject({ phone_number: '+12125550199' })
})

test('lookups are cached for ninety days, per business', async () => {
  const [first, second] = [await instance.createTenant(), await instance.createTenant()]
  const phone = newPhone()
  await checked(first, phone)
  carrierUrl = UNREACHABLE_URL
  expect(await checked(first, phone)).toMatchObject({ isLookedUp: true, line_type_intelligence: { type: 'mobile' } })
  expect(await checked(second, phone)).toMatchObject({ isLookedUp: false, line_type_intelligence: { type: null } })
  carrierUrl = null
  await instance.addFault({ kind: 'landline', phone })
  expect(await checked(first, phone)).toMatchObject({ line_type_intelligence: { type: 'mobile' } })
  await instance.server.database.owner.query(
    "update number_lookups set looked_up_at = looked_up_at - interval '91 days' where tenant_id = $1",
    [first.tenantId],
  )
  expect(await checked(first, phone)).toMatchObject({ line_type_intelligence: { type: 'landline' } })
})

test('cleanup deletes expired lookups', async () => {
  const tenant = await instance.createTenant()
  const [valid, expired, expiredInvalid, recent] = [newPhone(), newPhone(), newPhone(), newPhone()]
  for (const phone of [valid, expired, expiredInvalid, recent]) await checked(tenant, phone)
  const age = (phone: string, days: number, isValid: boolean) =>
    instance.server.database.owner.query(
      `update number_lookups set looked_up_at = looked_up_at - make_interval(days => $3), is_valid = $4
       where tenant_id = $1 and phone_number = $2`,
      [tenant.tenantId, phone, days, isValid],
    )
  await age(valid, 89, true)
  await age(expired, 91, true)
  await age(expiredInvalid, 2, false)
  await age(recent, 0, false)
  for (let run = 0; run < 2; run++) await instance.runJob('clear-old-rows')
  const { rows } = await instance.server.database.owner.query<{ phone: string }>(
    'select phone_number as phone from number_lookups where tenant_id = $1 order by phone_number',
    [tenant.tenantId],
  )
  expect(rows.map(({ phone }) => phone)).toEqual([valid, recent].toSorted())
})

test('while the carrier is down, numbers are checked by format and conversations can be started', async () => {
  const tenant = await instance.createTenant()
  carrierUrl = UNREACHABLE_URL
  const phone = newPhone()
  expect(await checked(tenant, phone)).toEqual({
    valid: true,
    country_code: 'US',
    phone_number: phone,
    line_type_intelligence: { type: null },
    isLookedUp: false,
  })
  expect(ok(await tenant.owner.call(validate, { number: phone, countryCode: 'US' })).data.isLookedUp).toBe(false)
  const tenantPhoneNumber = tenant.numbers[0] ?? ''
  expect(
    ok(await tenant.owner.call(getSetSms, { contactPhoneNumber: phone, tenantPhoneNumber })).data.phoneNumber,
  ).toBe(phone)
})

test('above the hourly limit numbers are checked by format', async () => {
  const tenant = await instance.createTenant()
  const valid = newPhone()
  await checked(tenant, valid)
  await instance.server.database.inTenant(tenant, (tx) =>
    tx
      .insertInto('numberLookups')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          tenantId: tenant.tenantId,
          phoneNumber: `+1646555${String(n).padStart(4, '0')}`,
          isValid: true,
          lookedUpAt: instance.server.services.now(),
        })),
      )
      .execute(),
  )
  expect(await checked(tenant, newPhone())).toMatchObject({ isLookedUp: false, valid: true })
  expect(await checked(tenant, valid)).toMatchObject({ isLookedUp: true })
})

test.each([
  ['12345', 'US', 'unknown'],
  ['+15551234567', 'US', 'unknown'],
  ['+447400123456', 'US', 'elsewhere'],
  ['+14165550123', 'US', 'invalid'],
  ['landline', 'US', 'landline'],
] as const)('%s as a number of %s is rejected with its code and message', async (typed, countryCode, problem) => {
  const tenant = await instance.createTenant()
  const number = typed === 'landline' ? newPhone() : typed
  if (typed === 'landline') await instance.addFault({ kind: 'landline', phone: number })
  const { code, message } = NUMBER_PROBLEMS[problem]
  expect(await tenant.owner.call(validate, { number, countryCode })).toMatchObject({
    status: 422,
    body: { errorCode: code, message, data: { problem } },
  })
})

test('input that is not a number is rejected as malformed', async () => {
  const tenant = await instance.createTenant()
  for (const number of ['anna', '../../x', '+1 (212) 555-0100 ext. 5; drop', '1'.repeat(60)])
    expect(await tenant.owner.call(check, { number })).toFail('InvalidInput')
  expect(await tenant.owner.call(validate, { number: newPhone(), countryCode: 'usa' })).toFail('InvalidInput')
})

test('a conversation with a landline cannot be started, but an existing one opens', async () => {
  const tenant = await instance.createTenant()
  const tenantPhoneNumber = tenant.numbers[0] ?? ''
  const [stranger, friend] = [newPhone(), newPhone()]
  await tenant.textFrom(friend, 'I can text')
  for (const phone of [stranger, friend]) {
    await instance.addFault({ kind: 'landline', phone })
    await checked(tenant, phone)
  }
  expect(await tenant.owner.call(getSetSms, { contactPhoneNumber: stranger, tenantPhoneNumber })).toFail(
    'PhoneNumberLandline',
  )
  expect(
    ok(await tenant.owner.call(getSetSms, { contactPhoneNumber: friend, tenantPhoneNumber })).data.phoneNumber,
  ).toBe(friend)
})

test('our numbers include their country', async () => {
  const tenant = await instance.createTenant()
  const { phoneNumbers } = ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data
  expect(phoneNumbers).toMatchObject([{ countryCode: phoneCountry(tenant.numbers[0] ?? '') }])
})
