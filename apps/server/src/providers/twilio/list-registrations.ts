import type twilio from 'twilio'
import type { UsAppToPersonInstance } from 'twilio/lib/rest/messaging/v1/service/usAppToPerson.js'
import { z } from 'zod'
import type { CarrierRegistration } from '../../modules/messaging/index.ts'
import { segmentsPerDayOf } from './brand-limits.ts'

/** Accounts with more are those of platforms; reading all their services would take minutes. */
const SERVICES_MAX = 100
/** Numbers per messaging service: https://www.twilio.com/docs/messaging/services */
const NUMBERS_MAX = 400
const SERVICES_AT_ONCE = 5

/** Both lists of errors have these fields, which Twilio's types leave open. */
const Problems = z
  .array(
    z.object({ error_code: z.int().nullish(), description: z.string().nullish(), url: z.url().nullish().catch(null) }),
  )
  .catch([])

const readProblems = (errors: unknown): CarrierRegistration['problems'] =>
  Problems.parse(errors).map(({ error_code, description, url }) => ({
    code: error_code ?? null,
    text: description ?? '',
    url: url ?? null,
  }))

/** Reads the A2P campaigns of the account's messaging services; null if there are too many services. */
export async function listRegistrations(client: twilio.Twilio): Promise<CarrierRegistration[] | null> {
  const { services } = client.messaging.v1
  const all = await services.list({ limit: SERVICES_MAX + 1 })
  if (all.length > SERVICES_MAX) return null
  const registrations: CarrierRegistration[] = []
  for (let index = 0; index < all.length; index += SERVICES_AT_ONCE) {
    const batch = all.slice(index, index + SERVICES_AT_ONCE)
    const read = await Promise.all(batch.map(({ sid }) => readService(client, sid)))
    registrations.push(...read.flat())
  }
  return registrations
}

async function readService(client: twilio.Twilio, sid: string): Promise<CarrierRegistration[]> {
  const { phoneNumbers, usAppToPerson } = client.messaging.v1.services(sid)
  // A service has one campaign; rejected ones that were replaced may remain.
  const [numbers, campaigns] = await Promise.all([
    phoneNumbers.list({ limit: NUMBERS_MAX }),
    usAppToPerson.list({ limit: 20 }),
  ])
  if (numbers.length === 0) return []
  const campaign = campaigns.find(({ campaignStatus }) => campaignStatus === 'VERIFIED') ?? campaigns[0]
  const registration = campaign
    ? {
        ...(await readCampaign(client, campaign)),
        ...readBrand(campaign),
        useCase: campaign.usAppToPersonUsecase || null,
      }
    : { status: 'not-registered' as const, problems: [], useCase: null, brandId: null, brandSegmentsPerDay: null }
  return numbers.map(({ phoneNumber }) => ({ phoneNumber, ...registration }))
}

const readBrand = ({ brandRegistrationSid, usAppToPersonUsecase: useCase, rateLimits }: UsAppToPersonInstance) => ({
  brandId: brandRegistrationSid || null,
  brandSegmentsPerDay: segmentsPerDayOf({ useCase, rateLimits }),
})

/** A campaign is refused with its reasons, or because the brand it belongs to was. */
async function readCampaign(
  client: twilio.Twilio,
  { campaignStatus, errors, brandRegistrationSid }: UsAppToPersonInstance,
): Promise<Pick<CarrierRegistration, 'status' | 'problems'>> {
  if (campaignStatus === 'VERIFIED') return { status: 'registered', problems: [] }
  if (campaignStatus === 'FAILED' || campaignStatus === 'SUSPENDED')
    return { status: 'refused', problems: readProblems(errors) }
  if (!brandRegistrationSid) return { status: 'in-review', problems: [] }
  const brand = await client.messaging.v1.brandRegistrations(brandRegistrationSid).fetch()
  return brand.status === 'FAILED' || brand.status === 'SUSPENDED'
    ? { status: 'refused', problems: readProblems(brand.errors) }
    : { status: 'in-review', problems: [] }
}
