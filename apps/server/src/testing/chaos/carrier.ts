import type { AddressInfo } from 'node:net'
import { createSandbox, type StripeCredentials } from '@frontdesk/sandbox'
import Fastify, { type FastifyReply } from 'fastify'
import type { Random } from './random.ts'

export interface Arrival {
  to: string
  body: string
  at: number
  /** When the carrier accepted it, by its own clock. */
  acceptedAt: number
}

/**
 * Response of the carrier to a request to send: `busy` (429) and `refused` (500) do not accept the text, `silent`
 * closes the connection without accepting it; after `failed` (500) and `lost` the text is accepted all the same.
 */
export type CarrierMood = 'fine' | 'busy' | 'refused' | 'silent' | 'failed' | 'lost'

/** Picks how the carrier responds to a request: fine most of the time. */
export function pickMood(random: Random): CarrierMood {
  const share = random.between(0, 1)
  if (share < 0.03) return 'busy'
  if (share < 0.045) return 'refused'
  if (share < 0.05) return 'silent'
  if (share < 0.06) return 'failed'
  return share < 0.08 ? 'lost' : 'fine'
}

export interface Carrier {
  /** TWILIO_BASE_URL of the server under test. */
  url: string
  /** Of the sandbox's control API. */
  apiUrl: string
  smtpUrl: string
  account: { sid: string; authToken: string }
  /** Google's, under another host name: requests to a host are suspended after repeated failures. */
  googleUrl: string
  /** Address of the sandbox, without a path. */
  origin: string
  /** Its Stripe, for the server under test. */
  stripe: StripeCredentials
  /** Resolves once no webhook is pending. */
  idle: () => Promise<void>
  /** Every message the carrier accepted, in order. */
  arrivals: readonly Arrival[]
  /** How often the carrier was in each mood. */
  moods: ReadonlyMap<CarrierMood, number>
  close: () => Promise<void>
}

export interface CarrierOptions {
  /** Shifts the carrier's clock. */
  clockOffsetMs?: number
  /** Decides about each request to send. Default: `fine`. */
  mood?: () => CarrierMood
  /** Address that Stripe’s events are posted to. */
  productUrl: () => string
}

const SILENT_MS = 2_000
const isSend = ({ method, url }: { method: string; url: string }) => method === 'POST' && url.endsWith('/Messages.json')
const error = (status: number, code: number) => JSON.stringify({ code, message: 'Injected', more_info: '', status })

/** The sandbox in the test's own process, so that it survives a crash of the server under test. */
export async function startCarrier({ clockOffsetMs = 0, mood, productUrl }: CarrierOptions): Promise<Carrier> {
  const now = () => Date.now() + clockOffsetMs
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 50, now })
  const account = sandbox.createAccount({ friendlyName: 'Chaos' })
  const stripe = await sandbox.openStripe({ origin: productUrl })
  const arrivals: Arrival[] = []
  const moods = new Map<CarrierMood, number>()
  const moodOf = new WeakMap<object, CarrierMood>()
  const app = Fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (!mood || !isSend(request)) return
    const current = mood()
    moodOf.set(request, current)
    moods.set(current, (moods.get(current) ?? 0) + 1)
    if (current === 'busy') await answer(reply, 429, error(429, 20429))
    if (current === 'refused') await answer(reply, 500, error(500, 20500))
    if (current === 'silent') {
      reply.hijack()
      setTimeout(() => reply.raw.destroy(), SILENT_MS).unref()
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isSend(request) || reply.statusCode !== 201) return payload
    const form = new URLSearchParams(String(request.body))
    arrivals.push({
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      at: performance.now(),
      acceptedAt: now(),
    })
    const current = moodOf.get(request)
    if (current === 'lost') request.raw.socket.destroy()
    if (current !== 'failed') return payload
    reply.code(500)
    return error(500, 20500)
  })
  await app.register(sandbox.plugin, { prefix: '/sandbox' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sandbox/twilio`,
    apiUrl: `http://127.0.0.1:${port}/sandbox/api`,
    googleUrl: `http://localhost:${port}/sandbox/google`,
    smtpUrl: await sandbox.openMailServer(),
    account,
    origin: `http://127.0.0.1:${port}`,
    stripe,
    idle: () => sandbox.idle(),
    arrivals,
    moods,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await sandbox.close()
    },
  }
}

const answer = (reply: FastifyReply, status: number, body: string) =>
  reply.code(status).type('application/json').send(body)
