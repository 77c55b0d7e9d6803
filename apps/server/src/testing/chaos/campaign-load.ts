import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { inboundForm, postAsCarrier } from '../carrier-post.ts'
import { ApiFailure, callEndpoint, ok } from '../client.ts'
import { type AudienceMember, respell } from './campaign-audience.ts'
import type { Random } from './random.ts'
import type { SystemUnderTest } from './system.ts'

const PASSWORD = 'chaos chaos chaos chaos'
const CONTACTS_PER_REQUEST = 500
const AGAIN_AFTER_MS = 300
const GIVE_UP_MS = 120_000

export const TEXTS = {
  first: ['Hi :contact_first_name:', 'Hello :contact_first_name:'],
  followUp: 'Did you see it, :contact_first_name:?',
}

/** The owner of a business, whose requests are repeated until the server responds. */
export interface CampaignOwner {
  tenantId: string
  number: string
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => Promise<InferContractRouterOutputs<Endpoint> | ApiFailure>
}

/** Signs up a business that may send to many, and adds its contacts, some of them twice under another spelling. */
export async function createCampaignOwner(
  system: SystemUnderTest,
  audience: readonly AudienceMember[],
  { segmentsPerSecond, random }: { segmentsPerSecond: number; random: Random },
): Promise<CampaignOwner> {
  const email = `owner-${crypto.randomUUID()}@example.test`
  const auth = ok(
    await callEndpoint(system.url, contract.accounts.registerTenant, {
      businessName: 'Chaos',
      firstName: 'Olive',
      lastName: 'Owner',
      email,
      password: PASSWORD,
    }),
  )
  let token = auth.bearerToken
  const call: CampaignOwner['call'] = async (endpoint, input) => {
    const deadline = performance.now() + GIVE_UP_MS
    for (;;) {
      const result = await callEndpoint(system.url, endpoint, input, token).catch(() => null)
      const status = result instanceof ApiFailure ? result.status : result === null ? 0 : 200
      if (result !== null && status !== 401 && status < 500) return result
      if (performance.now() > deadline) throw new Error(`No response within ${GIVE_UP_MS / 1000} s.`)
      await pause(AGAIN_AFTER_MS)
      if (status !== 401) continue
      const session = await callEndpoint(system.url, contract.accounts.authenticate, {
        userName: email,
        password: PASSWORD,
      }).catch(() => null)
      if (session !== null && !(session instanceof ApiFailure)) token = session.bearerToken
    }
  }
  await system.withOwner((client) =>
    client.query(
      `update subscriptions set status = 'active', subscription_name = 'Pro', subscription_rank = 4 where tenant_id = $1`,
      [auth.tenantId],
    ),
  )
  const location = ok(await call(contract.locations.getLocations, undefined)).locations[0]
  const purchase = { areaCode: '206', locationID: location?.id ?? '', requestId: crypto.randomUUID() }
  const { data } = ok(await call(contract.phoneNumbers.create, purchase))
  ok(await call(contract.sending.saveSettings, { segmentsPerSecond, requiresMarketingConsent: false }))
  for (let from = 0; from < audience.length; from += CONTACTS_PER_REQUEST) {
    const page = audience.slice(from, from + CONTACTS_PER_REQUEST).map(({ name, phone }) => ({ name, phone }))
    const repeated = page.filter((_, index) => index % 50 === 0)
    const respelled = repeated.map(({ name, phone }) => ({ name: `${name} again`, phone: respell(phone, random) }))
    ok(await call(contract.contacts.addList, { contacts: [...page, ...respelled], source: 'csv-upload' }))
  }
  return { tenantId: auth.tenantId, number: data.phoneNumber, call }
}

/** Texts the business from a phone. Returns when it was acknowledged; repeated until it is. */
export async function textBusiness(
  { url, carrier: { account } }: SystemUnderTest,
  { from, to, body }: { from: string; to: string; body: string },
): Promise<number> {
  const form = inboundForm({ accountSid: account.sid, to, from, body })
  for (;;) {
    const response = await postAsCarrier(`${url}/webhooks/twilio/message`, form, {
      authToken: account.authToken,
    }).catch(() => null)
    if (response?.ok) return Date.now()
    await pause(AGAIN_AFTER_MS)
  }
}
