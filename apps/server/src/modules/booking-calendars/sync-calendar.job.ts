import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue, enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import {
  applyBookingEvent,
  type ChangedEvent,
  findWrittenEvents,
  restoreEvent,
  settleEvents,
} from './apply-booking-event.ts'
import { channelToken, webhookUrl } from './channel-token.ts'
import { updateCalendar } from './choose-calendar.ts'
import type { CalendarDeps } from './deps.ts'
import {
  type CalendarAccount,
  CalendarError,
  type EventPage,
  type FileVersion,
  type RemoteEvent,
} from './google-calendars.ts'
import type { Interval } from './interval.ts'
import { SYNC_CALENDAR, syncSpec, writeSpec } from './job-specs.ts'
import { markBroken } from './mark-broken.ts'
import { parseInWorker } from './parse-in-worker.ts'
import type { CalendarRow, ConnectionRow } from './queries.ts'
import { openSecret, sealSecret, tokensSecret } from './secret.ts'
import { storeBusy } from './store-busy.ts'

const DAY_MS = 24 * 60 * 60_000
/** The period that is read: from a little in the past to as far ahead as services can be booked. */
const PAST_DAYS = 2
const AHEAD_DAYS = 740
/** Everything is read again from time to time, as the period moves on. */
const FULL_SYNC_DAYS = 7
/** Channels are renewed a day before they end. */
const CHANNEL_DAYS = 7
const RENEW_MS = DAY_MS
/** Changes of our events per transaction, which locks them. */
const OWN_BATCH = 500

/** Polls every few minutes, because notifications may be lost. */
export const syncCalendars = defineJob({
  name: 'sync-calendars',
  schedule: '*/5 * * * *',
  lane: 'default',
  payload: z.unknown(),
  run: async ({ directory }: Needs<'directory'>) => {
    const calendars = await directory.selectFrom('directory.calendars').selectAll().execute()
    await enqueueForTenants(
      directory,
      calendars.map(({ tenantId, calendarId }) => syncSpec(tenantId, calendarId)),
    )
  },
})

interface Source {
  calendar: CalendarRow
  connection: ConnectionRow
}

async function findSource(tx: TenantTx, calendarId: string): Promise<Source | undefined> {
  const calendar = await tx
    .selectFrom('calendars')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', calendarId)
    .selectAll()
    .executeTakeFirst()
  if (!calendar) return undefined
  const connection = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', calendar.connectionId)
    .where('state', '=', 'active')
    .selectAll()
    .executeTakeFirst()
  return connection && { calendar, connection }
}

/** Reads what changed in a calendar: when it is busy, and what happened to our events in it. */
export const syncCalendar = defineJob({
  name: SYNC_CALENDAR,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), calendarId: z.uuid() }),
  run: async (deps: CalendarDeps, { tenantId, calendarId }, { isLast }) => {
    const scope = { tenantId }
    const source = await deps.inTenant(scope, (tx) => findSource(tx, calendarId))
    if (!source || !(source.calendar.isBlocking || source.calendar.isWritten)) return
    const secret = openSecret(deps.secrets, { tenantId, connectionId: source.connection.id }, source.connection.secret)
    if (secret.kind === 'address') return syncFile(deps, scope, source, secret.url)
    if (secret.kind !== 'tokens') return
    const account = deps.googleCalendars.open(secret)
    try {
      await syncAccount(deps, scope, source, account)
      await keepWatching(deps, scope, source.calendar, account)
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      if (error.kind === 'access-lost') await deps.inTenant(scope, (tx) => markBroken(tx, source.connection.id))
      else {
        const syncError = error.kind === 'missing' ? 'missing' : 'unavailable'
        if (isLast || syncError === 'missing')
          await deps.inTenant(scope, async (tx) => {
            await updateCalendar(tx, calendarId, { syncError })
            // A calendar that was deleted blocks nothing.
            if (syncError === 'missing') await storeBusy(tx, source.calendar, [], { isFull: true })
          })
        if (error.kind === 'unavailable') throw error
      }
    } finally {
      const tokens = account.tokens()
      if (tokens.accessToken !== secret.accessToken)
        await deps.inTenant(scope, (tx) =>
          tx
            .updateTable('calendarConnections')
            .set({
              secret: sealSecret(deps.secrets, { tenantId, connectionId: source.connection.id }, tokensSecret(tokens)),
            })
            .where('tenantId', '=', tx.tenantId)
            .where('id', '=', source.connection.id)
            .where('state', '=', 'active')
            .execute(),
        )
    }
  },
})

const periodAt = (at: string): Interval => ({
  from: Date.parse(at) - PAST_DAYS * DAY_MS,
  until: Date.parse(at) + AHEAD_DAYS * DAY_MS,
})

