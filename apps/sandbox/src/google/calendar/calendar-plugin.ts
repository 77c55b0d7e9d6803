import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../../platform/context.ts'
import { UNSCOPED } from '../../store/faults.ts'
import type { GoogleCalendar } from '../../store/google.ts'
import { CalendarError, invalid, notFound } from './calendar-error.ts'
import { accessCalendar, accessEvent, changeEvent, insertEvent, moveEvent, removeEvent } from './change-events.ts'
import { confirmChannel } from './channels.ts'
import { EventDraft } from './event-draft.ts'
import { busyPeriods, ListQuery, listEvents } from './list-events.ts'

const CHANNEL_MS = 7 * 86_400_000

const Channel = z.object({
  id: z.string().regex(/^[\w\-+/=]{1,64}$/),
  type: z.enum(['web_hook', 'webhook']),
  address: z.url(),
  token: z.string().max(256).default(''),
  expiration: z.coerce.number().optional(),
})

const FreeBusy = z.object({
  timeMin: z.iso.datetime({ offset: true }),
  timeMax: z.iso.datetime({ offset: true }),
  items: z.array(z.object({ id: z.string() })).max(50),
})

interface EventParams {
  calendarId: string
  eventId: string
}

const FAULTS: Record<number, [reason: string, message: string]> = {
  401: ['authError', 'Invalid Credentials'],
  403: ['quotaExceeded', 'Calendar usage limits exceeded.'],
  429: ['rateLimitExceeded', 'Rate Limit Exceeded'],
  500: ['backendError', 'Backend Error'],
}

