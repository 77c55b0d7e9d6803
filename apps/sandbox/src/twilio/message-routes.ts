import type { FastifyInstance } from 'fastify'
import { publishMessage } from '../carrier/publish-message.ts'
import { sendText } from '../carrier/send-text.ts'
import type { World } from '../platform/world.ts'
import type { Message, MessageFilter } from '../store/messages.ts'
import { readDateRange } from './dates.ts'
import type { Form } from './form.ts'
import { loseAnswer } from './lose-answer.ts'
import { readPageWish, renderPage } from './page.ts'
import { renderMessage } from './render-message.ts'
import { readRequest } from './request.ts'
import { TwilioError } from './twilio-error.ts'

const UNDER_WAY = new Set(['queued', 'sending', 'sent'])

export function messageRoutes(app: FastifyInstance, world: World): void {
  app.post('/2010-04-01/Accounts/:accountSid/Messages.json', async (request, reply) => {
    const { account, body } = readRequest(world, request)
    const service = body.text('MessagingServiceSid')
    if (service) throw new TwilioError(400, 21701, `The Messaging Service ${service} does not exist`)

    const message = sendText(world, account, 'outbound-api', {
      from: body.text('From'),
      to: body.text('To'),
      body: body.text('Body') ?? '',
      mediaUrls: body.all('MediaUrl'),
      statusCallback: body.text('StatusCallback'),
    })
    if (loseAnswer(world, message, reply)) return reply
    return reply.code(201).send(renderMessage(message))
  })

  app.get('/2010-04-01/Accounts/:accountSid/Messages.json', async (request) => {
    const twilio = readRequest(world, request)
    const wish = readPageWish(twilio.query)
    const position = readPosition(world, twilio.account.sid, twilio.query.text('PageToken'))
    const found = world.messages.list(readFilter(twilio.account.sid, twilio.query), {
      ...position,
      limit: wish.pageSize + 1,
      offset: position.before === null ? wish.page * wish.pageSize : 0,
    })
    const isBackwards = position.after !== null
    const messages = isBackwards ? found.slice(-wish.pageSize) : found.slice(0, wish.pageSize)
    const hasNext = isBackwards || found.length > wish.pageSize
    return renderPage(twilio, wish, 'messages', messages.map(renderMessage), {
      next: hasNext ? `PA${messages.at(-1)?.sid ?? ''}` : null,
      previous: messages[0] ? `PB${messages[0].sid}` : null,
    })
  })

  app.get('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request) => {
    const { account, parameter } = readRequest(world, request)
    return renderMessage(findMessage(world, account.sid, parameter('sid')))
  })

  app.post('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request) => {
    const { account, body, parameter } = readRequest(world, request)
    const message = findMessage(world, account.sid, parameter('sid'))
    const now = world.now()
    if (body.text('Status') === 'canceled') {
      const change = { errorCode: null, nextAt: null, sentAt: null, now }
      const canceled =
        message.status === 'queued' &&
        world.messages.step({ id: message.id, was: 'queued', status: 'canceled', ...change })
      if (!canceled) throw new TwilioError(409, 30409, 'The message could not be canceled')
      publishMessage(world, canceled)
      return renderMessage(canceled)
    }
    if (body.has('Body') && body.text('Body') === null) {
      if (UNDER_WAY.has(message.status)) throw stillUnderWay()
      world.messages.redact(message.id, now)
      return renderMessage({ ...message, body: '', updatedAt: now })
    }
    throw new TwilioError(400, 20001, 'Only an empty Body or Status=canceled can be set')
  })

  app.delete('/2010-04-01/Accounts/:accountSid/Messages/:sid.json', async (request, reply) => {
    const { account, parameter } = readRequest(world, request)
    const message = findMessage(world, account.sid, parameter('sid'))
    if (UNDER_WAY.has(message.status)) throw stillUnderWay()
    world.messages.hide(message.id, world.now())
    return reply.code(204).send()
  })
}

export function findMessage(world: World, accountSid: string, sid: string): Message {
  const message = world.messages.find(accountSid, sid)
  if (!message) throw notFound(`/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`)
  return message
}

export const notFound = (path: string) => new TwilioError(404, 20404, `The requested resource ${path} was not found`)

const stillUnderWay = () =>
  new TwilioError(409, 20009, 'Cannot delete or change this message because delivery has not been completed.')

/** `PA` continues below a message, `PB` above it, so that what arrives meanwhile moves no page. */
function readPosition(world: World, accountSid: string, token: string | null) {
  if (token === null) return { before: null, after: null }
  const message = world.messages.findBySid(token.slice(2))
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