/** Reads the pages of a list one after the other, each while the caller works on the one before. */
async function* readPages(read: (pageToken: string | null) => Promise<EventPage>): AsyncGenerator<EventPage> {
  let next: Promise<EventPage> | null = read(null)
  while (next) {
    const page: EventPage = await next
    next = page.nextPageToken === null ? null : read(page.nextPageToken)
    // A failure is thrown when it is awaited.
    next?.catch(() => undefined)
    yield page
  }
}

/**
 * The busy times first, then what happened to our events, and only then the sync token: a job that ends early is
 * repeated from the same token. Of two jobs at once, the one that began with an older token leaves the calendar to
 * another one.
 */
async function syncAccount(
  deps: CalendarDeps,
  scope: { tenantId: string },
  source: Source,
  account: CalendarAccount,
): Promise<void> {
  const { calendar } = source
  const at = deps.now()
  const isDue = calendar.fullSyncAt === null || isAfter(at, shift(calendar.fullSyncAt, FULL_SYNC_DAYS * DAY_MS))
  const syncToken = isDue ? null : calendar.syncToken
  try {
    await applyChanges(deps, scope, source, { account, syncToken, within: periodAt(at) })
  } catch (error) {
    const isExpired = error instanceof CalendarError && error.kind === 'expired'
    if (!isExpired || syncToken === null) throw error
    await applyChanges(deps, scope, source, { account, syncToken: null, within: periodAt(at) })
  }
}

/**
 * Applies what changed since a sync token page by page; without one, all events at once, which replace what is stored.
 */
async function applyChanges(
  deps: CalendarDeps,
  scope: { tenantId: string },
  source: Source,
  { account, syncToken, within }: { account: CalendarAccount; syncToken: string | null; within: Interval },
): Promise<void> {
  const { calendar } = source
  const isFull = syncToken === null
  const isCurrent = async (tx: TenantTx): Promise<boolean> => {
    const row = await tx
      .selectFrom('calendars')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', calendar.id)
      .select(['syncToken', 'fullSyncAt'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.syncToken === calendar.syncToken && row.fullSyncAt === calendar.fullSyncAt) return true
    if (row) await enqueue(tx, syncSpec(tx.tenantId, calendar.id))
    return false
  }
  /** Returns the changes of our events that change a booking. */
  const store = async (events: readonly RemoteEvent[]): Promise<ChangedEvent[] | null> => {
    const written = await deps.inTenant(scope, async (tx) => {
      if (!(await isCurrent(tx))) return null
      const ids = events.map(({ id }) => id)
      const ours = await findWrittenEvents(tx, calendar.id, ids)
      const foreign = events.filter(({ id }) => !ours.has(id))
      await storeBusy(tx, calendar, foreign, { isFull })
      return ours
    })
    if (!written) return null
    const ourEvents = events.filter(({ id }) => written.has(id))
    const changed: ChangedEvent[] = []
    for (let first = 0; first < ourEvents.length; first += OWN_BATCH) {
      const batch = ourEvents.slice(first, first + OWN_BATCH)
      changed.push(...(await deps.inTenant(scope, (tx) => settleEvents(tx, source, batch))))
    }
    return changed
  }

  const changed: ChangedEvent[] = []
  const events: RemoteEvent[] = []
  let nextSyncToken: string | null = null
  const read = (pageToken: string | null) => account.listEvents(calendar.remoteId, { within, syncToken, pageToken })
  for await (const page of readPages(read)) {
    nextSyncToken = page.nextSyncToken
    if (isFull) events.push(...page.events)
    if (!isFull || page.nextPageToken === null) {
      const stored = await store(isFull ? events : page.events)
      if (!stored) return
      changed.push(...stored)
    }
  }
  for (const { id, storedEtag } of changed) {
    // The listed event may be older than our latest write.
    const remote = (await account.findEvent(calendar.remoteId, id)) ?? goneEvent(id)
    await deps
      .inTenant(scope, (tx) => applyBookingEvent(deps, tx, source, { remote, storedEtag }))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return deps.inTenant(scope, (tx) => restoreEvent(tx, source, remote))
      })
  }
  await deps.inTenant(scope, async (tx) => {
    if (!(await isCurrent(tx))) return
    if (isFull) await enqueueMissing(tx, calendar.id, new Set(events.map(({ id }) => id)))
    await updateCalendar(tx, calendar.id, {
      syncToken: nextSyncToken,
      syncedAt: tx.now(),
      syncError: null,
      ...(isFull && { fullSyncAt: tx.now() }),
    })
  })
}

/** A deleted event that the service no longer returns. */
const goneEvent = (id: string): RemoteEvent => ({ id, etag: '', isCancelled: true, isBusy: false, time: null })

