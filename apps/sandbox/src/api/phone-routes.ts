import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { receiveText } from '../carrier/receive-text.ts'
import type { World } from '../platform/world.ts'
import { LINE_TYPES, type Phone } from '../store/phones.ts'
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
  .refine(({ body, mediaUrls }) => body.trim() !== '' || mediaUrls.length > 0, 'a text needs words or a picture')

export function phoneRoutes(app: FastifyInstance, world: World): void {
  app.get('/phones', async (request) => {
    const { search, limit } = parse(PhoneQuery, request.query)
    const phones = world.phones
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
    const wish = parse(NewPhone, request.body)
    if (world.numbers.findByPhoneNumber(wish.phone)) {
      throw new ApiError(409, 'NumberTaken', `${wish.phone} belongs to a business`)
    }
    const known = world.phones.find(wish.phone)
    world.phones.save({
      phone: wish.phone,
      name: wish.name ?? known?.name ?? '',
      lineType: wish.lineType ?? known?.lineType ?? 'mobile',
      createdAt: known?.createdAt ?? world.now(),
    })
    const phone = world.phones.find(wish.phone) as Phone
    world.live.publish(() => ({ type: 'phone', phone }))
    return reply.code(known ? 200 : 201).send(phone)
  })

  app.get('/phones/:phone/messages', async (request) => {
    const { phone } = parse(PhoneParameters, request.params)
    const { number, before, limit } = parse(MessageQuery, request.query)
    const messages = world.messages.listOfPhone(phone, number ?? null, before ?? null, limit).reverse()
    return { messages: messages.map((message) => toPhoneMessage(world, message)) }
  })

  app.post('/phones/:phone/messages', async (request, reply) => {
    const { phone } = parse(PhoneParameters, request.params)
    const { to, body, mediaUrls } = parse(NewMessage, request.body)
    const number = world.numbers.findByPhoneNumber(to)
    if (!number) throw new ApiError(404, 'NumberNotFound', `no business has ${to}`)
    if (world.numbers.findByPhoneNumber(phone)) {
      throw new ApiError(409, 'NumberTaken', `${phone} belongs to a business`)
    }
    const message = receiveText(world, { phone, number, body, media: findUploads(world, mediaUrls) })
    return reply.code(201).send(toPhoneMessage(world, message))
  })
}
