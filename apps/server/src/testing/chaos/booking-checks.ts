import type { BookingStatus } from '@frontdesk/contract/rules'
import { DEFAULT_BOOKING_CONFIGS, isHolding } from '@frontdesk/contract/rules'
import type { ChaosCalendar } from './booking-business.ts'
import { type AnnouncementKind, type ClientContext, describe, iso, matches } from './booking-history.ts'
import { query } from './kills.ts'

interface StoredBooking {
  id: string
  clientBookingId: string
  status: BookingStatus
  source: string
  startsOnUtc: string
  version: number
  phone: string | null
  items: { item: number; resourceIds: string[]; from: string; until: string }[]
  claims: { item: number; resourceId: string; from: string; until: string; heldUntil: string | null }[]
  reminders: { state: string; isCurrent: boolean; reasons: string[] }[]
}

interface StoredText {
  phone: string
  body: string
  status: string
  reason: string | null
}

/** A pattern of the texts that a template makes, whatever name their greeting has. */
const toPattern = (template: string): RegExp =>
  new RegExp(
    template
      .split(/:\w+:/)
      .slice(1)
      .map((words) => RegExp.escape(words))
      .join('.+'),
  )
const ANNOUNCEMENTS: Record<AnnouncementKind, RegExp> = {
  booked: toPattern(DEFAULT_BOOKING_CONFIGS.bookedText),
  rescheduled: toPattern(DEFAULT_BOOKING_CONFIGS.rescheduledText),
  cancelled: toPattern(DEFAULT_BOOKING_CONFIGS.cancelledText),
}
const ACCEPTED = ['sent', 'delivered', 'read']
const FINAL = ['delivered', 'read', 'undelivered', 'failed']
/**
 * Hours before a visit of reminders in the default settings, and by how many they are sent earlier because of quiet
 * hours.
 */
const REMINDER_HOURS = [24, 2]
const EARLIER_HOURS = 14
const HOUR_MS = 60 * 60_000
const IN_CALENDARS: readonly BookingStatus[] = ['requested', 'booked', 'confirmed', 'arrived', 'completed', 'no-show']

export interface BookingVerdict {
  bookings: number
  /** Visits that were answered with success, by their last status. */
  visits: Map<string, number>
  texts: number
  events: number
  violations: string[]
}

/** Compares what is stored, what contacts were texted and what is in Google with what clients were answered. */
export async function checkBookings(context: ClientContext): Promise<BookingVerdict> {
  const { system, business, history } = context
  const bookings = await query<StoredBooking>(system, BOOKINGS, [business.tenantId])
  const texts = await query<StoredText>(system, TEXTS, [business.tenantId])
  const visits = new Map<string, number>()
  for (const { status } of history.visits) visits.set(status, (visits.get(status) ?? 0) + 1)
  const inGoogle = await Promise.all(business.calendars.map((calendar) => checkCalendar(calendar, bookings)))
  return {
    bookings: bookings.length,
    visits,
    texts: system.carrier.arrivals.length,
    events: inGoogle.reduce((sum, { events }) => sum + events, 0),
    violations: [
      ...history.violations,
      ...checkOverlaps(bookings),
      ...bookings.flatMap(checkClaims),
      ...checkAnswers(context, bookings),
      ...checkRequests(context, bookings),
      ...checkTexts(context, texts),
      ...(await checkOffers(context)),
      ...inGoogle.flatMap(({ violations }) => violations),
    ],
  }
}

const BOOKINGS = `
  select b.id, b.client_booking_id as "clientBookingId", b.status, b.source, ${iso('b.starts_at')} as "startsOnUtc", b.version, t.phone,
    (select json_agg(json_build_object('item', i.item, 'resourceIds', i.resource_ids, 'from', i.starts_at, 'until', i.ends_at)
       order by i.item)
     from booking_items i where i.tenant_id = b.tenant_id and i.booking_id = b.id) as items,
    (select coalesce(json_agg(json_build_object('item', c.item, 'resourceId', c.resource_id, 'from', c.starts_at,
       'until', c.ends_at, 'heldUntil', c.held_until)), '[]')
     from booking_claims c where c.tenant_id = b.tenant_id and c.booking_id = b.id) as claims,
    (select coalesce(json_agg(json_build_object('state', s.state, 'isCurrent', s.expires_at = b.starts_at, 'reasons', s.reasons)), '[]')
     from scheduled_messages s where s.tenant_id = b.tenant_id and s.booking_id = b.id ) as reminders
  from bookings b left join contacts t on t.tenant_id = b.tenant_id and t.id = b.contact_id where b.tenant_id = $1`

