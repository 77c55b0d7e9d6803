import type { FastifyInstance } from 'fastify'
import { publishMessage } from '../carrier/publish-message.ts'
import { sendText } from '../carrier/send-text.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Message, MessageFilter } from '../store/messages.ts'
import { readDateRange } from './dates.ts'
import { dropResponse } from './drop-response.ts'
import type { Form } from './form.ts'
import { readPageRequest, renderPage } from './page.ts'
import { renderMessage } from './render-message.ts'
import { readRequest } from './request.ts'
import { TwilioError } from './twilio-error.ts'

const IN_FLIGHT = new Set(['queued', 'sending', 'sent'])

export function messageRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.post('/2010-04-01/Accounts/:accountSid/Messages.json', async (request, reply) => {
    const { account, body } = readRequest(context, request)
    const service = body.text('MessagingServiceSid')
    if (service) throw new TwilioError(400, 21701, `The Messaging Service ${service} does not exist`)

    const message = sendText(context, account, 'outbound-api', {
      from: body.text('From'),
      to: body.text('To'),
      body: body.text('Body') ?? '',
      mediaUrls: body.all('MediaUrl'),
      statusCallback: body.text('StatusCallback'),
    })
    if (dropResponse(context, message, reply)) return reply
    return reply.code(201).send(renderMessage(message))
  })

  app.get('/2010-04-01/Accounts/:accountSid/Messages.json', async (request) => {
    const twilio = readRequest(context, request)
    const pageRequest = readPageRequest(twilio.query)
    const cursor = readCursor(context, twilio.account.sid, twilio.query.text('PageToken'))
    const rows = context.messages.list(readFilter(twilio.account.sid, twilio.query), {
      ...cursor,
      limit: pageRequest.pageSize + 1,
      offset: cursor.before === null ? pageRequest.page * pageRequest.pageSize : 0,
    })
    const isBackwards = cursor.after !== null
    const messages = isBackwards ? rows.slice(-pageRequest.pageSize) : rows.slice(0, pageRequest.pageSize)
    const hasNext = isBackwards || rows.length > pageRequest.pageSize
    return renderPage(twilio, pageRequest, 'messages', messages.map(renderMessage), {
      next: hasNext ? `PA${messages.at(-1)?.sid ?? ''}` : null,
      previous: messages[0] ? `PB${messages[0].sid}` : null,
    })
  })

  app.get('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request) => {
    const { account, parameter } = readRequest(context, request)
    return renderMessage(findMessage(context, account.sid, parameter('sid')))
  })

  app.post('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request) => {
    const { account, body, parameter } = readRequest(context, request)
    const message = findMessage(context, account.sid, parameter('sid'))
    const now = context.now()
    if (body.text('Status') === 'canceled') {
      const change = { errorCode: null, nextAt: null, sentAt: null, now }
      const canceled =
        message.status === 'queued' &&
        context.messages.advance({ id: message.id, expectedStatus: 'queued', status: 'canceled', ...change })
      if (!canceled) throw new TwilioError(409, 30409, 'The message could not be canceled')
      publishMessage(context, canceled)
      return renderMessage(canceled)
    }
    if (body.has('Body') && body.text('Body') === null) {
      if (IN_FLIGHT.has(message.status)) throw stillInFlight()
      context.messages.redact(message.id, now)
      return renderMessage({ ...message, body: '', updatedAt: now })
    }
    throw new TwilioError(400, 20001, 'Only an empty Body or Status=canceled can be set')
  })

  app.delete('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request, reply) => {
    const { account, parameter } = readRequest(context, request)
    const message = findMessage(context, account.sid, parameter('sid'))
    if (IN_FLIGHT.has(message.status)) throw stillInFlight()
    context.messages.hide(message.id, context.now())
    return reply.code(204).send()
  })
}

export function findMessage(context: SandboxContext, accountSid: string, sid: string): Message {
  const message = context.messages.find(accountSid, sid)
  if (!message) throw notFound(`/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`)
  return message
}

export const notFound = (path: string) => new TwilioError(404, 20404, `The requested resource ${path} was not found`)

const stillInFlight = () =>
  new TwilioError(409, 20009, 'Cannot delete or change this message because delivery has not been completed.')

/** Parses a keyset page token (`PA` after a message, `PB` before it), so that new messages don't shift pages. */
function readCursor(context: SandboxContext, accountSid: string, token: string | null) {
  if (token === null) return { before: null, after: null }
  const message = context.messages.findBySid(token.slice(2))
  if (!message || message.accountSid !== accountSid) throw new TwilioError(400, 20006, `Invalid PageToken: ${token}`)
  return token.startsWith('PA') ? { before: message.id, after: null } : { before: null, after: message.id }
}

function readFilter(accountSid: string, query: Form): MessageFilter {
  const filter: MessageFilter = {
    accountSid,
    from: query.text('From'),
    to: query.text('To'),
    sentFrom: null,
    sentBefore: null,
  }
  const range = (name: string) => {
    const text = query.text(name)
    if (text === null) return null
    const dates = readDateRange(text)
    if (!dates) throw new TwilioError(400, 20001, `Invalid ${name}: ${text}`)
    return dates
  }
  const on = range('DateSent')
  const since = range('DateSent>')
  const until = range('DateSent<')
  filter.sentFrom = on?.from ?? since?.from ?? null
  filter.sentBefore = on?.before ?? until?.before ?? null
  return filter
}
