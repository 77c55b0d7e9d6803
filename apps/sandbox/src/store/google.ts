import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/database.ts'

export interface GoogleCalendar {
  id: string
  email: string
  summary: string
  timeZone: string
  color: string
  accessRole: 'owner' | 'writer' | 'reader'
  position: number
}

/** Start or end of an event: an instant, or a date for whole days. */
export interface EventTime {
  dateTime?: string
  timeZone?: string
  date?: string
}

export interface GoogleEvent {
  kind: 'calendar#event'
  id: string
  etag: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  start: EventTime
  end: EventTime
  summary?: string
  transparency?: 'opaque' | 'transparent'
  recurrence?: string[]
  recurringEventId?: string
  originalStartTime?: EventTime
  iCalUID: string
  sequence: number
  created: string
  updated: string
  [field: string]: unknown
}

export interface GoogleChannel {
  id: string
  calendarId: string
  resourceId: string
  token: string
  address: string
  expiresAt: number
  lastNumber: number
}

export interface GoogleGrant {
  refreshToken: string
  email: string
  clientId: string
  scope: string
  revokedAt: number | null
}

interface Code {
  code: string
  email: string
  clientId: string
  redirectUri: string
  scope: string
  expiresAt: number
}

const ACCESS_TOKEN_MS = 3599_000
const CODE_MS = 10 * 60_000
const secret = (bytes: number) => randomBytes(bytes).toString('base64url')

