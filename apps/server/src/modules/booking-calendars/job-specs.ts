import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const CONNECT_CALENDAR = 'connect-calendar'
export const DISCONNECT_CALENDAR = 'disconnect-calendar'
export const SYNC_CALENDAR = 'sync-calendar'
export const WRITE_CALENDAR_EVENTS = 'write-calendar-events'

/** Failed requests are retried for some hours. Reads are also polled. */
const WRITE_ATTEMPTS = 12
const SYNC_ATTEMPTS = 3

export const connectSpec = (tenantId: string, connectionId: string): JobSpec => ({
  identifier: CONNECT_CALENDAR,
  payload: { tenantId, connectionId },
  jobKey: `connect-calendar:${connectionId}`,
  maxAttempts: 6,
})

export const disconnectSpec = (tenantId: string, connectionId: string): JobSpec => ({
  identifier: DISCONNECT_CALENDAR,
  payload: { tenantId, connectionId },
  jobKey: `disconnect-calendar:${connectionId}`,
  maxAttempts: 6,
})

/** Any number of notifications of a calendar are one job. */
export const syncSpec = (tenantId: string, calendarId: string): JobSpec => ({
  identifier: SYNC_CALENDAR,
  payload: { tenantId, calendarId },
  jobKey: `sync-calendar:${calendarId}`,
  maxAttempts: SYNC_ATTEMPTS,
})

export const writeSpec = (tenantId: string, bookingId: string): JobSpec => ({
  identifier: WRITE_CALENDAR_EVENTS,
  payload: { tenantId, bookingId },
  jobKey: `write-calendar-events:${bookingId}`,
  maxAttempts: WRITE_ATTEMPTS,
})
