import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import {
  CalendarError,
  type CalendarErrorKind,
  type CalendarTokens,
  type GoogleCalendars,
  type RemoteEvent,
  type WrittenEvent,
} from '../../modules/booking-calendars/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'

export interface GoogleCalendarAccount {
  clientId: string
  clientSecret: string
  /** Address of the API: https://www.googleapis.com. */
  apiUrl: string
  /** Pages and tokens of Google accounts. */
  consentUrl: string
  tokenUrl: string
  revokeUrl: string
}

const TIMEOUT_MS = 20_000
const MAX_PAUSE_MS = 60_000
const PAGE_SIZE = 2500
/** Only what is needed: the list of calendars, and their events. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

const Failure = z.object({
  response: z
    .object({
      status: z.number(),
      data: z
        .looseObject({
          error: z
            .union([
              z.string(),
              z.looseObject({ errors: z.array(z.looseObject({ reason: z.string().optional() })).optional() }),
            ])
            .optional(),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
})

const KINDS: Record<number, CalendarErrorKind> = {
  404: 'missing',
  409: 'exists',
  410: 'expired',
  412: 'changed',
  429: 'unavailable',
}

/** Classifies a failure of the SDK. https://developers.google.com/workspace/calendar/api/guides/errors */
function kindOf(error: unknown): CalendarErrorKind {
  const response = Failure.safeParse(error).data?.response
  if (!response) return 'unavailable'
  const failure = response.data?.error
  // The API refused a fresh access token. If access were lost, the refresh would have failed with invalid_grant.
  if (response.status === 401) return typeof failure === 'object' ? 'unavailable' : 'access-lost'
  if (failure === 'invalid_grant') return 'access-lost'
  const kind = KINDS[response.status]
  if (kind) return kind
  const reasons = typeof failure === 'object' ? (failure.errors ?? []).map(({ reason }) => reason ?? '') : []
  const isQuota = reasons.some((reason) => /rateLimitExceeded|quotaExceeded|userRateLimitExceeded/.test(reason))
  if (response.status >= 500 || isQuota) return 'unavailable'
  return 'refused'
}

/**
 * Whether Google itself failed. A quota or an expired token of one account must not suspend the requests of all others.
 */
function isOutage(error: unknown): boolean {
  const response = Failure.safeParse(error instanceof CalendarError ? error.cause : error).data?.response
  return !response || response.status >= 500
}

