import { CALENDAR_FEED_PATH } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { addAddress } from './address.ts'
import { chooseCalendar } from './choose-calendar.ts'
import { connectAccount, startConnecting } from './connect.ts'
import type { CalendarDeps } from './deps.ts'
import { disconnect } from './disconnect.ts'
import { addFeed, hashOf, listFeeds, revokeFeed } from './feeds.ts'
import { syncSpec } from './job-specs.ts'
import { accessCalendarsOf, accessConnection, findConflicts, getConnection, listConnections } from './queries.ts'
import { renderFeed } from './render-feed.ts'

export function bookingCalendarRoutes(api: Api, deps: CalendarDeps) {
  const transaction = inTransaction(deps)
  const { bookingCalendars } = api
  return {
    getList: bookingCalendars.getList.handler(
      transaction(async (tx, { actor, input: { resourceID } }) => {
        await accessCalendarsOf(tx, actor, resourceID)
        return wrap({
          isGoogleAvailable: deps.googleCalendars.isConfigured(),
          connections: await listConnections(tx, resourceID),
          feeds: await listFeeds(deps, tx, actor),
          conflicts: await findConflicts(tx, resourceID),
        })
      }),
    ),
    getFeeds: bookingCalendars.getFeeds.handler(
      transaction(async (tx, { actor }) => wrap({ feeds: await listFeeds(deps, tx, actor) })),
    ),
    start: bookingCalendars.start.handler(
      transaction(async (tx, { actor, input }) => wrap({ url: await startConnecting(deps, tx, actor, input) })),
    ),
    connect: bookingCalendars.connect.handler(
      transaction(async (tx, { actor, input }) => wrap(await connectAccount(deps, tx, actor, input))),
    ),
    addAddress: bookingCalendars.addAddress.handler(
      transaction(async (tx, { actor, input }) => wrap(await addAddress(deps, tx, actor, input))),
    ),
    choose: bookingCalendars.choose.handler(
      transaction(async (tx, { actor, input }) => wrap(await chooseCalendar(tx, actor, input))),
    ),
    sync: bookingCalendars.sync.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await accessConnection(tx, actor, id)
        const connection = await getConnection(tx, id)
        const specs = connection.calendars.map((calendar) => syncSpec(tx.tenantId, calendar.id))
        if (specs.length > 0) await enqueue(tx, ...specs)
        return wrap(connection)
      }),
    ),
    disconnect: bookingCalendars.disconnect.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await disconnect(tx, actor, id)
        return wrap({ id })
      }),
    ),
    addFeed: bookingCalendars.addFeed.handler(
      transaction(async (tx, { actor, input }) => wrap(await addFeed(deps, tx, actor, input))),
    ),
    revokeFeed: bookingCalendars.revokeFeed.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await revokeFeed(tx, actor, id)
        return wrap({ id })
      }),
    ),
  }
}

const SECRET = /^[\w-]{32}$/

/** Mounts the public addresses of feeds, which calendar apps read without signing in. */
export function mountCalendarFeeds(app: FastifyInstance, deps: CalendarDeps): void {
  app.get<{ Params: { secret: string } }>(`${CALENDAR_FEED_PATH}:secret.ics`, async (request, reply) => {
    const { secret } = request.params
    const feed = SECRET.test(secret)
      ? await deps.directory
          .selectFrom('directory.calendarFeeds')
          .where('secretHash', '=', hashOf(secret))
          .select(['tenantId', 'feedId'])
          .executeTakeFirst()
      : undefined
    const file = feed && (await deps.inTenant(feed, (tx) => renderFeed(tx, feed.feedId)))
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('This calendar no longer exists.')
    return reply.type('text/calendar; charset=utf-8').send(file)
  })
}
