import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { World } from '../platform/world.ts'
import { FAULT_KINDS, isAboutPhones } from '../store/faults.ts'
import { ApiError } from './api-error.ts'
import { PhoneNumber, parse } from './parse.ts'

const NewFault = z
  .object({
    kind: z.enum(FAULT_KINDS),
    target: z.enum(['inbound', 'status', 'any']).default('any'),
    code: z.number().int().min(400).max(99999).nullish(),
    ms: z.number().int().min(0).max(600_000).nullish(),
    phone: PhoneNumber.nullish(),
    number: PhoneNumber.nullish(),
    accountSid: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/)
      .nullish(),
    times: z.number().int().min(1).max(1_000_000).nullish(),
  })
  .strict()
  .refine(({ kind, code }) => kind !== 'fail-send' || code, {
    path: ['code'],
    error: 'which error shall sends end with?',
  })
  .refine(({ kind, code }) => kind !== 'fail-mail' || (code && code < 600), {
    path: ['code'],
    error: 'which SMTP answer shall a mail get, such as 451 or 550?',
  })
  .refine(({ kind, code }) => kind !== 'fail-model' || (code && code < 600), {
    path: ['code'],
    error: 'which HTTP status shall the language model answer, such as 429 or 500?',
  })
  .refine(({ kind, ms }) => kind !== 'delay-model' || ms, {
    path: ['ms'],
    error: 'how long shall the language model take?',
  })
  .refine(({ kind, ms }) => kind !== 'delay' || ms, { path: ['ms'], error: 'how long shall webhooks be late?' })
  .refine(({ kind, phone }) => kind !== 'landline' || phone, { path: ['phone'], error: 'which phone is a landline?' })

export function faultRoutes(app: FastifyInstance, world: World): void {
  const changed = () => world.live.publish(() => ({ type: 'faults', faults: world.faults.list() }))

  app.get('/faults', async () => ({ faults: world.faults.list() }))

  app.post('/faults', async (request, reply) => {
    const wish = parse(NewFault, request.body)
    const fault = world.faults.add({
      kind: wish.kind,
      target: wish.target,
      code: wish.code ?? null,
      ms: wish.ms ?? null,
      phone: isAboutPhones(wish.kind) ? (wish.phone ?? null) : null,
      number: wish.number ?? null,
      accountSid: wish.accountSid ?? null,
      times: wish.times ?? null,
      createdAt: world.now(),
    })
    changed()
    return reply.code(201).send(fault)
  })

  app.delete('/faults', async (_request, reply) => {
    world.faults.clear()
    changed()
    return reply.code(204).send()
  })

  app.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
    if (!world.faults.remove(Number(request.params.id))) throw new ApiError(404, 'FaultNotFound', 'no such fault')
    changed()
    return reply.code(204).send()
  })
}
