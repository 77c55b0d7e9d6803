import { gzipSync } from 'node:zlib'
import { bulkLoad } from './lib/in-bulk.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'
import { CONCURRENCY, measure, post, sideBySide } from './lib/side-by-side.ts'
import { type BenchTenant, signUpTenants } from './lib/tenants.ts'

const PEOPLE = 10
const DAYS = 30
const SLOTS_GOAL = 2
/** Visits that began in the last two days may still be going on, so those rows are read too. */
const READ_GOAL = 1.3
const READ_REQUESTS = 20
const STATISTICS_MS = 11_000
const BOOKED_AT_ONCE = 64
const PAGE_SCRIPT_KB = 40
const RATE_GOAL = 0.5
const HOUR = { opens: '09:00', closes: '17:00' }
const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, [HOUR]]),
)

export interface Salon {
  tenant: BenchTenant
  locationID: string
  serviceID: string
  /** The teammates, one of whom each visit takes, then the room. */
  resourceIDs: string[]
}

/**
 * Free times beside the plain SQL for the same rows, bookings at once beside inserts into the same table, and the page
 * on which people book.
 */
export async function benchBookings({ isQuick, isWhole }: BenchOptions): Promise<Figure[]> {
  const bookings = isWhole ? 1_000_000 : isQuick ? 10_000 : 100_000
  const others = isWhole ? 100 : 10
  const product = await startProduct()
  try {
    const sizes = Array.from({ length: others + 1 }, () => ({ conversations: 1000, messages: 1000 }))
    const [tenant] = await signUpTenants(product, sizes)
    if (!tenant) throw new Error('No tenant was signed up.')
    const salon = await openSalon(product, tenant)
    await addBookings(product, salon, bookings)
    return [
      ...(await benchSlots(product, salon, isQuick ? 100 : 400)),
      ...(await benchRate(product, salon)),
      await benchPage(product, salon),
    ]
  } finally {
    await product.stop()
  }
}

