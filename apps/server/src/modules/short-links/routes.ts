import { fromSid, SHORT_LINK_PATH } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { createShortLink } from './create-short-link.ts'
import type { ShortLinkDeps } from './deps.ts'
import { findLinkOwner, followShortLink } from './follow-short-link.ts'
import { findShortLinks, toShortLink } from './queries.ts'
import { removeShortLink } from './remove-short-link.ts'

export function shortLinkRoutes(api: Api, deps: ShortLinkDeps) {
  const transaction = inTransaction(deps)
  return {
    create: api.shortLinks.create.handler(
      transaction(async (tx, { actor, input: { conversationSid, linkUrl } }) => {
        const conversationId = fromSid(conversationSid)
        return wrap(toShortLink(await createShortLink(deps, tx, actor, { conversationId, linkUrl })))
      }),
    ),
    getList: api.shortLinks.getList.handler(
      transaction(async (tx, { actor, input: { conversationSid, locationIDs, beforeCode, pageSize } }) => {
        const links = await findShortLinks(deps, tx, actor, {
          conversationId: conversationSid && fromSid(conversationSid),
          locationIDs,
          beforeCode,
          limit: pageSize + 1,
        })
        return wrap({ shortLinks: links.slice(0, pageSize).map(toShortLink), hasNextPage: links.length > pageSize })
      }),
    ),
    remove: api.shortLinks.remove.handler(
      transaction(async (tx, { actor, input }) => {
        await removeShortLink(deps, tx, actor, input.linkCode)
        return wrap(null)
      }),
    ),
  }
}

const EXPIRED_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>This link no longer works</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 90vh; margin: 0; padding: 24px; text-align: center; }
  h1 { font-size: 20px; }
  p { max-width: 36ch; line-height: 1.5; }
</style>
<main>
  <h1>This link no longer works</h1>
  <p>It was removed, has expired, or wasn’t typed correctly. Ask the person who sent it to you for a new one.</p>
</main></html>`

/** Mounts the public redirect of short links. */
export function mountShortLinks(app: FastifyInstance, deps: ShortLinkDeps): void {
  app.get<{ Params: { code: string } }>(`${SHORT_LINK_PATH}:code`, async (request, reply) => {
    const { headers, method } = request
    const { code } = request.params
    const purpose = headers['sec-purpose'] ?? headers.purpose
    const opened = {
      method,
      userAgent: headers['user-agent'],
      purpose: Array.isArray(purpose) ? purpose.join() : purpose,
    }
    const owner = await findLinkOwner(deps.directory, code)
    const url = owner && (await deps.inTenant(owner, (tx) => followShortLink(tx, code, opened)))
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    if (url) return reply.redirect(url, 302)
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(EXPIRED_PAGE)
  })
}
