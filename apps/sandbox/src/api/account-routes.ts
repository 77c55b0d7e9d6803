import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createAccount } from '../carrier/create-account.ts'
import type { SandboxContext } from '../platform/context.ts'
import { parse } from './parse.ts'

const NewAccount = z.object({ friendlyName: z.string().trim().min(1).max(64) })

export function accountRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.post('/accounts', async (request, reply) => {
    const { sid, authToken, friendlyName } = createAccount(context, parse(NewAccount, request.body))
    return reply.code(201).send({ sid, authToken, friendlyName })
  })
}