async function call<Data>({ url }: Product, { token }: BenchTenant, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`)
  return ((await response.json()) as { data: Data }).data
}

export async function openSalon(product: Product, tenant: BenchTenant, people = PEOPLE): Promise<Salon> {
  const { rows } = await product.owner.query<{ id: string }>('select id from locations where tenant_id = $1', [
    tenant.tenantId,
  ])
  const locationID = rows[0]?.id ?? ''
  const resourceIDs: string[] = []
  for (let n = 0; n <= people; n++) {
    const resource = { kind: n === people ? 'room' : 'equipment', name: `Resource ${n}`, locationID }
    const path = '/bookings/Resource/save'
    const { id, version } = await call<{ id: string; version: number }>(product, tenant, path, resource)
    const hours = { resourceID: id, version, hours: [{ locationID, week: WEEK }], exceptions: [] }
    await call(product, tenant, '/bookings/Availability/save', hours)
    resourceIDs.push(id)
  }
  const service = { name: 'Haircut', color: '#1c7ed6', durations: [30], noticeMinutes: 0, horizonDays: 365 }
  const { id } = await call<{ id: string }>(product, tenant, '/bookings/Service/save', { ...service, resourceIDs })
  return { tenant, locationID, serviceID: id, resourceIDs }
}

/** Fills half of the slots of all ten, from the next month backwards; most of the bookings are long past. */
async function addBookings({ owner }: Product, salon: Salon, count: number): Promise<void> {
  await bulkLoad(owner, ['bookings', 'booking_items', 'booking_claims'], async (client) => {
    await client.query(
      `create temp table visits as
       select gen_random_uuid() as id, ($1::uuid[])[1 + n % ${PEOPLE}] as resource_id,
         ((now() at time zone 'America/New_York')::date + ${DAYS} - n / ${PEOPLE * 8}) + time '09:00'
           + (n / ${PEOPLE} % 8) * interval '1 hour' as local
       from generate_series(0, $2::int - 1) n`,
      [salon.resourceIDs, count],
    )
    await client.query(
      "alter table visits add starts_at timestamptz; update visits set starts_at = local at time zone 'America/New_York'",
    )
    await client.query(
      `insert into bookings (tenant_id, id, client_booking_id, location_id, status, starts_at, ends_at, time_zone, local_starts_at,
         source, note, answers, end_reason, overrides, created_at, updated_at)
       select $1, id, id, $2, 'booked', starts_at, starts_at + interval '30 minutes', 'America/New_York',
         to_char(local, 'YYYY-MM-DD"T"HH24:MI'), 'teammate', '', '[]', '', '{}', now(), now() from visits`,
      [salon.tenant.tenantId, salon.locationID],
    )
    await client.query(
      `insert into booking_items (tenant_id, booking_id, item, service_id, service_name, color, currency, starts_at, ends_at,
         buffer_before_minutes, buffer_after_minutes, resource_ids)
       select $1, id, 0, $2, 'Haircut', '#1c7ed6', 'USD', starts_at, starts_at + interval '30 minutes', 0, 0, array[resource_id]
       from visits`,
      [salon.tenant.tenantId, salon.serviceID],
    )
    await client.query(
      `insert into booking_claims (tenant_id, booking_id, item, resource_id, session, seat, starts_at, ends_at, period)
       select $1, id, 0, resource_id, id::text, 0, starts_at, starts_at + interval '30 minutes',
         tstzrange(starts_at, starts_at + interval '30 minutes')
       from visits`,
      [salon.tenant.tenantId],
    )
  })
  await owner.query('vacuum analyze')
}

/** Fetches the rows from which free times are computed. */
const PLAIN = `
  select s.*, r.resources, c.claims from booking_services s
  cross join lateral (
    select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'week', h.week)) as resources
    from booking_resources r left join booking_hours h on h.tenant_id = $1 and h.resource_id = r.id
    where r.tenant_id = $1 and r.id = any($3::uuid[])
  ) r
  cross join lateral (
    select jsonb_agg(jsonb_build_object('resource', c.resource_id, 'from', lower(c.period), 'until', upper(c.period))) as claims
    from booking_claims c
    where c.tenant_id = $1 and c.resource_id = any($3::uuid[]) and c.period && tstzrange(now(), now() + interval '${DAYS} days')
  ) c
  where s.tenant_id = $1 and s.id = $2`

async function benchSlots(product: Product, { tenant, locationID, serviceID, resourceIDs }: Salon, requests: number) {
  const from = Temporal.Now.plainDateISO('America/New_York').toString()
  const search = { locationID, items: [{ serviceID }], from, days: DAYS }
  const request = () => post(`${product.url}/api/bookings/Availability/slots`, tenant.token, search)
  const query = () =>
    product.owner.query({ name: 'slots', text: PLAIN, values: [tenant.tenantId, serviceID, resourceIDs] })
  await measure(request, requests / 4)
  const before = await countRead(product)
  await measure(request, READ_REQUESTS)
  const read = ((await countRead(product)) - before) / READ_REQUESTS
  const { rows } = await product.owner.query<{ n: number }>(
    `select count(*)::int as n from booking_claims
     where tenant_id = $1 and period && tstzrange(now(), now() + interval '${DAYS} days')`,
    [tenant.tenantId],
  )
  const needed = rows[0]?.n ?? 0
  const { api, sql } = await sideBySide({ call: request, query }, requests)
  const [value, baseline] = [p95(api), p95(sql)]
  return [
    report({
      bench: 'bookings',
      case: `free times of ${DAYS} days, ten people and a room: p95 at concurrency ${CONCURRENCY}`,
      value,
      unit: 'ms',
      baseline,
      goal: `at most ${SLOTS_GOAL} times the plain SQL`,
      ok: value / baseline <= SLOTS_GOAL,
    }),
    report({
      bench: 'bookings',
      case: 'rows of bookings and what they take that free times read, beside those in the month',
      value: read,
      unit: 'rows',
      baseline: needed,
      goal: `at most ${READ_GOAL} times: none is of a past booking`,
      ok: read <= READ_GOAL * needed,
    }),
  ]
}

/** Counts rows fetched from the tables that grow with bookings. Connections publish their statistics within ten seconds. */
async function countRead({ owner }: Product): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, STATISTICS_MS))
  const { rows } = await owner.query<{ n: string }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as n from pg_stat_user_tables
     where relname in ('bookings', 'booking_items', 'booking_claims')`,
  )
  return Number(rows[0]?.n ?? 0)
}

