import { z } from 'zod'
import type { SandboxContext } from '../../platform/context.ts'
import type { GoogleCalendar, GoogleEvent } from '../../store/google.ts'
import { CalendarError, invalid } from './calendar-error.ts'
import { horizonOf } from './change-events.ts'
import { expand, type Period, periodOf } from './expand.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const instant = z.iso.datetime({ offset: true })

export const ListQuery = z.object({
  singleEvents: flag.default(false),
  showDeleted: flag.default(false),
  timeMin: instant.optional(),
  timeMax: instant.optional(),
  updatedMin: instant.optional(),
  orderBy: z.enum(['startTime', 'updated']).optional(),
  maxResults: z.coerce.number().int().min(1).max(2500).default(250),
  pageToken: z.string().optional(),
  syncToken: z.string().optional(),
})
export type ListQuery = z.output<typeof ListQuery>

/** Content of a sync token or a page token. */
const Token = z.object({
  /** The changes since this one; null: all events. */
  since: z.number().nullable(),
  /** The newest change when the list began. */
  until: z.number(),
  offset: z.number(),
  singleEvents: z.boolean(),
  timeMin: instant.optional(),
  timeMax: instant.optional(),
})
type Token = z.output<typeof Token>

const write = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url')
function read(text: string): Token | null {
  try {
    return Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}

const expired = () =>
  new CalendarError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')

/** A page of events: all of them, or what changed since a sync token. */
export function listEvents(context: SandboxContext, calendar: GoogleCalendar, query: ListQuery) {
  if (query.syncToken && (query.timeMin || query.timeMax || query.updatedMin || query.orderBy))
    throw invalid('Sync token cannot be combined with other query restrictions')
  if (query.orderBy === 'startTime' && !query.singleEvents)
    throw invalid('The requested ordering is not available for the particular query.')
  const token = startOf(context, query)
  const all = token.since === null ? listAll(context, calendar, query) : listChanges(context, calendar, token)
  const items = all.slice(token.offset, token.offset + query.maxResults)
  const offset = token.offset + items.length
  const isLast = offset >= all.length
  return {
    kind: 'calendar#events',
    etag: `"p${token.until}"`,
    summary: calendar.summary,
    updated: new Date(context.now()).toISOString(),
    timeZone: calendar.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: [],
    items,
    ...(isLast
      ? { nextSyncToken: write({ ...token, since: token.until, offset: 0 }) }
      : { nextPageToken: write({ ...token, offset }) }),
  }
}

function startOf(context: SandboxContext, query: ListQuery): Token {
  const until = context.google.lastChange()
  if (query.pageToken) {
    const page = read(query.pageToken)
    if (!page) throw invalid('Invalid page token value.')
    return page
  }
  if (query.syncToken) {
    const sync = read(query.syncToken)
    if (!sync || sync.since === null || sync.since > until) throw expired()
    return { ...sync, until, offset: 0 }
  }
  const { singleEvents, timeMin, timeMax } = query
  return { since: null, until, offset: 0, singleEvents, ...(timeMin && { timeMin }), ...(timeMax && { timeMax }) }
}

const windowOf = (context: SandboxContext, { timeMin, timeMax }: Pick<ListQuery, 'timeMin' | 'timeMax'>): Period => ({
  from: timeMin ? Date.parse(timeMin) : Number.NEGATIVE_INFINITY,
  until: timeMax ? Date.parse(timeMax) : horizonOf(context),
})

function listAll(context: SandboxContext, calendar: GoogleCalendar, query: ListQuery): GoogleEvent[] {
  const window = windowOf(context, query)
  const isIn = (event: GoogleEvent) => overlaps(event, calendar, window)
  const events = context.google.listEvents(calendar.id)
  const listed = query.singleEvents ? withInstances(events, calendar, window) : events
  const shown = listed.filter(
    (event) => (query.showDeleted || event.status !== 'cancelled') && (event.recurrence !== undefined || isIn(event)),
  )
  if (query.orderBy !== 'startTime') return shown
  return shown.toSorted((a, b) => periodOf(a, calendar.timeZone).from - periodOf(b, calendar.timeZone).from)
}

/** Changes include deleted events, and those of the past. */
function listChanges(context: SandboxContext, calendar: GoogleCalendar, token: Token): GoogleEvent[] {
  const changed = context.google.listEvents(calendar.id, token.since ?? 0)
  if (!token.singleEvents) return changed
  const window = windowOf(context, token)
  const all = context.google.listEvents(calendar.id)
  return changed.flatMap((event) => {
    if (!event.recurrence) return [event]
    // Instances that were changed on their own have changes of their own.
    const changedIds = new Set(all.flatMap(({ id, recurringEventId }) => (recurringEventId === event.id ? [id] : [])))
    const { status } = event
    return expand(event, calendar.timeZone, window).flatMap((each) =>
      changedIds.has(each.id) ? [] : [{ ...each, status }],
    )
  })
}

/** Recurring events as their instances, of which some were changed or cancelled on their own. */
function withInstances(events: readonly GoogleEvent[], calendar: GoogleCalendar, window: Period): GoogleEvent[] {
  const changed = new Set(events.flatMap(({ id, recurringEventId }) => (recurringEventId ? [id] : [])))
  return events.flatMap((event) =>
    event.recurrence ? expand(event, calendar.timeZone, window).filter(({ id }) => !changed.has(id)) : [event],
  )
}

function overlaps(event: GoogleEvent, calendar: GoogleCalendar, window: Period): boolean {
  const { from, until } = periodOf(event, calendar.timeZone)
  return from < window.until && until > window.from
}

/** When a calendar is busy, in the periods of its events. */
export const busyPeriods = (context: SandboxContext, calendar: GoogleCalendar, window: Period): Period[] =>
  withInstances(context.google.listEvents(calendar.id), calendar, window)
    .filter(({ status, transparency }) => status !== 'cancelled' && transparency !== 'transparent')
    .filter((event) => overlaps(event, calendar, window))
    .map((event) => periodOf(event, calendar.timeZone))
    .toSorted((a, b) => a.from - b.from)
