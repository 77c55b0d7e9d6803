import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { ApiError } from './api-error.ts'
import { parse } from './parse.ts'

const Query = z.object({ to: z.string().max(320).optional() })

/** Content security policy of emails in the mailbox: no scripts, no remote content, links open in a new tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

export function mailRoutes(app: FastifyInstance, context: SandboxContext): void {
  const findMail = (id: string) => {
    const mail = context.mails.find(Number(id))
    if (!mail) throw new ApiError(404, 'MailNotFound', 'Email not found')
    return mail
  }

  app.get('/mails', async (request) => ({ mails: context.mails.list(parse(Query, request.query).to) }))

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
