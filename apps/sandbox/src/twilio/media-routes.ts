import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { findMessage, notFound } from './message-routes.ts'
import { readPageRequest, renderPage } from './page.ts'
import { mediaPath, renderMedia } from './render-media.ts'
import { readRequest } from './request.ts'

export function mediaRoutes(app: FastifyInstance, context: SandboxContext): void {
  const base = '/2010-04-01/Accounts/:accountSid/Messages/:messageSid'

  app.get(`${base}/Media.json`, async (request) => {
    const twilio = readRequest(context, request)
    const message = findMessage(context, twilio.account.sid, twilio.parameter('messageSid'))
    const pageRequest = readPageRequest(twilio.query)
    const all = context.media.listOfMessage(message.sid)
    const start = pageRequest.page * pageRequest.pageSize
    return renderPage(
      twilio,
      pageRequest,
      'media_list',
      all.slice(start, start + pageRequest.pageSize).map((media) => renderMedia(message, media)),
      { next: start + pageRequest.pageSize < all.length ? '' : null, previous: '' },
    )
  })

  const find = (accountSid: string, messageSid: string, mediaSid: string) => {
    const message = findMessage(context, accountSid, messageSid)
    const media = context.media.listOfMessage(message.sid).find(({ sid }) => sid === mediaSid)
    if (!media) throw notFound(mediaPath(message, mediaSid))
    return { message, media }
  }

  app.get(`${base}/Media/:sid.json`, async (request) => {
    const { account, parameter } = readRequest(context, request)
    const { message, media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    return renderMedia(message, media)
  })

  app.delete(`${base}/Media/:sid.json`, async (request, reply) => {
    const { account, parameter } = readRequest(context, request)
    const { media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    context.media.remove(media.sid)
    return reply.code(204).send()
  })

  /** Twilio redirects to its storage host for the content. */
  app.get(`${base}/Media/:sid`, async (request, reply) => {
    const { account, parameter } = readRequest(context, request)
    const { media } = find(account.sid, parameter('messageSid'), parameter('sid'))
    const storage = `${request.protocol}://${request.host}${app.prefix.replace(/\/twilio$/, '')}/storage/${media.sid}`
    return reply.redirect(storage, 307)
  })
}