const TEXTS = `
  select t.phone, m.body, m.delivery_status as status, m.error_reason as reason from messages m
  join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
  join contacts t on t.tenant_id = c.tenant_id and t.id = c.contact_id
  where m.tenant_id = $1 and m.is_outgoing and m.delivery_status is not null`

/** No teammate and no room is at two visits at once, whatever their claims say. */
function checkOverlaps(bookings: readonly StoredBooking[]): string[] {
  const taken = bookings
    .filter(({ status }) => isHolding(status))
    .flatMap(({ id, items }) =>
      items.flatMap(({ resourceIds, from, until }) =>
        resourceIds.map((resourceId) => ({ id, resourceId, from: Date.parse(from), until: Date.parse(until) })),
      ),
    )
  return [...Map.groupBy(taken, ({ resourceId }) => resourceId).values()].flatMap((ofResource) => {
    const sorted = ofResource.toSorted((a, b) => a.from - b.from)
    return sorted.flatMap((each, index) => {
      const next = sorted[index + 1]
      return next && next.from < each.until ? [`the bookings ${each.id} and ${next.id} overlap`] : []
    })
  })
}

/** A booking that holds its time has a claim for each resource of each service; one that ended has none. */
function checkClaims({ id, status, items, claims }: StoredBooking): string[] {
  if (status === 'held' || claims.some(({ heldUntil }) => heldUntil !== null))
    return [`the hold ${id} is left behind (${status})`]
  const name = (item: number, resourceId: string, from: string, until: string) =>
    [item, resourceId, Date.parse(from), Date.parse(until)].join()
  const expected = isHolding(status)
    ? items.flatMap(({ item, resourceIds, from, until }) =>
        resourceIds.map((resourceId) => name(item, resourceId, from, until)),
      )
    : []
  const stored = claims.map(({ item, resourceId, from, until }) => name(item, resourceId, from, until))
  return expected.toSorted().join(' ') === stored.toSorted().join(' ')
    ? []
    : [`the booking ${id} (${status}) takes something else than its services`]
}

/** Each visit is in the state that its client was answered last, and each reminder of it was sent once. */
function checkAnswers({ history, now }: ClientContext, bookings: readonly StoredBooking[]): string[] {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  return history.visits.flatMap((visit) => {
    const { id, phone, version } = visit
    const stored = byId.get(id)
    if (!stored) return [`lost: the visit ${id} is not stored`]
    const isExpected = stored.status === 'booked' || stored.status === 'confirmed'
    const reminders = stored.reminders.filter(({ state }) => state !== 'cancelled')
    const sent = reminders.filter(({ state, isCurrent }) => state === 'sent' && isCurrent).length
    // Contacts also move visits to days so near that some reminders are no longer due.
    const isAhead = (hours: number) =>
      Date.parse(stored.startsOnUtc) - (hours + EARLIER_HOURS) * HOUR_MS > Date.parse(now())
    const least = isExpected ? REMINDER_HOURS.filter(isAhead).length : 0
    const most = isExpected ? REMINDER_HOURS.length : 0
    return [
      ...(matches(stored, visit) && stored.version === version
        ? []
        : [
            `the visit ${id} was answered as ${describe(visit)} v${version}, it is ${describe(stored)} v${stored.version}`,
          ]),
      ...(stored.phone === phone ? [] : [`the visit ${id} has another contact`]),
      ...(sent >= least && sent <= most && sent === reminders.length
        ? []
        : [
            `the ${stored.source} visit ${id} (${describe(stored)}) has these reminders: ${JSON.stringify(stored.reminders)}`,
          ]),
    ]
  })
}

/** Each request made one booking or none, and each contact has at most one visit. */
function checkRequests({ history }: ClientContext, bookings: readonly StoredBooking[]): string[] {
  const visitIds = new Set(history.visits.map(({ id }) => id))
  const booked = bookings.filter(({ phone }) => phone !== null)
  const repeated = [...Map.groupBy(booked, ({ phone }) => phone)].filter(([, { length }]) => length > 1)
  return [
    ...repeated.map(([phone, { length }]) => `duplicated: ${phone} has ${length} bookings`),
    ...booked
      .filter(({ id }) => !visitIds.has(id))
      .map(({ id, source }) => `the booking ${id} (${source}) was not answered`),
    ...bookings
      .filter(({ source, clientBookingId }) => source !== 'text' && !history.requests.has(clientBookingId))
      .map(({ id }) => `nobody asked for the booking ${id}`),
    ...[...history.requests]
      .filter(([, isAnswered]) => isAnswered)
      .filter(([clientId]) => !booked.some(({ clientBookingId }) => clientBookingId === clientId))
      .map(([clientId]) => `lost: the booking of ${clientId} is not stored`),
  ]
}

