import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { FAULT_KINDS, hasPhoneScope } from '../store/faults.ts'
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
    error: 'required: the error code with which sends end',
  })
  .refine(({ kind, code }) => kind !== 'fail-mail' || (code && code < 600), {
    path: ['code'],
    error: 'required: the SMTP reply code, such as 451 or 550',
  })
  .refine(({ kind, code }) => kind !== 'fail-model' || (code && code < 600), {
    path: ['code'],
    error: 'required: the HTTP status of the response, such as 429 or 500',
  })
  .refine(({ kind, code }) => kind !== 'fail-calendar' || (code && code < 600), {
    path: ['code'],
    error: 'required: the HTTP status of the response, such as 403 or 429',
  })
  .refine(({ kind, ms }) => kind !== 'delay-model' || ms, {
    path: ['ms'],
    error: 'required: the delay in milliseconds',
  })
  .refine(({ kind, ms }) => kind !== 'delay' || ms, { path: ['ms'], error: 'required: the delay in milliseconds' })
  .refine(({ kind, phone }) => kind !== 'landline' || phone, {
    path: ['phone'],
    error: 'required: the phone that is a landline',
  })

export function faultRoutes(app: FastifyInstance, context: SandboxContext): void {
  const publishFaults = () => context.events.publish(() => ({ type: 'faults', faults: context.faults.list() }))

  app.get('/faults', async () => ({ faults: context.faults.list() }))

  app.post('/faults', async (request, reply) => {
    const input = parse(NewFault, request.body)
    const fault = context.faults.add({
      kind: input.kind,
      target: input.target,
      code: input.code ?? null,
      ms: input.ms ?? null,
      phone: hasPhoneScope(input.kind) ? (input.phone ?? null) : null,
      number: input.number ?? null,
      accountSid: input.accountSid ?? null,
      times: input.times ?? null,
      createdAt: context.now(),
    })
    publishFaults()
    return reply.code(201).send(fault)
  })

  app.delete('/faults', async (_request, reply) => {
    context.faults.clear()
    publishFaults()
    return reply.code(204).send()
  })

  app.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
    if (!context.faults.remove(Number(request.params.id))) throw new ApiError(404, 'FaultNotFound', 'Fault not found')
    publishFaults()
    return reply.code(204).send()
  })
}
