import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { toRfc2822 } from './dates.ts'
import { readRequest } from './request.ts'

export function accountRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/2010-04-01/Accounts/:accountSid.json', async (request) => {
    const { account } = readRequest(context, request)
    const path = `/2010-04-01/Accounts/${account.sid}`
    return {
      auth_token: account.authToken,
      date_created: toRfc2822(account.createdAt),
      date_updated: toRfc2822(account.createdAt),
      friendly_name: account.friendlyName,
      owner_account_sid: account.sid,
      sid: account.sid,
      status: 'active',
      subresource_uris: {
        available_phone_numbers: `${path}/AvailablePhoneNumbers.json`,
        incoming_phone_numbers: `${path}/IncomingPhoneNumbers.json`,
        messages: `${path}/Messages.json`,
      },
      type: 'Full',
      uri: `${path}.json`,
    }
  })
}
