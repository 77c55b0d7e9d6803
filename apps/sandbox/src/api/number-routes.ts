import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'

export function numberRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/numbers', async () => ({
    numbers: context.numbers.listAll().map(({ phoneNumber, friendlyName, accountSid, accountName, smsUrl }) => ({
      phoneNumber,
      friendlyName,
      account: { sid: accountSid, friendlyName: accountName },
      hasWebhook: smsUrl !== '',
    })),
  }))
}
