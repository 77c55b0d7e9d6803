import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CalendarError } from '../google/calendar/calendar-error.ts'
import { accessCalendar, accessEvent, changeEvent, insertEvent, removeEvent } from '../google/calendar/change-events.ts'
import { EventDraft } from '../google/calendar/event-draft.ts'
import { ListQuery, listEvents } from '../google/calendar/list-events.ts'
import type { SandboxContext } from '../platform/context.ts'
import { ApiError } from './api-error.ts'
import { parse } from './parse.ts'

const Account = z.object({ email: z.email() })

interface EventParams {
  calendarId: string
  eventId: string
}

/** Google accounts and their calendars, as the people who own them change them. */
export function calendarRoutes(app: FastifyInstance, context: SandboxContext): void {
  const withApiErrors = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (error instanceof CalendarError) throw new ApiError(error.code, error.reason, error.message)
      throw error
    }
  }
  const publish = () => context.events.publish(() => ({ type: 'calendar' }))

  app.get('/google/accounts', async () => ({
    accounts: context.google.accounts().map((email) => ({ email, calendars: context.google.calendarsOf(email) })),
  }))
  app.post('/google/accounts', async (request, reply) => {
    const { email } = parse(Account, request.body)
    context.google.ensureAccount(email.toLowerCase(), context.now())
    publish()
    return reply.code(201).send({ email, calendars: context.google.calendarsOf(email.toLowerCase()) })
  })
  /** The person takes the access back, as on the page of their Google account. */
  app.post<{ Params: { email: string } }>('/google/accounts/:email/revoke', async (request, reply) => {
    context.google.revokeAccount(request.params.email, context.now())
    return reply.code(204).send()
  })
  /** Ends the hour of every access token. */
  app.post('/google/expire-access-tokens', async (_request, reply) => {
    context.google.expireAccessTokens()
    return reply.code(204).send()
  })

  app.get<{ Params: EventParams }>('/google/calendars/:calendarId/events', async (request) =>
    withApiErrors(() => {
      const query = ListQuery.parse({ maxResults: 2500, ...(request.query as object) })
      return listEvents(context, accessCalendar(context, request.params.calendarId), query)
    }),
  )
  app.post<{ Params: EventParams }>('/google/calendars/:calendarId/events', async (request, reply) => {
    const draft = parse(EventDraft, request.body)
    const event = withApiErrors(() => insertEvent(context, accessCalendar(context, request.params.calendarId), draft))
    return reply.code(201).send(event)
  })
  app.patch<{ Params: EventParams }>('/google/calendars/:calendarId/events/:eventId', async (request) => {
    const draft = parse(EventDraft, request.body)
    const changed = withApiErrors(() => {
      const calendar = accessCalendar(context, request.params.calendarId)
      const event = accessEvent(context, calendar, request.params.eventId)
      return changeEvent(context, calendar, event, { draft, isPatch: true })
    })
    return changed
  })
  app.delete<{ Params: EventParams }>('/google/calendars/:calendarId/events/:eventId', async (request, reply) => {
    withApiErrors(() => {
      const calendar = accessCalendar(context, request.params.calendarId)
      removeEvent(context, calendar, accessEvent(context, calendar, request.params.eventId))
    })
    return reply.code(204).send()
  })
  app.delete<{ Params: EventParams }>('/google/calendars/:calendarId', async (request, reply) => {
    withApiErrors(() => context.google.removeCalendar(accessCalendar(context, request.params.calendarId).id))
    publish()
    return reply.code(204).send()
  })
}
