import Fastify, { type FastifyInstance } from 'fastify'
import twilio from 'twilio'
import { createSandbox, type SandboxOptions } from '../create-sandbox.ts'
import { createSandboxApi } from './sandbox-api.ts'

export interface ReceivedWebhook {
  path: string
  fields: Record<string, string>
  isSigned: boolean
  token: string
}

type ReceiverResponse = { status: number; type?: string; body?: string }

/** Starts a sandbox, a business with the official SDK, and a receiver for its webhooks. */
export async function startSandbox(
  options: Partial<SandboxOptions> = {},
  prepare: (app: FastifyInstance) => void = () => undefined,
) {
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 0, ...options })
  const app = Fastify()
  prepare(app)
  await app.register(sandbox.plugin, { prefix: '/sandbox' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const account = sandbox.createAccount({ friendlyName: 'Harbor Dental' })

  const received: ReceivedWebhook[] = []
  let respond: (webhook: ReceivedWebhook) => ReceiverResponse | Promise<ReceiverResponse> = () => ({
    status: 200,
    type: 'text/xml',
    body: '<Response/>',
  })
  const receiver = Fastify()
  receiver.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  receiver.post('/*', async (request, reply) => {
    const fields = request.body as Record<string, string>
    const webhook: ReceivedWebhook = {
      path: request.url,
      fields,
      token: String(request.headers['i-twilio-idempotency-token']),
      isSigned: twilio.validateRequest(
        account.authToken,
        String(request.headers['x-twilio-signature']),
        `${receiverOrigin}${request.url}`,
        fields,
      ),
    }
    const { status, type = 'text/plain', body = '' } = await respond(webhook)
    received.push(webhook)
    return reply.code(status).type(type).send(body)
  })
  const receiverOrigin = await receiver.listen({ port: 0, host: '127.0.0.1' })

  const clientOf = ({ sid, authToken }: { sid: string; authToken: string }) => {
    const client = twilio(sid, authToken)
    client.api.baseUrl = `${origin}/sandbox/twilio`
    client.lookups.baseUrl = `${origin}/sandbox/twilio`
    client.messaging.baseUrl = `${origin}/sandbox/twilio`
    client.pricing.baseUrl = `${origin}/sandbox/twilio`
    return client
  }

  const api = createSandboxApi(`${origin}/sandbox/api`)

  return {
    sandbox,
    app,
    origin,
    account,
    client: clientOf(account),
    clientOf,
    receiverOrigin,
    received,
    respondWith(next: typeof respond) {
      respond = next
    },
    api,
    /** Buys a number for the business; its webhooks go to the receiver. */
    buyNumber: async (smsUrl = `${receiverOrigin}/inbound`) =>
      (await clientOf(account).incomingPhoneNumbers.create({ areaCode: '206', smsUrl })).phoneNumber,
    text: (phone: string, to: string, body: string, mediaUrls: string[] = []) =>
      api('POST', `/phones/${encodeURIComponent(phone)}/messages`, { to, body, mediaUrls }),
    async stop() {
      await app.close()
      await sandbox.close()
      await receiver.close()
    },
  }
}