/**
 * Each announcement was written once, and the carrier has each text as often as it counts as accepted: none twice after
 * a lost response, and none that failed.
 */
function checkTexts({ system, history }: ClientContext, texts: readonly StoredText[]): string[] {
  const key = (phone: string, body: string) => `${phone} ${body}`
  const arrived = Map.groupBy(
    system.carrier.arrivals.filter(({ body }) => !CODE.test(body)),
    ({ to, body }) => key(to, body),
  )
  const stored = Map.groupBy(texts, ({ phone, body }) => key(phone, body))
  const byPhone = Map.groupBy(texts, ({ phone }) => phone)
  const violations: string[] = []
  for (const { phone, body, status, reason } of texts) {
    if (!FINAL.includes(status)) violations.push(`lost: the text to ${phone} is ${status}: ${body}`)
    if (status === 'failed' && reason === null) violations.push(`the text to ${phone} failed without a reason: ${body}`)
  }
  for (const name of new Set([...arrived.keys(), ...stored.keys()])) {
    const accepted = arrived.get(name)?.length ?? 0
    const counted = stored.get(name)?.filter(({ status }) => ACCEPTED.includes(status)).length ?? 0
    if (accepted > counted) violations.push(`duplicated: ${accepted} for ${counted} texts: ${name}`)
    if (accepted < counted) violations.push(`lost: ${accepted} for ${counted} texts: ${name}`)
  }
  for (const { id, phone, texts: wanted } of history.visits)
    for (const [kind, words] of Object.entries(ANNOUNCEMENTS) as [AnnouncementKind, RegExp][]) {
      const written = byPhone.get(phone)?.filter(({ body }) => words.test(body)).length ?? 0
      if (written !== wanted[kind])
        violations.push(`${written} texts say that the visit ${id} was ${kind}, ${wanted[kind]} should`)
    }
  const codes = Map.groupBy(
    system.carrier.arrivals.filter(({ body }) => CODE.test(body)),
    ({ to, body }) => key(to, body),
  )
  for (const [name, { length }] of codes)
    if (length > 1) violations.push(`duplicated: the carrier got ${length} × ${name}`)
  return violations
}

const CODE = /^\d{6} is your code/

async function checkOffers({ system, business }: ClientContext): Promise<string[]> {
  const rows = await query<{ id: string }>(
    system,
    `select id from booking_offers where tenant_id = $1 and state = 'open'
     union all select id from conversations where tenant_id = $1 and has_booking_offer`,
    [business.tenantId],
  )
  return rows.map(({ id }) => `an offer of times is left behind: ${id}`)
}

/** Each visit is in the calendar of its teammate or room once, at its time; those that ended are not. */
async function checkCalendar(
  { resourceId, account }: ChaosCalendar,
  bookings: readonly StoredBooking[],
): Promise<{ events: number; violations: string[] }> {
  const events = await account.events()
  const expected = new Map(
    bookings
      .filter(({ status }) => IN_CALENDARS.includes(status))
      .flatMap(({ id, items }): [string, string][] => {
        const ofResource = items.filter(({ resourceIds }) => resourceIds.includes(resourceId))
        const [first, last] = [ofResource[0], ofResource.at(-1)]
        return first && last ? [[`fd${id.replaceAll('-', '')}`, `${toIso(first.from)} ${toIso(last.until)}`]] : []
      }),
  )
  const present = Map.groupBy(events, ({ id }) => id)
  const violations = [
    ...[...expected.keys()].filter((id) => !present.has(id)).map((id) => `lost: the event ${id} is not in Google`),
    ...[...present].flatMap(([id, found]) => {
      const time = expected.get(id)
      if (time === undefined) return [`the event ${id} is still in Google`]
      if (found.length > 1) return [`duplicated: the event ${id} is in Google ${found.length} times`]
      const shown = found.map(({ start, end }) => `${toIso(start.dateTime ?? '')} ${toIso(end.dateTime ?? '')}`)
      return shown[0] === time ? [] : [`the event ${id} is at ${shown[0]} in Google, its visit at ${time}`]
    }),
  ]
  return { events: events.length, violations }
}

const toIso = (time: string): string => new Date(time).toISOString()
