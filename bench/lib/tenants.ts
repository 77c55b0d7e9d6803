import type { ClientBase } from 'pg'
import { bulkLoad } from './in-bulk.ts'
import type { Product } from './product.ts'

const PASSWORD = 'benchmark password'

export interface BenchTenant {
  tenantId: string
  /** Credentials of the owner. */
  login: { userName: string; password: string }
  token: string
  ownerId: string
  number: string
}

export interface TenantSize {
  conversations: number
  /** Total, spread evenly over the conversations. */
  messages: number
  /** The number of the first contact, without its plus sign; ends in 55550000. */
  firstPhone?: number
}

/** Signs up businesses through the API and seeds each with a number, contacts, conversations and messages. */
export async function signUpTenants(
  { owner, url }: Pick<Product, 'owner' | 'url'>,
  sizes: TenantSize[],
): Promise<BenchTenant[]> {
  const signedUp: BenchTenant[] = []
  for (const t of sizes.keys()) {
    // All of them sign up from one address, which has a limit.
    await owner.query('delete from directory.rate_limits')
    signedUp.push(await signUp(url, t))
  }
  const tenants = sizes.map(({ conversations, messages, firstPhone = 14_155_550_000 }, t) => ({
    tenant_id: signedUp[t]?.tenantId,
    owner_id: signedUp[t]?.ownerId,
    number: signedUp[t]?.number,
    conversations,
    first_phone: firstPhone,
    per_conversation: Math.floor(messages / conversations),
  }))
  await bulkLoad(owner, ['contacts', 'conversations', 'messages'], (client) => fill(client, JSON.stringify(tenants)))
  await owner.query('vacuum analyze')
  return signedUp
}

/** Signs in the tenant's owner; returns the session as the web app stores it. */
export async function signIn(url: string, { login }: BenchTenant): Promise<{ bearerToken: string }> {
  const response = await fetch(`${url}/api/main/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  return (await response.json()) as { bearerToken: string }
}

async function signUp(url: string, t: number): Promise<BenchTenant> {
  const userName = `owner-${t}@example.test`
  const response = await fetch(`${url}/api/main/Registration/register-tenant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ businessName: `Business ${t}`, firstName: 'Owner', email: userName, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`Sign-up failed: ${await response.text()}`)
  const { tenantId, bearerToken, userId } = (await response.json()) as {
    tenantId: string
    bearerToken: string
    userId: string
  }
  return {
    tenantId,
    login: { userName, password: PASSWORD },
    token: bearerToken,
    ownerId: userId,
    number: `+1650555${String(1000 + t)}`,
  }
}

async function fill(client: ClientBase, tenants: string) {
  for (const statement of [NUMBERS, CONTACTS, CONVERSATIONS, MESSAGES, COUNTS]) await client.query(statement, [tenants])
}

const TENANTS = `
  with tenant as (
    select * from jsonb_to_recordset($1::jsonb)
      as t(tenant_id uuid, owner_id uuid, number text, conversations int, per_conversation int, first_phone bigint)
  )`

const NUMBERS = `${TENANTS}, number as (
    insert into phone_numbers (tenant_id, id, location_id, phone_number, friendly_name, provider_sid, webhook_url, created_at)
    select tenant_id, gen_random_uuid(), l.id, number, number, 'PN' || md5(number), '', now()
    from tenant join locations l using (tenant_id)
    returning tenant_id, id, phone_number
  )
  insert into directory.phone_numbers (phone_number, tenant_id, phone_number_id)
  select phone_number, tenant_id, id from number`

const CONTACTS = `${TENANTS}
  insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
  select tenant_id, gen_random_uuid(),
    (array['Ava','Noah','Mia','Liam','Zoe','Omar','Ines','Kofi'])[1 + c % 8] || ' ' || (array['Silva','Chen','Okafor','Berg','Rossi','Novak','Haddad'])[1 + c % 7] || ' ' || c,
    '+' || (first_phone + c)::text, 'US', l.id, 'sms', now()
  from tenant join locations l using (tenant_id), generate_series(0, conversations - 1) c`

const CONVERSATIONS = `${TENANTS}
  insert into conversations (
    tenant_id, id, contact_id, phone_number_id, contact_phone, tenant_phone, location_id, to_user_id, folder, status_key, is_closed, unread_messages, needs_answer_since, is_snoozed, latest_index,
    latest_message, latest_message_at, sorted_at, created_at
  )
  select tenant_id, gen_random_uuid(), c.id, n.id, c.phone, number, c.location_id,
    case when right(c.phone, 2) in ('10', '34', '58', '71', '95') then owner_id end,
    case right(c.phone, 2) when '20' then 'reviews' when '44' then 'reviews' when '65' then 'reviews' when '77' then 'campaigns' else 'new' end,
    case when right(c.phone, 3) in ('120', '444', '665', '958') then 'lead' end,
    right(c.phone, 1) in ('3', '6', '9'), case when right(c.phone, 1) = '5' then 1 else 0 end,
    case when right(c.phone, 2) in ('25', '50') then at end, right(c.phone, 3) in ('111', '555', '888'), per_conversation,
    'See you on Tuesday then', at, at, at
  from tenant join phone_numbers n using (tenant_id) join contacts c using (tenant_id),
    lateral (select now() - (right(c.phone, 8)::bigint - 55550000) * (interval '720 days' / conversations) as at) time`

const MESSAGES = `${TENANTS}
  insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, delivery_status, segments, created_at)
  select tenant_id, gen_random_uuid(), c.id, i, 'text', i % 2 = 0, c.contact_phone, 'Could we move it to Tuesday at ' || i || ', if that is possible? Reference' || left(md5(c.id::text || i), 6),
    case when i % 2 = 0 then 'delivered' end, 1, c.sorted_at - (((per_conversation - i) * 60) || ' seconds')::interval
  from tenant join conversations c using (tenant_id), generate_series(1, per_conversation) i`

const COUNTS = `${TENANTS}
  insert into conversation_counts (tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_snoozed, is_waiting, is_unread, n)
  select tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_snoozed, needs_answer_since is not null, unread_messages > 0, count(*)
  from tenant join conversations c using (tenant_id) group by 1, 2, 3, 4, 5, 6, 7, 8, 9`
