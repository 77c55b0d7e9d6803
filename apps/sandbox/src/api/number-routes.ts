import type { FastifyInstance } from 'fastify'
import type { World } from '../platform/world.ts'

export function numberRoutes(app: FastifyInstance, world: World): void {
  app.get('/numbers', async () => ({
    numbers: world.numbers.listAll().map(({ phoneNumber, friendlyName, accountSid, accountName, smsUrl }) => ({
      phoneNumber,
      friendlyName,
      account: { sid: accountSid, friendlyName: accountName },
      hasWebhook: smsUrl !== '',
    })),
  }))
}
