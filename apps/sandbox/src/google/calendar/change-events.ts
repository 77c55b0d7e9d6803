import { randomUUID } from 'node:crypto'
import type { SandboxContext } from '../../platform/context.ts'
import type { EventTime, GoogleCalendar, GoogleEvent } from '../../store/google.ts'
import { CalendarError, invalid, notFound } from './calendar-error.ts'
import { notifyChannels } from './channels.ts'
import { expand, findInstance, periodOf } from './expand.ts'

/** Fields of an event that a client may set. */
export type EventDraft = Partial<GoogleEvent>

const OWNED = ['kind', 'etag', 'created', 'updated', 'creator', 'organizer', 'htmlLink', 'sequence', 'iCalUID']
const ID = /^[a-v0-9]{5,1024}$/

/** How far recurring events without an end are expanded. */
export const horizonOf = (context: SandboxContext): number => context.now() + 800 * 86_400_000

export function accessCalendar(context: SandboxContext, id: string): GoogleCalendar {
  const calendar = context.google.findCalendar(id)
  if (!calendar) throw notFound()
  return calendar
}

/** An event, or an instance of a recurring one. */
export function accessEvent(context: SandboxContext, calendar: GoogleCalendar, id: string): GoogleEvent {
  const event = context.google.findEvent(calendar.id, id)
  if (event) return event
  const main = id.includes('_') ? context.google.findEvent(calendar.id, id.slice(0, id.lastIndexOf('_'))) : undefined
  const instance = main?.recurrence && findInstance(main, calendar.timeZone, id)
  if (!instance) throw notFound()
  return instance
}

export function insertEvent(context: SandboxContext, calendar: GoogleCalendar, draft: EventDraft): GoogleEvent {
  const id = draft.id ?? randomUUID().replaceAll('-', '').slice(0, 26)
  if (!ID.test(id)) throw invalid('Invalid resource id value.')
  // An id stays taken when its event is deleted.
  if (context.google.findEvent(calendar.id, id))
    throw new CalendarError(409, 'duplicate', 'The requested identifier already exists.')
  const at = new Date(context.now()).toISOString()
  const by = { email: calendar.email, self: true }
  return save(context, calendar, {
    ...withoutOwned(draft),
    kind: 'calendar#event',
    id,
    etag: '',
    status: 'confirmed',
    htmlLink: `${context.origin.get()}/calendar?event=${id}`,
    created: at,
    updated: at,
    creator: by,
    organizer: by,
    start: draft.start ?? {},
    end: draft.end ?? {},
    iCalUID: `${id}@google.com`,
    sequence: 0,
    reminders: { useDefault: true },
    eventType: 'default',
  })
}

/** Replaces what a client may change of an event; with `isPatch`, only the named fields. */
export function changeEvent(
  context: SandboxContext,
  calendar: GoogleCalendar,
  event: GoogleEvent,
  { draft, isPatch, ifMatch }: { draft: EventDraft; isPatch: boolean; ifMatch?: string | undefined },
): GoogleEvent {
  assertMatch(event, ifMatch)
  const kept = isPatch ? event : { ...pick(event, OWNED), ...pick(event, ['recurringEventId', 'originalStartTime']) }
  const changed = {
    ...kept,
    ...withoutOwned(draft),
    id: event.id,
    status: draft.status ?? (isPatch ? event.status : 'confirmed'),
    start: draft.start ?? event.start,
    end: draft.end ?? event.end,
    sequence: event.sequence + 1,
    updated: new Date(context.now()).toISOString(),
  } as GoogleEvent
  if (changed.status === 'cancelled') return removeEvent(context, calendar, event)
  cancelLost(context, calendar, event, changed)
  return save(context, calendar, changed)
}

export function removeEvent(
  context: SandboxContext,
  calendar: GoogleCalendar,
  event: GoogleEvent,
  ifMatch?: string,
): GoogleEvent {
  assertMatch(event, ifMatch)
  if (event.status === 'cancelled') throw new CalendarError(410, 'deleted', 'Resource has been deleted')
  for (const instance of exceptionsOf(context, calendar, event.id))
    context.google.saveEvent(calendar.id, { ...instance, status: 'cancelled' })
  return save(context, calendar, { ...event, status: 'cancelled', updated: new Date(context.now()).toISOString() })
}

/** Moves an event to another calendar, where it keeps its id. */
export function moveEvent(
  context: SandboxContext,
  { from, to }: { from: GoogleCalendar; to: GoogleCalendar },
  event: GoogleEvent,
): GoogleEvent {
  removeEvent(context, from, event)
  return save(context, to, { ...event, organizer: { email: to.id, self: true } })
}

const exceptionsOf = (context: SandboxContext, calendar: GoogleCalendar, id: string): GoogleEvent[] =>
  context.google.listEvents(calendar.id).filter(({ recurringEventId }) => recurringEventId === id)

/** Instances that a recurring event no longer has are cancelled, so that clients hear of it. */
function cancelLost(context: SandboxContext, calendar: GoogleCalendar, before: GoogleEvent, after: GoogleEvent): void {
  if (!before.recurrence) return
  const period = { from: 0, until: horizonOf(context) }
  const kept = new Set(
    (after.recurrence ? expand(after, calendar.timeZone, period) : [after]).map((instance) => instance.id),
  )
  for (const instance of expand(before, calendar.timeZone, period))
    if (!kept.has(instance.id)) context.google.saveEvent(calendar.id, { ...instance, status: 'cancelled' })
}

function save(context: SandboxContext, calendar: GoogleCalendar, event: GoogleEvent): GoogleEvent {
  if (event.status !== 'cancelled') {
    assertTime(event.start, 'start')
    assertTime(event.end, 'end')
    const { from, until } = periodOf(event, calendar.timeZone)
    if (!(until >= from)) throw new CalendarError(400, 'timeRangeEmpty', 'The specified time range is empty.')
  }
  const saved = context.google.saveEvent(calendar.id, event)
  notifyChannels(context, calendar.id)
  context.events.publish(() => ({ type: 'calendar' }))
  return saved
}

function assertTime(time: EventTime, name: string): void {
  const isDate = time.date !== undefined && /^\d{4}-\d\d-\d\d$/.test(time.date)
  const isInstant = time.dateTime !== undefined && !Number.isNaN(Date.parse(time.dateTime))
  if (isDate === isInstant) throw invalid(`Invalid ${name} time.`)
}

function assertMatch(event: GoogleEvent, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== event.etag)
    throw new CalendarError(412, 'conditionNotMet', 'Precondition Failed')
}

const withoutOwned = (draft: EventDraft): EventDraft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !OWNED.includes(name)))

const pick = (event: GoogleEvent, names: readonly string[]): EventDraft =>
  Object.fromEntries(Object.entries(event).filter(([name]) => names.includes(name)))