export function googleStore(db: Database) {
  const findAccount = db.statement<{ email: string }>('select email from google_accounts where email = $email')
  const listAccounts = db.statement<{ email: string }>('select email from google_accounts order by createdAt, email')
  const insertAccount = db.statement('insert into google_accounts (email, createdAt) values ($email, $createdAt)')
  const insertCode = db.statement(
    `insert into google_codes (code, email, clientId, redirectUri, scope, expiresAt)
     values ($code, $email, $clientId, $redirectUri, $scope, $expiresAt)`,
  )
  const takeCode = db.statement<Code>('delete from google_codes where code = $code returning *')
  const insertGrant = db.statement(
    `insert into google_grants (refreshToken, email, clientId, scope) values ($refreshToken, $email, $clientId, $scope)`,
  )
  const findGrant = db.statement<GoogleGrant>('select * from google_grants where refreshToken = $refreshToken')
  const revokeGrant = db.statement('update google_grants set revokedAt = $at where refreshToken = $refreshToken')
  const revokeAccount = db.statement(
    'update google_grants set revokedAt = $at where email = $email and revokedAt is null',
  )
  const insertToken = db.statement(
    'insert into google_access_tokens (token, refreshToken, expiresAt) values ($token, $refreshToken, $expiresAt)',
  )
  const findToken = db.statement<GoogleGrant & { expiresAt: number }>(
    `select g.*, t.expiresAt from google_access_tokens t join google_grants g on g.refreshToken = t.refreshToken
     where t.token = $token`,
  )
  const expireTokens = db.statement('update google_access_tokens set expiresAt = 0')
  const insertCalendar = db.statement(
    `insert into google_calendars (id, email, summary, timeZone, color, accessRole, position)
     values ($id, $email, $summary, $timeZone, $color, $accessRole, $position)`,
  )
  const calendarsOf = db.statement<GoogleCalendar>(
    'select * from google_calendars where email = $email order by position',
  )
  const findCalendar = db.statement<GoogleCalendar>('select * from google_calendars where id = $id')
  const deleteCalendar = db.statement('delete from google_calendars where id = $id')
  const deleteEvents = db.statement('delete from google_events where calendarId = $id')
  const deleteChannels = db.statement('delete from google_channels where calendarId = $id')
  const lastChange = db.statement<{ change: number }>('select coalesce(max(change), 0) as change from google_events')
  const saveEvent = db.statement(
    `insert into google_events (calendarId, id, change, body) values ($calendarId, $id, $change, $body)
     on conflict (calendarId, id) do update set change = excluded.change, body = excluded.body`,
  )
  const findEvent = db.statement<{ body: string }>(
    'select body from google_events where calendarId = $calendarId and id = $id',
  )
  const listEvents = db.statement<{ body: string; change: number }>(
    'select body, change from google_events where calendarId = $calendarId and change > $since order by change, id',
  )
  const insertChannel = db.statement(
    `insert into google_channels (id, calendarId, resourceId, token, address, expiresAt)
     values ($id, $calendarId, $resourceId, $token, $address, $expiresAt)`,
  )
  const findChannel = db.statement<GoogleChannel>('select * from google_channels where id = $id')
  const channelsOf = db.statement<GoogleChannel>(
    `update google_channels set lastNumber = lastNumber + 1 where calendarId = $calendarId and expiresAt > $now
     returning *`,
  )
  const deleteChannel = db.statement('delete from google_channels where id = $id and resourceId = $resourceId')

  const read = (body: string) => JSON.parse(body) as GoogleEvent

  return {
    accounts: () => listAccounts.all().map(({ email }) => email),
    /** Finds an account, or creates it with a calendar of its own, one more, and one that it may only read. */
    ensureAccount: (email: string, now: number) =>
      db.transaction(() => {
        if (findAccount.get({ email })) return
        insertAccount.run({ email, createdAt: now })
        const name = email.replace('@', '.at.')
        const timeZone = 'America/New_York'
        const add = (calendar: Omit<GoogleCalendar, 'email' | 'timeZone'>) =>
          insertCalendar.run({ ...calendar, email, timeZone })
        add({ id: email, summary: email, color: '#9fe1e7', accessRole: 'owner', position: 0 })
        const family = `family.${name}@group.calendar.google.com`
        add({ id: family, summary: 'Family', color: '#f83a22', accessRole: 'owner', position: 1 })
        const holidays = `holidays.${name}@group.v.calendar.google.com`
        add({ id: holidays, summary: 'Holidays', color: '#16a765', accessRole: 'reader', position: 2 })
      }),
    addCode(code: Omit<Code, 'code' | 'expiresAt'>, now: number): string {
      const added = { ...code, code: `4/${secret(24)}`, expiresAt: now + CODE_MS }
      insertCode.run({ ...added })
      return added.code
    },
    /** A code works once. */
    takeCode: (code: string) => takeCode.get({ code }),
    addGrant({ email, clientId, scope }: Pick<GoogleGrant, 'email' | 'clientId' | 'scope'>): string {
      const refreshToken = `1//${secret(32)}`
      insertGrant.run({ email, clientId, scope, refreshToken })
      return refreshToken
    },
    findGrant: (refreshToken: string) => findGrant.get({ refreshToken }),
    revokeGrant: (refreshToken: string, at: number) => void revokeGrant.run({ refreshToken, at }),
    revokeAccount: (email: string, at: number) => void revokeAccount.run({ email, at }),
    addAccessToken(refreshToken: string, now: number): string {
      const token = `ya29.${secret(32)}`
      insertToken.run({ token, refreshToken, expiresAt: now + ACCESS_TOKEN_MS })
      return token
    },
    findAccessToken: (token: string) => findToken.get({ token }),
    expireAccessTokens: () => void expireTokens.run(),
    calendarsOf: (email: string) => calendarsOf.all({ email }),
    findCalendar: (id: string) => findCalendar.get({ id }),
    removeCalendar: (id: string) =>
      db.transaction(() => {
        deleteChannels.run({ id })
        deleteEvents.run({ id })
        deleteCalendar.run({ id })
      }),
    lastChange: () => lastChange.getOrThrow().change,
    /** Stores an event as the newest change of all calendars. */
    saveEvent: (calendarId: string, event: GoogleEvent) =>
      db.transaction(() => {
        const change = lastChange.getOrThrow().change + 1
        const saved = { ...event, etag: `"${3_000_000_000_000_000 + change}"` }
        saveEvent.run({ calendarId, id: event.id, change, body: JSON.stringify(saved) })
        return saved
      }),
    findEvent(calendarId: string, id: string): GoogleEvent | undefined {
      const row = findEvent.get({ calendarId, id })
      return row && read(row.body)
    },
    /** Events that changed after a change, in the order of their changes. */
    listEvents: (calendarId: string, since = 0): GoogleEvent[] =>
      listEvents.all({ calendarId, since }).map(({ body }) => read(body)),
    addChannel: (channel: Omit<GoogleChannel, 'lastNumber'>) => void insertChannel.run({ ...channel }),
    findChannel: (id: string) => findChannel.get({ id }),
    /** The channels of a calendar that have not expired, each with the number of its next notification. */
    nextNotifications: (calendarId: string, now: number) => channelsOf.all({ calendarId, now }),
    removeChannel: (id: string, resourceId: string) => deleteChannel.run({ id, resourceId }) > 0,
  }
}
