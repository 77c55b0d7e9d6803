import type { Product } from './product.ts'

export interface BenchTenant {
  tenantId: string
  token: string
  ownerId: string
  number: string
}

export interface TenantSize {
  conversations: number
  /** Spread evenly over the conversations. */
  messages: number
}

/** Signs up businesses over the API and fills each: a number, contacts with phones +14155550000 and on, conversations, messages. */
export async function signUpTenants(
  { owner, url }: Pick<Product, 'owner' | 'url'>,
  sizes: TenantSize[],
): Promise<BenchTenant[]> {
  const made: BenchTenant[] = []
  for (const [t, { conversations, messages }] of sizes.entries()) {
    const response = await fetch(`${url}/api/main/Registration/register-tenant`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        businessName: `Business ${t}`,
        firstName: 'Owner',
        email: `owner-${t}@example.test`,
        password: 'benchmark password',
      }),
    })
    if (!response.ok) throw new Error(`Signing up failed: ${await response.text()}`)
    const { tenantId, bearerToken, userId } = (await response.json()) as {
      tenantId: string
      bearerToken: string
      userId: string
    }
    const number = `+1650555${String(1000 + t)}`
    const perConversation = Math.floor(messages / conversations)
    await owner.query(ONE_NUMBER, [tenantId, number])
    await owner.query(CONVERSATIONS, [tenantId, number, conversations, perConversation, userId])
    if (perConversation > 0) await owner.query(MESSAGES, [tenantId, perConversation])
    await owner.query(COUNTS, [tenantId])
    made.push({ tenantId, token: bearerToken, ownerId: userId, number })
  }
  await owner.query('vacuum analyze')
  return made
}

const ONE_NUMBER = `
  with number as (
    insert into phone_numbers (tenant_id, id, location_id, phone_number, friendly_name, provider_sid, webhook_url, created_at)
    select tenant_id, gen_random_uuid(), id, $2, $2, 'PN' || md5($2), '', now() from locations where tenant_id = $1
    returning tenant_id, id
  )
  insert into directory.phone_numbers (phone_number, tenant_id, phone_number_id) select $2, tenant_id, id from number`

const CONVERSATIONS = `
  with contact as (
    insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
    select $1, gen_random_uuid(),
      (array['Ava','Noah','Mia','Liam','Zoe','Omar','Ines','Kofi'])[1 + c % 8] || ' ' || (array['Silva','Chen','Okafor','Berg','Rossi','Novak','Haddad'])[1 + c % 7] || ' ' || c,
      '+1' || (4155550000 + c)::text, 'US', l.id, 'sms', now()
    from generate_series(0, $3::int - 1) c, (select id from locations where tenant_id = $1) l
    returning tenant_id, id, phone, location_id
  )
  insert into conversations (
    tenant_id, id, contact_id, phone_number_id, contact_phone, tenant_phone, location_id, to_user_id, folder, status_key, is_closed, unread_messages, needs_answer_since, is_snoozed, latest_index,
    latest_message, latest_message_at, sorted_at, created_at
  )
  select t.tenant_id, gen_random_uuid(), t.id, n.id, t.phone, $2, t.location_id,
    case when right(t.phone, 2) in ('10', '34', '58', '71', '95') then $5::uuid end,
    case right(t.phone, 2) when '20' then 'reviews' when '44' then 'reviews' when '65' then 'reviews' when '77' then 'campaigns' else 'new' end,
    case when right(t.phone, 3) in ('120', '444', '665', '958') then 'lead' end,
    right(t.phone, 1) in ('3', '6', '9'), case when right(t.phone, 1) = '5' then 1 else 0 end,
    case when right(t.phone, 2) in ('25', '50') then at end, right(t.phone, 3) in ('111', '555', '888'), $4::int,
    'See you on Tuesday then', at, at, at
  from contact t, (select id from phone_numbers where tenant_id = $1) n,
    lateral (select now() - (right(t.phone, 8)::bigint - 55550000) * (interval '720 days' / $3::int) as at) time`

const MESSAGES = `
  insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, delivery_status, segments, created_at)
  select c.tenant_id, gen_random_uuid(), c.id, i, 'text', i % 2 = 0, c.contact_phone, 'Could we move it to Tuesday at ' || i || ', if that is possible? Reference' || left(md5(c.id::text || i), 6),
    case when i % 2 = 0 then 'delivered' end, 1, c.sorted_at - ((($2::int - i) * 60) || ' seconds')::interval
  from conversations c, generate_series(1, $2::int) i where c.tenant_id = $1`

const COUNTS = `
  insert into conversation_counts (tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_snoozed, is_waiting, is_unread, n)
  select tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_snoozed, needs_answer_since is not null, unread_messages > 0, count(*)
  from conversations where tenant_id = $1 group by 1, 2, 3, 4, 5, 6, 7, 8, 9`
