import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import { CALENDAR_WEBHOOK_PATH, isChannelToken } from './channel-token.ts'
import type { CalendarDeps } from './deps.ts'
import { syncSpec } from './job-specs.ts'

/**
 * Notifications of Google: that a calendar changed, not what. They only enqueue the job that reads it, so repeated,
 * late and shuffled ones do no harm.
 */
export function mountCalendarWebhooks(app: FastifyInstance, deps: CalendarDeps): void {
  app.register(async (hooks) => {
    // Google names a content type, but sends no body.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    hooks.post<{ Params: { calendarId: string } }>(
      `${CALENDAR_WEBHOOK_PATH}:calendarId`,
      { helmet: false },
      async (request, reply) => {
        const { calendarId } = request.params
        const token = String(request.headers['x-goog-channel-token'] ?? '')
        if (!z.uuid().safeParse(calendarId).success || !isChannelToken(deps, calendarId, token))
          return reply.code(403).send()
        const calendar = await deps.directory
          .selectFrom('directory.calendars')
          .where('calendarId', '=', calendarId)
          .select('tenantId')
          .executeTakeFirst()
        if (calendar) await enqueueForTenants(deps.directory, [syncSpec(calendar.tenantId, calendarId)])
        return reply.code(204).send()
      },
    )
  })
}
