import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { parse } from './parse.ts'
import { toWebhookEntry } from './webhook-entry.ts'

const WebhookQuery = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) })

export function webhookRoutes(app: FastifyInstance, context: SandboxContext): void {
  /** Newest first. */
  app.get('/webhooks', async (request) => ({
    webhooks: context.webhooks.latest(parse(WebhookQuery, request.query).limit).map(toWebhookEntry),
  }))
}