/** Client of Google Calendar, or a compatible service at the account's addresses. */
export function createGoogleCalendars(
  account: () => GoogleCalendarAccount | null,
  breakers: HostBreakers,
): GoogleCalendars {
  const configured = (): GoogleCalendarAccount => {
    const present = account()
    if (!present) throw new CalendarError('refused')
    return present
  }
  const clientOf = (redirectUri?: string) => {
    const { clientId, clientSecret, consentUrl, tokenUrl, revokeUrl } = configured()
    return new auth.OAuth2({
      clientId,
      clientSecret,
      ...(redirectUri !== undefined && { redirectUri }),
      endpoints: { oauth2AuthBaseUrl: consentUrl, oauth2TokenUrl: tokenUrl, oauth2RevokeUrl: revokeUrl },
      // A revoked access token is refreshed, which shows whether all access was revoked.
      forceRefreshOnFailure: true,
    })
  }
  const send = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    const run = () =>
      request().catch((error: unknown) => {
        throw new CalendarError(kindOf(error), { cause: error })
      })
    try {
      return await breakers.call(new URL(configured().apiUrl).host, run, {
        isHostFault: isOutage,
        maxPauseMs: MAX_PAUSE_MS,
      })
    } catch (error) {
      if (error instanceof HostUnavailable) throw new CalendarError('unavailable', { cause: error })
      throw error
    }
  }

  return {
    isConfigured: () => account() !== null,

    consentUrl: ({ state, redirectUrl, email }) =>
      clientOf(redirectUrl).generateAuthUrl({
        // A refresh token is only sent with a consent, which `prompt` asks for again.
        access_type: 'offline',
        prompt: 'consent',
        scope: SCOPES,
        state,
        ...(email !== null && { login_hint: email }),
      }),

    exchangeCode: async (code, redirectUrl) => {
      const { tokens } = await send(() => clientOf(redirectUrl).getToken(code))
      if (!tokens.refresh_token) throw new CalendarError('access-lost')
      return {
        refreshToken: tokens.refresh_token,
        accessToken: tokens.access_token ?? null,
        expiresAt: tokens.expiry_date ?? null,
      }
    },

    open: (tokens) => {
      const client = clientOf()
      client.setCredentials({
        refresh_token: tokens.refreshToken,
        access_token: tokens.accessToken,
        expiry_date: tokens.expiresAt,
      })
      const { events, calendarList, channels } = calendar({
        version: 'v3',
        auth: client,
        timeout: TIMEOUT_MS,
        retry: false,
      })
      // Only the option of a request keeps the path of the address.
      const options = { rootUrl: `${configured().apiUrl}/` }
      return {
        tokens: (): CalendarTokens => ({
          refreshToken: client.credentials.refresh_token ?? tokens.refreshToken,
          accessToken: client.credentials.access_token ?? null,
          expiresAt: client.credentials.expiry_date ?? null,
        }),
        listCalendars: async () => {
          const { data } = await send(() => calendarList.list({ maxResults: 250 }, options))
          return (data.items ?? []).flatMap(({ id, summary, summaryOverride, backgroundColor, primary, accessRole }) =>
            id
              ? [
                  {
                    id,
                    name: summaryOverride ?? summary ?? id,
                    color: backgroundColor ?? '#868e96',
                    isPrimary: primary === true,
                    mayWrite: accessRole === 'owner' || accessRole === 'writer',
                  },
                ]
              : [],
          )
        },
        listEvents: async (calendarId, { within, syncToken, pageToken }) => {
          const { data } = await send(() =>
            events.list(
              {
                calendarId,
                singleEvents: true,
                showDeleted: true,
                maxResults: PAGE_SIZE,
                ...(pageToken !== null && { pageToken }),
                ...(syncToken !== null
                  ? { syncToken }
                  : { timeMin: new Date(within.from).toISOString(), timeMax: new Date(within.until).toISOString() }),
              },
              options,
            ),
          )
          return {
            events: (data.items ?? []).map((event) => toEvent(event, data.timeZone ?? 'UTC')),
            nextPageToken: data.nextPageToken ?? null,
            nextSyncToken: data.nextSyncToken ?? null,
          }
        },
        findEvent: async (calendarId, eventId) => {
          try {
            const { data } = await send(() => events.get({ calendarId, eventId }, options))
            return toEvent(data, 'UTC')
          } catch (error) {
            if (error instanceof CalendarError && (error.kind === 'missing' || error.kind === 'expired')) return null
            throw error
          }
        },
        insertEvent: async (calendarId, event) => {
          const { data } = await send(() => events.insert({ calendarId, requestBody: toBody(event) }, options))
          return toEvent(data, event.timeZone)
        },
        updateEvent: async (calendarId, event, etag) => {
          const { data } = await send(() =>
            events.update(
              { calendarId, eventId: event.id, requestBody: toBody(event) },
              { ...options, headers: { 'If-Match': etag } },
            ),
          )
          return toEvent(data, event.timeZone)
        },
        deleteEvent: async (calendarId, eventId, etag) => {
          const conditional = { ...options, ...(etag !== undefined && { headers: { 'If-Match': etag } }) }
          await send(() => events.delete({ calendarId, eventId }, conditional)).catch((error: unknown) => {
            const isGone = error instanceof CalendarError && (error.kind === 'missing' || error.kind === 'expired')
            if (!isGone) throw error
          })
        },
        watch: async (calendarId, { channelId, address, token, until }) => {
          const expiration = String(Date.parse(until))
          const { data } = await send(() =>
            events.watch(
              {
                calendarId,
                requestBody: { id: channelId, type: 'web_hook', address, token, expiration },
              },
              options,
            ),
          )
          return {
            resourceId: data.resourceId ?? '',
            until: data.expiration ? new Date(Number(data.expiration)).toISOString() : until,
          }
        },
        stopWatching: async (id, resourceId) => {
          await send(() => channels.stop({ requestBody: { id, resourceId } }, options))
        },
        revoke: async () => {
          await send(() => client.revokeToken(tokens.refreshToken))
        },
      }
    },
  }
}

/** An event that is restored after it was deleted is confirmed again. */
const toBody = ({ id, time, timeZone, title, description, bookingId }: WrittenEvent): calendar_v3.Schema$Event => ({
  id,
  status: 'confirmed',
  summary: title,
  description,
  start: { dateTime: new Date(time.from).toISOString(), timeZone },
  end: { dateTime: new Date(time.until).toISOString(), timeZone },
  extendedProperties: { private: { frontdeskBooking: bookingId } },
})

function toEvent(event: calendar_v3.Schema$Event, timeZone: string): RemoteEvent {
  const from = instantOf(event.start, timeZone)
  const until = instantOf(event.end, timeZone)
  return {
    id: event.id ?? '',
    etag: event.etag ?? '',
    isCancelled: event.status === 'cancelled',
    isBusy: event.transparency !== 'transparent' && event.eventType !== 'workingLocation',
    time: from !== null && until !== null ? { from, until } : null,
  }
}

/** Whole days are those of the calendar's zone. */
function instantOf(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number | null {
  if (time?.date) return Temporal.PlainDate.from(time.date).toZonedDateTime(timeZone).epochMilliseconds
  return time?.dateTime ? Date.parse(time.dateTime) : null
}
