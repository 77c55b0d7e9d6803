import { contract } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { arrivedTexts } from './groups.ts'
import { newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

const { optInKeywords, subscribers } = contract

type State = 'subscribed' | 'pending' | 'unsubscribed'

export const listSubscribers = async (user: TestUser, state: State = 'subscribed', criteria = {}) =>
  ok(await user.call(subscribers.getList, { state, ...criteria })).data.subscribers

export const listSubscriberPhones = async (user: TestUser, state: State = 'subscribed', criteria = {}) =>
  (await listSubscribers(user, state, criteria)).map(({ phoneNumber }) => phoneNumber)

/** How many are subscribed, pending and unsubscribed. */
export const countSubscribers = async (user: TestUser) => {
  const { subscribed, pending, unsubscribed } = ok(await user.call(subscribers.getStats, {})).data
  return [subscribed.count, pending.count, unsubscribed.count]
}

export const addSubscriber = async (
  { owner }: Tenant,
  values: { phone?: string; name?: string; locationID?: string } = {},
) =>
  ok(
    await owner.call(subscribers.add, {
      phone: newPhone(),
      source: 'paper-form',
      wording: 'Signed the sheet at the counter',
      ...values,
    }),
  ).data

/** Adds the opt-in keyword DEALS, to the first number by default. */
export const addKeyword = async (
  tenant: Tenant,
  values: { isDoubleOptIn?: boolean; replyText?: string; to?: string } = {},
) => {
  const { to = tenant.numbers[0] ?? '', ...rest } = values
  return ok(await tenant.owner.call(optInKeywords.save, { tenantPhoneNumber: to, keyword: 'deals', ...rest })).data
}

/** The records of consent of a number. */
export async function readConsentRecords(
  { server }: Pick<TestInstance, 'server'>,
  { tenantId }: Tenant,
  phone: string,
) {
  const { rows } = await server.database.owner.query<{ kind: string; purpose: string; wording: string }>(
    'select kind, purpose, wording from consent_events where tenant_id = $1 and contact_phone = $2 order by created_at, id',
    [tenantId, phone],
  )
  return rows
}

/** Texts sent to a number once everything due is done. */
export async function textsTo({ idle }: Pick<TestInstance, 'idle'>, tenant: Tenant, phone: string): Promise<string[]> {
  await idle()
  return arrivedTexts(tenant, { phone })
}
