import type { AddressInfo } from 'node:net'
import { createSandbox } from '@frontdesk/sandbox'
import Fastify from 'fastify'

export interface Arrival {
  body: string
  at: number
}

export interface Carrier {
  /** TWILIO_BASE_URL of the server under test. */
  url: string
  smtpUrl: string
  account: { sid: string; authToken: string }
  /** Every message the carrier accepted, in order. */
  arrivals: readonly Arrival[]
  close: () => Promise<void>
}

/** The sandbox in the test's own process, so that it survives a crash of the server under test. */
export async function startCarrier(): Promise<Carrier> {
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 50 })
  const account = sandbox.createAccount({ friendlyName: 'Chaos' })
  const arrivals: Arrival[] = []
  const app = Fastify()
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'POST' || reply.statusCode !== 201 || !request.url.endsWith('/Messages.json')) return
    const body = new URLSearchParams(String(request.body)).get('Body') ?? ''
    arrivals.push({ body, at: performance.now() })
  })
  await app.register(sandbox.plugin, { prefix: '/sandbox' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sandbox/twilio`,
    smtpUrl: await sandbox.openMailServer(),
    account,
    arrivals,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await sandbox.close()
    },
  }
}
