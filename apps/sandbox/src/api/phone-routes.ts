import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { receiveText } from '../carrier/receive-text.ts'
import type { SandboxContext } from '../platform/context.ts'
import { LINE_TYPES } from '../store/phones.ts'
import { ApiError } from './api-error.ts'
import { PhoneNumber, parse } from './parse.ts'
import { toPhoneMessage } from './phone-message.ts'
import { findUploads } from './uploads.ts'

const PhoneParameters = z.object({ phone: PhoneNumber })
const NewPhone = z.object({
  phone: PhoneNumber,
  name: z.string().trim().max(80).optional(),
  lineType: z.enum(LINE_TYPES).optional(),
})
const PhoneQuery = z.object({
  search: z.string().max(80).default(''),
  limit: z.coerce.number().int().min(1).max(2000).default(200),
})
const MessageQuery = z.object({
  number: PhoneNumber.optional(),
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(5000).default(500),
})
const NewMessage = z
  .object({
    to: PhoneNumber,
    body: z.string().max(1600).default(''),
    mediaUrls: z.array(z.string().max(500)).max(10).default([]),
  })
  .refine(({ body, mediaUrls }) => body.trim() !== '' || mediaUrls.length > 0, 'A text needs a body or a picture')

export function phoneRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/phones', async (request) => {
    const { search, limit } = parse(PhoneQuery, request.query)
    const phones = context.phones
      .list(search.trim(), limit)
      .map(({ lastBody, lastAt, lastNumMedia, lastDirection, ...phone }) => ({
        ...phone,
        lastText: lastBody || (lastNumMedia ? 'Picture' : ''),
        isLastInbound: lastDirection === 'inbound',
        lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
      }))
    return { phones }
  })

  app.post('/phones', async (request, reply) => {
    const input = parse(NewPhone, request.body)
    if (context.numbers.findByPhoneNumber(input.phone)) {
      throw new ApiError(409, 'NumberTaken', `${input.phone} belongs to a business`)
    }
    const existing = context.phones.find(input.phone)
    const phone = context.phones.save({
      phone: input.phone,
      name: input.name ?? existing?.name ?? '',
      lineType: input.lineType ?? existing?.lineType ?? 'mobile',
      createdAt: existing?.createdAt ?? context.now(),
    })
    context.events.publish(() => ({ type: 'phone', phone }))
    return reply.code(existing ? 200 : 201).send(phone)
  })

  app.get('/phones/:phone/messages', async (request) => {
    const { phone } = parse(PhoneParameters, request.params)
    const { number, before, limit } = parse(MessageQuery, request.query)
    const messages = context.messages.listOfPhone(phone, number ?? null, before ?? null, limit).reverse()
    return { messages: messages.map((message) => toPhoneMessage(context, message)) }
  })

  app.post('/phones/:phone/messages', async (request, reply) => {
    const { phone } = parse(PhoneParameters, request.params)
    const { to, body, mediaUrls } = parse(NewMessage, request.body)
    const number = context.numbers.findByPhoneNumber(to)
    if (!number) throw new ApiError(404, 'NumberNotFound', `No business has ${to}`)
    if (context.numbers.findByPhoneNumber(phone)) {
      throw new ApiError(409, 'NumberTaken', `${phone} belongs to a business`)
    }
    const message = receiveText(context, { phone, number, body, media: findUploads(context, mediaUrls) })
    return reply.code(201).send(toPhoneMessage(context, message))
  })
}