/** Our upcoming events that a calendar should have and does not are written again. */
async function enqueueMissing(tx: TenantTx, calendarId: string, present: ReadonlySet<string>): Promise<void> {
  const rows = await tx
    .selectFrom('calendarEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendarId)
    .where('state', '=', 'written')
    .where('startsAt', '>', tx.now())
    .select(['eventId', 'bookingId'])
    .execute()
  const missing = rows.filter(({ eventId }) => !present.has(eventId))
  if (missing.length > 0) await enqueue(tx, ...missing.map(({ bookingId }) => writeSpec(tx.tenantId, bookingId)))
}

/** Renews the channel of a calendar in time. Notifications are hints, so the calendar is polled if there are none. */
async function keepWatching(
  deps: CalendarDeps,
  scope: { tenantId: string },
  { id, remoteId, channelId, channelResource, channelUntil }: CalendarRow,
  account: CalendarAccount,
): Promise<void> {
  const at = deps.now()
  if (channelUntil !== null && isAfter(channelUntil, shift(at, RENEW_MS))) return
  const next = newId()
  const until = shift(at, CHANNEL_DAYS * DAY_MS)
  const watched = await account
    .watch(remoteId, { channelId: next, address: webhookUrl(deps, id), token: channelToken(deps, id), until })
    .catch((error: unknown) => {
      // Google only posts to https addresses. Asked again a while later.
      if (error instanceof CalendarError && error.kind === 'refused') return null
      throw error
    })
  await deps.inTenant(scope, (tx) =>
    updateCalendar(tx, id, {
      channelId: watched && next,
      channelResource: watched?.resourceId ?? null,
      channelUntil: watched ? watched.until : shift(at, 2 * RENEW_MS),
    }),
  )
  if (channelId && channelResource) await account.stopWatching(channelId, channelResource).catch(() => undefined)
}

/**
 * Reads a whole iCalendar file, as it has no list of changes. An unchanged file costs one request, and is still read
 * again from time to time, as the period moves on.
 */
async function syncFile(
  deps: CalendarDeps,
  scope: { tenantId: string },
  { calendar }: Source,
  url: string,
): Promise<void> {
  const isDue = calendar.fullSyncAt === null || isAfter(deps.now(), shift(calendar.fullSyncAt, FULL_SYNC_DAYS * DAY_MS))
  const fetched = await deps.fetchCalendarFile(url, isDue ? null : readFileVersion(calendar.syncToken))
  if ('isUnchanged' in fetched) {
    await deps.inTenant(scope, (tx) => updateCalendar(tx, calendar.id, { syncError: null, syncedAt: tx.now() }))
    return
  }
  const timeZone = await deps.inTenant(scope, (tx) => findTimeZone(tx, calendar.resourceId))
  const parsed =
    'error' in fetched
      ? { error: fetched.error === 'too-large' ? ('too-large' as const) : ('unavailable' as const) }
      : await parseInWorker(fetched.text, { within: periodAt(deps.now()), timeZone })
  await deps.inTenant(scope, async (tx) => {
    // Times read earlier stay closed while a file cannot be read.
    if ('error' in parsed) return updateCalendar(tx, calendar.id, { syncError: parsed.error })
    const events = parsed.busy.map(
      ({ id, ...time }): RemoteEvent => ({ id, etag: '', isCancelled: false, isBusy: true, time }),
    )
    await storeBusy(tx, calendar, events, { isFull: true })
    const version = 'text' in fetched ? (fetched.version ?? null) : null
    return updateCalendar(tx, calendar.id, {
      ...{ syncError: null, syncedAt: tx.now(), fullSyncAt: tx.now() },
      syncToken: version && JSON.stringify(version),
    })
  })
}

const StoredVersion = z.object({ etag: z.string().optional(), lastModified: z.string().optional() })

/** The version of a file that was read last, which is kept in place of a sync token. */
function readFileVersion(stored: string | null): FileVersion | null {
  return stored === null ? null : (StoredVersion.safeParse(JSON.parse(stored)).data ?? null)
}

/** The zone of the first location at which a resource can be booked, for times without one. */
async function findTimeZone(tx: TenantTx, resourceId: string): Promise<string> {
  const row = await tx
    .selectFrom('bookingHours as h')
    .innerJoin('locations as l', (join) => join.on('l.tenantId', '=', tx.tenantId).onRef('l.id', '=', 'h.locationId'))
    .where('h.tenantId', '=', tx.tenantId)
    .where('h.resourceId', '=', resourceId)
    .orderBy('l.createdAt')
    .select('l.timeZone')
    .limit(1)
    .executeTakeFirst()
  return row?.timeZone ?? 'UTC'
}
