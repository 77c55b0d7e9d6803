import type { FastifyInstance } from 'fastify'
import type { World } from '../platform/world.ts'
import { findMessage, notFound } from './message-routes.ts'
import { readPageWish, renderPage } from './page.ts'
import { mediaPath, renderMedia } from './render-media.ts'
import { readRequest } from './request.ts'

export function mediaRoutes(app: FastifyInstance, world: World): void {
  const base = '/2010-04-01/Accounts/:accountSid/Messages/:messageSid'

  app.get(`${base}/Media.json`, async (request) => {
    const twilio = readRequest(world, request)
    const message = findMessage(world, twilio.account.sid, twilio.parameter('messageSid'))
    const wish = readPageWish(twilio.query)
    const all = world.media.listOfMessage(message.sid)
    const start = wish.page * wish.pageSize
    return renderPage(
      twilio,
      wish,
      'media_list',
      all.slice(start, start + wish.pageSize).map((media) => renderMedia(message, media)),
      { next: start + wish.pageSize < all.length ? '' : null, previous: '' },
    )
  })

  const find = (accountSid: string, messageSid: string, mediaSid: string) => {
    const message = findMessage(world, accountSid, messageSid)
    const media = world.media.listOfMessage(message.sid).find(({ sid }) => sid === mediaSid)
    if (!media) throw notFound(mediaPath(message, mediaSid))
    return { message, media }
  }

  app.get(`${base}/Media/:sid.json`, async (request) => {
    const { account, parameter } = readRequest(world, request)
    const { message, media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    return renderMedia(message, media)
  })

  app.delete(`${base}/Media/:sid.json`, async (request, reply) => {
    const { account, parameter } = readRequest(world, request)
    const { media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    world.media.remove(media.sid)
    return reply.code(204).send()
  })

  /** The bytes themselves lie at a storage host, to which Twilio only sends on. */
  app.get(`${base}/Media/:sid`, async (request, reply) => {
    const { account, parameter } = readRequest(world, request)
    const { media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    const storage = `${request.protocol}://${request.host}${app.prefix.replace(/\/twilio$/, '')}/storage/${media.sid}`
    return reply.redirect(storage, 307)
  })
}