/** Books each slot from as many connections as there are teammates, and counts overlapping bookings. */
async function benchRate(product: Product, { tenant, locationID, resourceIDs }: Salon): Promise<Figure[]> {
  const { owner, url } = product
  const { rows: contacts } = await owner.query<{ id: string }>(
    'select id from contacts where tenant_id = $1 limit 1000',
    [tenant.tenantId],
  )
  const first = Temporal.Now.plainDateISO('America/New_York').add({ days: DAYS + 30 })
  // Without the room, so that ten visits fit at the same time.
  const service = { name: 'Cut', color: '#1c7ed6', durations: [30], noticeMinutes: 0, horizonDays: 365 }
  const people = resourceIDs.slice(0, PEOPLE)
  const { id } = await call<{ id: string }>(product, tenant, '/bookings/Service/save', {
    ...service,
    resourceIDs: people,
  })
  const starts = Array.from({ length: 100 }, (_, n) =>
    first
      .add({ days: Math.floor(n / 16) })
      .toZonedDateTime({ timeZone: 'America/New_York', plainTime: Temporal.PlainTime.from(HOUR.opens) })
      .add({ minutes: (n % 16) * 30 })
      .toInstant()
      .toString(),
  )
  const visits = contacts.map((contact, n) => ({ contactID: contact.id, startsOnUtc: starts[n % starts.length] }))
  const startedAt = performance.now()
  let taken = 0
  await inParallel(visits, async (each) => {
    const body = { ...each, clientBookingId: crypto.randomUUID(), locationID, items: [{ serviceID: id }] }
    await post(`${url}/api/bookings/Booking/create`, tenant.token, body).catch(() => {
      taken += 1
    })
  })
  const value = (1000 * (visits.length - taken)) / (performance.now() - startedAt)

  // The baseline: the same claims, without anything else that a booking writes.
  const inserts = visits.map((_, n) => ({
    resource: people[n % PEOPLE],
    at: first.add({ days: 60 + Math.floor(n / 160) }).toString(),
    minutes: 540 + (Math.floor(n / PEOPLE) % 16) * 30,
  }))
  const { rows: some } = await owner.query<{ id: string }>('select id from bookings where tenant_id = $1 limit $2', [
    tenant.tenantId,
    inserts.length,
  ])
  const insertedAt = performance.now()
  await inParallel(inserts, (each, n) =>
    owner.query({
      name: 'claim',
      text: `insert into booking_claims (tenant_id, booking_id, item, resource_id, session, seat, starts_at, ends_at, period)
        select $1, $2, 7, $3, $4, 7, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes')
        from (select ($5::date + $6::int * interval '1 minute') at time zone 'UTC' as at) t`,
      values: [tenant.tenantId, some[n]?.id, each.resource, `bench ${n}`, each.at, each.minutes],
    }),
  )
  const baseline = (1000 * inserts.length) / (performance.now() - insertedAt)
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from booking_claims a join booking_claims b on b.tenant_id = $1 and b.resource_id = a.resource_id
       and b.period && a.period and (b.booking_id, b.item) > (a.booking_id, a.item)
     where a.tenant_id = $1 and a.starts_at > now() + interval '${DAYS + 20} days'`,
    [tenant.tenantId],
  )
  const overlaps = rows[0]?.n ?? 0
  return [
    report({
      bench: 'bookings',
      case: `${BOOKED_AT_ONCE} at once over ${visits.length} free times, ${taken} refused`,
      value,
      unit: 'bookings/s',
      baseline,
      goal: `at least ${RATE_GOAL} of bare inserts of what they take`,
      ok: value / baseline >= RATE_GOAL,
    }),
    report({
      bench: 'bookings',
      case: 'overlaps',
      value: overlaps,
      unit: 'pairs',
      baseline: null,
      goal: 'none',
      ok: overlaps === 0,
    }),
  ]
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<unknown>) {
  let next = 0
  await Promise.all(
    Array.from({ length: BOOKED_AT_ONCE }, async () => {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index)
    }),
  )
}

/** The scripts of the page on which people book. */
async function benchPage(product: Product, { tenant }: Salon): Promise<Figure> {
  const slug = 'bench-salon'
  const { version, page } = await call<{ version: number; page: object }>(product, tenant, '/bookings/Configs/get')
  const online = { ...page, isOnline: true, slug }
  await call(product, tenant, '/bookings/Configs/save', { version, page: online })
  const response = await fetch(`${product.url}/book/${slug}`)
  if (!response.ok) throw new Error(`The booking page failed: ${response.status}`)
  const html = await response.text()
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
    async ([, attributes = '', text = '']) => {
      const source = /src="([^"]+)"/.exec(attributes)?.[1]
      return source ? (await fetch(new URL(source, product.url))).text() : text
    },
  )
  const value = gzipSync((await Promise.all(scripts)).join('\n')).byteLength / 1000
  return report({
    bench: 'bookings',
    case: 'scripts of the booking page, compressed',
    value,
    unit: 'kB',
    baseline: null,
    goal: `at most ${PAGE_SCRIPT_KB}`,
    ok: value <= PAGE_SCRIPT_KB,
  })
}