/** Google Calendar v3. https://developers.google.com/workspace/calendar/api/v3/reference */
export const calendarPlugin = (context: SandboxContext) => async (app: FastifyInstance) => {
  const emails = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', async (request) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const grant = context.google.findAccessToken(token ?? '')
    if (!grant || grant.revokedAt !== null || grant.expiresAt <= context.now())
      throw new CalendarError(401, 'authError', 'Invalid Credentials')
    emails.set(request, grant.email)
    // Expired sync tokens fail only the lists that have one.
    if ((request.query as { syncToken?: string }).syncToken !== undefined && consumeFault(410))
      throw new CalendarError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')
    const code = [401, 403, 429, 500].find(consumeFault)
    const [reason, message] = FAULTS[code ?? 0] ?? []
    if (code !== undefined && reason && message) throw new CalendarError(code, reason, message)
  })
  const consumeFault = (code: number): boolean => {
    const isActive = context.faults.list().some((fault) => fault.kind === 'fail-calendar' && fault.code === code)
    return isActive && context.faults.consume('fail-calendar', UNSCOPED) !== undefined
  }

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof CalendarError) return reply.code(error.code).send(error.toJSON())
    if (error instanceof z.ZodError) return reply.code(400).send(invalid(z.prettifyError(error)).toJSON())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(invalid(error.message).toJSON())
    request.log.error(error)
    return reply.code(500).send(new CalendarError(500, 'backendError', 'Backend Error').toJSON())
  })

  /** A calendar in the caller’s list. */
  const calendarOf = (request: FastifyRequest, id: string, isWrite = false): GoogleCalendar => {
    const email = emails.get(request) ?? ''
    const calendar = accessCalendar(context, id === 'primary' ? email : id)
    if (calendar.email !== email) throw notFound()
    if (isWrite && calendar.accessRole === 'reader')
      throw new CalendarError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.')
    return calendar
  }
  const ifMatchOf = ({ headers }: FastifyRequest): string | undefined => headers['if-match']

  app.get('/users/me/calendarList', async (request) => {
    const email = emails.get(request) ?? ''
    return {
      kind: 'calendar#calendarList',
      etag: '"p1"',
      nextSyncToken: 'list',
      items: context.google.calendarsOf(email).map((calendar) => ({
        kind: 'calendar#calendarListEntry',
        etag: '"1"',
        id: calendar.id,
        summary: calendar.summary,
        timeZone: calendar.timeZone,
        colorId: '1',
        backgroundColor: calendar.color,
        foregroundColor: '#000000',
        selected: true,
        accessRole: calendar.accessRole,
        defaultReminders: [],
        ...(calendar.id === email && { primary: true }),
      })),
    }
  })

  app.get<{ Params: EventParams }>('/calendars/:calendarId/events', async (request) =>
    listEvents(context, calendarOf(request, request.params.calendarId), ListQuery.parse(request.query)),
  )
  app.get<{ Params: EventParams }>('/calendars/:calendarId/events/:eventId', async (request) =>
    accessEvent(context, calendarOf(request, request.params.calendarId), request.params.eventId),
  )
  app.post<{ Params: EventParams }>('/calendars/:calendarId/events', async (request) =>
    insertEvent(context, calendarOf(request, request.params.calendarId, true), EventDraft.parse(request.body)),
  )
  for (const method of ['PUT', 'PATCH'] as const)
    app.route<{ Params: EventParams }>({
      method,
      url: '/calendars/:calendarId/events/:eventId',
      handler: async (request) => {
        const calendar = calendarOf(request, request.params.calendarId, true)
        const event = accessEvent(context, calendar, request.params.eventId)
        const draft = EventDraft.parse(request.body)
        return changeEvent(context, calendar, event, {
          draft,
          isPatch: method === 'PATCH',
          ifMatch: ifMatchOf(request),
        })
      },
    })
  app.delete<{ Params: EventParams }>('/calendars/:calendarId/events/:eventId', async (request, reply) => {
    const calendar = calendarOf(request, request.params.calendarId, true)
    removeEvent(context, calendar, accessEvent(context, calendar, request.params.eventId), ifMatchOf(request))
    return reply.code(204).send()
  })
  app.post<{ Params: EventParams; Querystring: { destination?: string } }>(
    '/calendars/:calendarId/events/:eventId/move',
    async (request) => {
      const from = calendarOf(request, request.params.calendarId, true)
      const to = calendarOf(request, request.query.destination ?? '', true)
      return moveEvent(context, { from, to }, accessEvent(context, from, request.params.eventId))
    },
  )

  app.post<{ Params: EventParams }>('/calendars/:calendarId/events/watch', async (request) => {
    const calendar = calendarOf(request, request.params.calendarId)
    const { id, address, token, expiration } = Channel.parse(request.body)
    if (context.google.findChannel(id))
      throw new CalendarError(400, 'channelIdNotUnique', `Channel id ${id} not unique`)
    const expiresAt = Math.min(expiration ?? Number.POSITIVE_INFINITY, context.now() + CHANNEL_MS)
    const channel = { id, calendarId: calendar.id, resourceId: randomUUID(), token, address, expiresAt }
    context.google.addChannel(channel)
    confirmChannel(context, { ...channel, lastNumber: 0 })
    return {
      kind: 'api#channel',
      id,
      resourceId: channel.resourceId,
      resourceUri: `${context.origin.get()}/google/calendar/v3/calendars/${encodeURIComponent(calendar.id)}/events?alt=json`,
      token,
      expiration: String(expiresAt),
    }
  })
  app.post('/channels/stop', async (request, reply) => {
    const { id, resourceId } = z.object({ id: z.string(), resourceId: z.string() }).parse(request.body)
    if (!context.google.removeChannel(id, resourceId)) throw notFound()
    return reply.code(204).send()
  })

  app.post('/freeBusy', async (request) => {
    const { timeMin, timeMax, items } = FreeBusy.parse(request.body)
    const window = { from: Date.parse(timeMin), until: Date.parse(timeMax) }
    const calendars = items.map(({ id }) => {
      const calendar = context.google.findCalendar(id)
      if (calendar?.email !== emails.get(request) || !calendar)
        return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
      const busy = busyPeriods(context, calendar, window).map(({ from, until }) => ({
        start: new Date(from).toISOString(),
        end: new Date(until).toISOString(),
      }))
      return [id, { busy }]
    })
    return { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) }
  })
}
