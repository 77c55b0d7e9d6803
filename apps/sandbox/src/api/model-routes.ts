import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { parse } from './parse.ts'

const Query = z.object({
  search: z.string().max(1000).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export function modelRoutes(app: FastifyInstance, context: SandboxContext): void {
  /** Newest first; `search` matches a part of the text to translate. */
  app.get('/openai/requests', async (request) => {
    const { search, limit } = parse(Query, request.query)
    return { requests: context.modelRequests.list(search, limit) }
  })
}
