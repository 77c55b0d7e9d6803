import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { inboundForm, postAsCarrier } from '../carrier-post.ts'
import { ok } from '../client.ts'
import { type AudienceMember, respell } from './campaign-audience.ts'
import { createOwner, type Owner } from './owner.ts'
import type { Random } from './random.ts'
import type { SystemUnderTest } from './system.ts'

const CONTACTS_PER_REQUEST = 500
const AGAIN_AFTER_MS = 300

export const TEXTS = {
  first: ['Hi :contact_first_name:', 'Hello :contact_first_name:'],
  followUp: 'Did you see it, :contact_first_name:?',
}

export interface CampaignOwner extends Owner {
  number: string
}

/**
 * Signs up a business that may send group messages, and adds its contacts, some of them twice under another spelling.
 */
export async function createCampaignOwner(
  system: SystemUnderTest,
  audience: readonly AudienceMember[],
  { segmentsPerSecond, random }: { segmentsPerSecond: number; random: Random },
): Promise<CampaignOwner> {
  const owner = await createOwner(system)
  const { call } = owner
  const location = ok(await call(contract.locations.getLocations, undefined)).locations[0]
  const purchase = { areaCode: '206', locationID: location?.id ?? '', requestId: crypto.randomUUID() }
  const { data } = ok(await call(contract.phoneNumbers.create, purchase))
  ok(await call(contract.sending.saveSettings, { segmentsPerSecond }))
  for (let from = 0; from < audience.length; from += CONTACTS_PER_REQUEST) {
    const page = audience.slice(from, from + CONTACTS_PER_REQUEST).map(({ name, phone }) => ({ name, phone }))
    const repeated = page.filter((_, index) => index % 50 === 0)
    const respelled = repeated.map(({ name, phone }) => ({ name: `${name} again`, phone: respell(phone, random) }))
    ok(await call(contract.contacts.addList, { contacts: [...page, ...respelled], source: 'csv-upload' }))
  }
  await system.withOwner((client) =>
    client.query(
      `insert into opt_outs (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
       select tenant_id, phone, '', false, now() from contacts where tenant_id = $1 on conflict do nothing`,
      [owner.tenantId],
    ),
  )
  return { ...owner, number: data.phoneNumber }
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
