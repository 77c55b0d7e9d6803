import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { World } from '../platform/world.ts'
import { ApiError } from './api-error.ts'
import { parse } from './parse.ts'

const Query = z.object({ to: z.string().max(320).optional() })

/** What a mail may do in the mailbox: show itself, and open its links in a tab of their own. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

export function mailRoutes(app: FastifyInstance, world: World): void {
  const findMail = (id: string) => {
    const mail = world.mails.find(Number(id))
    if (!mail) throw new ApiError(404, 'MailNotFound', 'no such mail')
    return mail
  }

  app.get('/mails', async (request) => ({ mails: world.mails.list(parse(Query, request.query).to) }))

  app.get<{ Params: { id: string } }>('/mails/:id', async (request) => findMail(request.params.id))

  app.get<{ Params: { id: string } }>('/mails/:id/html', async (request, reply) => {
    const { html } = findMail(request.params.id)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(`<base target="_blank">${html ?? ''}`)
  })
}
