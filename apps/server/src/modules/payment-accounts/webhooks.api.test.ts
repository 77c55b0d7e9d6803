import { contract } from '@frontdesk/contract/api'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectCashier } from '../../testing/payments.ts'
import { sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

interface Sent {
  secret: string
  isLive?: boolean
  /** An event of another platform’s account. */
  isForeign?: boolean
  /** When it was signed. */
  ageSeconds?: number
  endpoint?: 'platform' | 'connect'
  id?: string
  /** Changed after it was signed. */
  isTampered?: boolean
}

/** Posts an event about the account of a business as Stripe signs it, and returns the answer and its id. */
async function post(
  { owner, tenantId }: Tenant,
  {
    secret,
    isLive = false,
    isForeign = false,
    ageSeconds = 0,
    endpoint = 'connect',
    isTampered = false,
    id = `evt_${crypto.randomUUID()}`,
  }: Sent,
) {
  const ours = ok(await owner.call(contract.paymentAccounts.get, undefined)).data.accountID
  const accountID = isForeign ? `acct_${crypto.randomUUID()}` : ours
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds
  const payload = JSON.stringify({
    ...{ id, object: 'event', type: 'account.updated', account: accountID, created: seconds, livemode: isLive },
    data: { object: { id: accountID, object: 'account' } },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds })
  const { status } = await fetch(`${instance.url}/webhooks/stripe/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: isTampered ? payload.replace('account.updated', 'account.deleted') : payload,
  })
  await instance.idle()
  const { rows } = await instance.server.database.owner.query(
    'select event_id from payment_events where tenant_id = $1 and event_id = $2',
    [tenantId, id],
  )
  return { status, isStored: rows.length === 1 }
}

test('while a secret is rotated, events signed with the old and the new one are taken, others are refused', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const { connectWebhookSecrets: secrets } = instance.stripe
  const [old = ''] = secrets
  secrets.unshift('whsec_new')
  try {
    expect(await post(tenant, { secret: 'whsec_new' })).toEqual({ status: 200, isStored: true })
    expect(await post(tenant, { secret: old })).toEqual({ status: 200, isStored: true })
    expect(await post(tenant, { secret: 'whsec_other' })).toEqual({ status: 400, isStored: false })
    expect(await post(tenant, { secret: old, ageSeconds: 6 * 60 })).toEqual({ status: 400, isStored: false })
  } finally {
    secrets.shift()
  }
  expect(await post(tenant, { secret: 'whsec_new' })).toEqual({ status: 400, isStored: false })
})

test('an event of the other mode is accepted, so that it is not repeated for days, and has no effect', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const [secret = ''] = instance.stripe.connectWebhookSecrets
  expect(await post(tenant, { secret, isLive: true })).toEqual({ status: 200, isStored: false })
  expect(await post(tenant, { secret })).toEqual({ status: 200, isStored: true })
})

test('an event of a foreign account is accepted and counted, and has no effect', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const [secret = ''] = instance.stripe.connectWebhookSecrets
  const counted = async () => {
    const metrics = await (await fetch(`${instance.url}/metrics`)).text()
    return Number(/^frontdesk_payment_events_total{outcome="foreign"} (\d+)/m.exec(metrics)?.[1] ?? 0)
  }
  const before = await counted()
  expect(await post(tenant, { secret, isForeign: true })).toEqual({ status: 200, isStored: false })
  expect(await counted()).toBe(before + 1)
})

test('each endpoint has secrets of its own, and what was changed after it was signed is refused', async () => {
  const tenant = await instance.createTenant()
  await connectCashier(instance, tenant)
  const { connectWebhookSecrets, platformWebhookSecrets } = instance.stripe
  const [ofConnect = ''] = connectWebhookSecrets
  const [ofPlatform = ''] = platformWebhookSecrets
  const refused = { status: 400, isStored: false }
  expect(await post(tenant, { endpoint: 'platform', secret: ofPlatform })).toEqual({ status: 200, isStored: true })
  expect(await post(tenant, { endpoint: 'platform', secret: ofConnect })).toEqual(refused)
  expect(await post(tenant, { endpoint: 'connect', secret: ofPlatform })).toEqual(refused)
  for (const [endpoint, secret] of [
    ['platform', ofPlatform],
    ['connect', ofConnect],
  ] as const)
    expect(await post(tenant, { endpoint, secret, isTampered: true })).toEqual(refused)
})

test('events that arrive at once are stored once each, for the business of their account', async () => {
  const tenants = await Promise.all([instance.createTenant(), instance.createTenant()])
  for (const tenant of tenants) await connectCashier(instance, tenant)
  const [secret = ''] = instance.stripe.connectWebhookSecrets
  const ids = Array.from({ length: 4 }, () => `evt_${crypto.randomUUID()}`)
  const posts = [...ids, ...ids.toReversed()].flatMap((id) => tenants.map((tenant) => post(tenant, { secret, id })))
  for (const answer of await Promise.all(posts)) expect(answer).toEqual({ status: 200, isStored: true })
  const { rows } = await instance.server.database.owner.query(
    `select tenant_id, count(*)::int as stored from payment_events where event_id = any($1) group by tenant_id`,
    [ids],
  )
  expect(new Map(rows.map((row) => [row.tenant_id, row.stored]))).toEqual(
    new Map(tenants.map(({ tenantId }) => [tenantId, ids.length])),
  )
})
