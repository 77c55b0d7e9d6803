import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registerNumber } from '../carrier/register-number.ts'
import type { SandboxContext } from '../platform/context.ts'
import { BRAND_STATUSES, CAMPAIGN_STATUSES } from '../store/registrations.ts'
import { ApiError } from './api-error.ts'
import { PhoneNumber, parse } from './parse.ts'

const NewRegistration = z
  .object({
    phoneNumber: PhoneNumber,
    brandStatus: z.enum(BRAND_STATUSES).default('APPROVED'),
    campaignStatus: z.enum(CAMPAIGN_STATUSES).default('VERIFIED'),
    useCase: z.string().min(1).max(40).default('LOW_VOLUME'),
    errors: z
      .array(z.object({ error_code: z.int(), description: z.string(), url: z.url(), fields: z.array(z.string()) }))
      .max(20)
      .default([]),
  })
  .strict()

export function registrationRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.post('/registrations', async (request, reply) => {
    const registration = registerNumber(context, parse(NewRegistration, request.body))
    if (!registration) throw new ApiError(404, 'NumberNotFound', 'No account owns this number')
    return reply.code(201).send(registration)
  })
}
