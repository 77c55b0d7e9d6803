import { createGoogleAccount } from '../apps/server/src/testing/google-calendar.ts'
import { until } from './campaigns.ts'
import { startChild } from './lib/child.ts'
import { cpuOf, cpuOfPostgres } from './lib/cpu.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, median, report } from './lib/report.ts'
import { type BenchTenant, signUpTenants } from './lib/tenants.ts'

const RATE_GOAL = 0.5
const CHANGES = { quick: 1000, usual: 10_000 }
const SEEDED_AT_ONCE = 16
const HOUR_MS = 60 * 60_000
const PAGE_SIZE = 2500

/** Changes of a Google calendar since the last sync, beside only paging through them. */
export async function benchCalendars({ isQuick, size }: BenchOptions): Promise<Figure[]> {
  const count = size ?? (isQuick ? CHANGES.quick : CHANGES.usual)
  const google = await startChild('google.ts', {})
  const product = await startProduct({ googleUrl: `${google.line}/sandbox/google` })
  try {
    const [tenant] = await signUpTenants(product, [{ conversations: count, messages: count }])
    if (!tenant) throw new Error('No tenant was signed up.')
    const connected = await connect(product, tenant, google.line)
    const foreign = await measure(product, connected, Array.from({ length: count }, newEventId))
    const ours = await measure(product, connected, await addBookings(product, tenant, connected, count))
    return [
      { name: 'events of other people', ...foreign },
      { name: 'events of ours, at their times', ...ours },
    ].map(({ name, value, baseline, cpu }) =>
      report({
        bench: 'calendars',
        case: `${count} changes, ${name}, ${cpu.toFixed(2)} ms of CPU each`,
        value,
        unit: 'changes/s',
        baseline,
        goal: `at least ${RATE_GOAL} of only paging through them`,
        ok: value / baseline >= RATE_GOAL,
      }),
    )
  } finally {
    await product.stop()
    await google.stop()
  }
}

const newEventId = () => `bench${crypto.randomUUID().replaceAll('-', '')}`

interface Connected {
  calendarId: string
  resourceId: string
  tenantId: string
  googleUrl: string
  account: ReturnType<typeof createGoogleAccount>
  /** An access token of the account. */
  token: string
  add: (ids: readonly string[]) => Promise<void>
}

