import type pg from 'pg'

export interface BenchTenant {
  tenantId: string
  token: string
  number: string
}

/** Signs up businesses over the API and gives each a number and conversations with phones +14155550000 and on. */
export async function signUpTenants(
  owner: pg.Pool,
  url: string,
  { tenants, conversations }: { tenants: number; conversations: number },
): Promise<BenchTenant[]> {
  const made: BenchTenant[] = []
  for (let t = 0; t < tenants; t++) {
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
    const { tenantId, bearerToken } = (await response.json()) as { tenantId: string; bearerToken: string }
    const number = `+1650555${String(1000 + t)}`
    await owner.query(ONE_NUMBER, [tenantId, number])
    await owner.query(CONVERSATIONS, [tenantId, number, conversations])
    await owner.query(COUNTS, [tenantId])
    made.push({ tenantId, token: bearerToken, number })
  }
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
  insert into conversations (tenant_id, id, contact_id, phone_number_id, contact_phone, tenant_phone, location_id, is_closed, unread_messages, sorted_at, created_at)
  select t.tenant_id, gen_random_uuid(), t.id, n.id, t.phone, $2, t.location_id,
    right(t.phone, 1) in ('3', '6', '9'), case when right(t.phone, 1) = '5' then 1 else 0 end,
    now() - (right(t.phone, 5)::int || ' seconds')::interval, now()
  from contact t, (select id from phone_numbers where tenant_id = $1) n`

const COUNTS = `
  insert into conversation_counts (tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_unread, n)
  select tenant_id, location_id, to_user_id, folder, status_key, is_closed, unread_messages > 0, count(*)
  from conversations where tenant_id = $1 group by 1, 2, 3, 4, 5, 6, 7`