/** Connects a calendar to the equipment of a business, and reads it once. */
async function connect(product: Product, tenant: BenchTenant, googleUrl: string): Promise<Connected> {
  const { owner } = product
  const call = async (path: string, body: object) => {
    const response = await fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`)
    return (await response.json()).data
  }
  const { tenantId } = tenant
  const { rows: locations } = await owner.query<{ id: string }>('select id from locations where tenant_id = $1', [
    tenantId,
  ])
  const equipment = { kind: 'equipment', name: 'Chair', locationID: locations[0]?.id }
  const { id: resourceID } = await call('/bookings/Resource/save', equipment)
  const account = createGoogleAccount({ url: googleUrl })
  const { url } = await call('/bookings/Calendar/start', { resourceID })
  await call('/bookings/Calendar/connect', await account.consent(url))
  const present = async () => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from calendars where tenant_id = $1 and is_primary and sync_token is not null',
      [tenantId],
    )
    return rows[0]?.id
  }
  await until(async () => (await present()) !== undefined)
  const add = async (ids: readonly string[]) => {
    const events = [...ids.entries()]
    const start = Date.now() + 24 * HOUR_MS
    await Promise.all(
      Array.from({ length: SEEDED_AT_ONCE }, async () => {
        for (let next = events.pop(); next; next = events.pop()) {
          const [n, id] = next
          const at = (ms: number) => ({ dateTime: new Date(start + (n % 10_000) * HOUR_MS + ms).toISOString() })
          await account.add({ id, summary: 'Event', start: at(0), end: at(HOUR_MS / 2) })
        }
      }),
    )
  }
  const token = await account.accessToken()
  return { calendarId: (await present()) ?? '', resourceId: resourceID, tenantId, googleUrl, account, token, add }
}

/** Adds bookings that have been written into the calendar; returns the ids of their events. */
async function addBookings(
  { owner }: Product,
  { tenantId }: BenchTenant,
  { calendarId }: Connected,
  count: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ eventId: string }>(
    `with visits as (
       insert into bookings (tenant_id, id, client_booking_id, location_id, contact_id, status, starts_at, ends_at, time_zone,
         local_starts_at, source, note, answers, end_reason, overrides, created_at, updated_at)
       select tenant_id, id, id, location_id, contact_id, 'booked', now() + interval '1 day', now() + interval '25 hours', 'UTC',
         '2030-01-01T10:00', 'teammate', '', '[]', '', '{}', now(), now()
       from conversations where tenant_id = $1 limit $3
       returning tenant_id, id, starts_at, ends_at
     )
     insert into calendar_events (tenant_id, calendar_id, booking_id, event_id, state, etag, starts_at, ends_at)
     select tenant_id, $2, id, 'fd' || replace(id::text, '-', ''), 'written', 'earlier', starts_at, ends_at
     from visits
     returning event_id as "eventId"`,
    [tenantId, calendarId, count],
  )
  await owner.query('vacuum analyze')
  return rows.map(({ eventId }) => eventId)
}

/** Adds events, and measures reading them as changes: in the product, and in a loop that ignores them. */
async function measure(product: Product, connected: Connected, ids: readonly string[]) {
  const { owner } = product
  const { calendarId, tenantId, add } = connected
  const setState = (state: 'active' | 'broken') =>
    owner.query('update calendar_connections set state = $2 where tenant_id = $1', [tenantId, state])
  const syncToken = async () => {
    const { rows } = await owner.query<{ token: string }>('select sync_token as token from calendars where id = $1', [
      calendarId,
    ])
    return rows[0]?.token ?? ''
  }
  // Otherwise Google's notifications start a sync before all events have been added.
  await setState('broken')
  const before = await syncToken()
  await add(ids)
  // As if the events were at the times that the product wrote.
  await owner.query(
    `update calendar_events e set starts_at = x.starts_at, ends_at = x.ends_at
     from jsonb_to_recordset($2::jsonb) as x (id text, starts_at timestamptz, ends_at timestamptz)
     where e.tenant_id = $1 and e.event_id = x.id`,
    [tenantId, JSON.stringify(await timesOf(connected, before))],
  )
  await pageThrough(connected, before)
  const baseline = median([
    await pageThrough(connected, before),
    await pageThrough(connected, before),
    await pageThrough(connected, before),
  ])
  await setState('active')
  const cpuBefore = await cpuOfAll(product)
  const start = performance.now()
  const job = { identifier: 'sync-calendar', payload: { tenantId, calendarId }, jobKey: `sync-calendar:${calendarId}` }
  await owner.query('select jobs.enqueue($1::jsonb)', [JSON.stringify([job])])
  await until(async () => (await syncToken()) !== before)
  const duration = performance.now() - start
  const cpu = ((await cpuOfAll(product)) - cpuBefore) / ids.length
  return { value: (1000 * ids.length) / duration, baseline: (1000 * ids.length) / baseline, cpu }
}

interface Page {
  items: { id: string; start: { dateTime: string }; end: { dateTime: string } }[]
  nextPageToken?: string
}

async function* pagesOf({ googleUrl, account, token }: Connected, syncToken: string): AsyncGenerator<Page> {
  const calendar = `${googleUrl}/sandbox/google/calendar/v3/calendars/${encodeURIComponent(account.email)}/events`
  for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken !== undefined; isFirst = false) {
    const query = new URLSearchParams({
      singleEvents: 'true',
      showDeleted: 'true',
      maxResults: String(PAGE_SIZE),
      syncToken,
    })
    if (pageToken !== undefined) query.set('pageToken', pageToken)
    const response = await fetch(`${calendar}?${query}`, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`The calendar was not read: ${await response.text()}`)
    const page = (await response.json()) as Page
    pageToken = page.nextPageToken
    yield page
  }
}

/** Returns the milliseconds. */
async function pageThrough(connected: Connected, syncToken: string): Promise<number> {
  const start = performance.now()
  for await (const _page of pagesOf(connected, syncToken));
  return performance.now() - start
}

async function timesOf(connected: Connected, syncToken: string) {
  const times: { id: string; starts_at: string; ends_at: string }[] = []
  for await (const { items } of pagesOf(connected, syncToken))
    for (const { id, start, end } of items) times.push({ id, starts_at: start.dateTime, ends_at: end.dateTime })
  return times
}

const cpuOfAll = async ({ pid, owner }: Product): Promise<number> => (await cpuOf(pid)) + (await cpuOfPostgres(owner))
