import { MessageSid } from '@frontdesk/contract/api'
import { E164, fromSid } from '@frontdesk/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type AdmissionLimits, createAdmission } from '../../../platform/http/admission.ts'
import { enqueueForTenants } from '../../../platform/jobs/enqueue.ts'
import type { Needs } from '../../../platform/module.ts'
import { type CarrierAccount, findAccountsBySid } from '../../messaging/index.ts'
import type { NumberRoute } from '../../phone-numbers/index.ts'
import type { MessageDeps } from '../deps.ts'
import { receiveStatuses } from '../outbound/receive-status.ts'
import { STATUS_WEBHOOK_PATH } from '../outbound/send-queued-messages.job.ts'
import { createStatusBuffer } from '../outbound/status-buffer.ts'
import { refusedTextsSpec } from './find-missed-texts.job.ts'
import { receiveMessage } from './receive-message.ts'

export const MESSAGE_WEBHOOK_PATH = '/webhooks/twilio/message'

/** Parses and verifies the carrier's webhooks; implemented in `providers/twilio`. */
export interface WebhookReader {
  isSigned: (authToken: string, signature: string | undefined, url: string, form: Record<string, string>) => boolean
  readInbound: (form: Record<string, string>) => {
    accountSid: string
    providerSid: string
    from: string
    to: string
    body: string
    optOutType: string | undefined
    media: { url: string; contentType: string }[]
  } | null
  readStatus: (form: Record<string, string>) => {
    accountSid: string
    providerSid: string
    from: string
    status: string
    errorCode: number | null
  } | null
}

declare module '../../../platform/module.ts' {
  interface BaseServices {
    webhookReader: WebhookReader
    /** How many webhooks are handled at once, when not `WEBHOOK_LIMITS`. */
    webhookLimits: AdmissionLimits | null
  }
  interface ModuleServices {
    /** URL that the carrier posts the texts to our numbers to. */
    inboundWebhookUrl: () => string
  }
}

/** Skips security headers, which only matter to browsers. */
const WITHOUT_BROWSER_HEADERS = { helmet: false } as const

/** Twilio times out after 15 seconds, so webhooks that would take longer are refused immediately. */
const WEBHOOK_LIMITS: AdmissionLimits = { maxInFlight: 2000, maxWaitMs: 5000, quietMs: 5000 }
const RETRY_AFTER_SECONDS = 10
/**
 * The carrier does not retry webhooks, so refused texts are fetched from it later. Refused requests are not verified
 * and may name any number, so only numbers of our tenants are enqueued.
 */
async function enqueueRefusedTexts({ database, now }: MessageDeps, numbers: string[]): Promise<void> {
  const tenantNumbers = await database.directory
    .selectFrom('directory.phoneNumbers')
    .where('phoneNumber', '=', sql<string>`any(${numbers}::text[])`)
    .select('phoneNumber')
    .execute()
  await enqueueForTenants(
    database.directory,
    tenantNumbers.map(({ phoneNumber }) => refusedTextsSpec(phoneNumber, now())),
  )
}

const FORMER_NUMBER = 'former-number'
const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** Mounts the carrier's webhooks: responded to after commit, idempotent, and rejected without a valid signature. */
export function mountWebhooks(
  app: FastifyInstance,
  deps: MessageDeps & Needs<'webhookReader' | 'webhookLimits'>,
): void {
  const reader = deps.webhookReader
  const receiveStatus = createStatusBuffer((scope, reports) =>
    deps.inTenant(scope, (tx) => receiveStatuses(deps, tx, reports)),
  )
  const admission = createAdmission<string>(deps.webhookLimits ?? WEBHOOK_LIMITS, (numbers) =>
    enqueueRefusedTexts(deps, numbers),
  )
  app.addHook('onClose', async () => admission.stop())

  app.register(async (routes) => {
    const leaveByRequest = new WeakMap<FastifyRequest, () => void>()
    // `onSend` also runs when the client has disconnected, so a request counts until its handler has finished.
    routes.addHook('onSend', async (request) => leaveByRequest.get(request)?.())
    routes.addHook('preHandler', async (request, reply) => {
      const leave = admission.enter()
      if (leave) {
        leaveByRequest.set(request, leave)
        return
      }
      const { To: number } = formOf(request)
      if (request.routeOptions.url === MESSAGE_WEBHOOK_PATH && E164.test(number ?? '')) admission.refuse(number ?? '')
      deps.metrics.inbound.inc({ outcome: 'overloaded' })
      return reply.status(503).header('retry-after', RETRY_AFTER_SECONDS).type('text/plain').send('Too many requests.')
    })
    // Carriers post forms; other content types get a 415.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 200_000 },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))))
      },
    )

    routes.post(MESSAGE_WEBHOOK_PATH, WITHOUT_BROWSER_HEADERS, async (request, reply) => {
      const form = formOf(request)
      const text = reader.readInbound(form)
      if (!text) return reject(reply, 400)
      const route = await findVerifiedRoute(request, form, text.accountSid, text.to)
      if (!route) return reject(reply, 403)
      if (route === FORMER_NUMBER) return reply.type('text/xml').send(EMPTY_TWIML)
      // Short codes and alphanumeric senders cannot be replied to, but are displayed.
      if (!E164.test(text.from) && !/^[\w ]{1,20}$/.test(text.from)) return reject(reply, 400)
      const outcome = await receiveMessage(deps, route, text)
      deps.metrics.inbound.inc({ outcome })
      return reply.type('text/xml').send(EMPTY_TWIML)
    })

    routes.post<{ Querystring: { message?: string } }>(
      STATUS_WEBHOOK_PATH,
      WITHOUT_BROWSER_HEADERS,
      async (request, reply) => {
        const form = formOf(request)
        const report = reader.readStatus(form)
        if (!report) return reject(reply, 400)
        const route = await findVerifiedRoute(request, form, report.accountSid, report.from)
        if (!route) return reject(reply, 403)
        if (route === FORMER_NUMBER) return reply.status(204).send()
        const messageSid = MessageSid.safeParse(request.query.message)
        const messageId = messageSid.success ? fromSid(messageSid.data) : null
        await receiveStatus(route, { ...report, messageId })
        return reply.status(204).send()
      },
    )
  })

  /**
   * Returns the route of our number, if its account signed the request. The signature is verified before a number is
   * looked up, because otherwise the response time of an unsigned request reveals which numbers are ours. Only a cached
   * route is used without, which saves almost every webhook the look-up of its account.
   *
   * A signed request about a number that no tenant has anymore gets a success response, so that the carrier stops
   * retrying, and is dropped.
   */
  async function findVerifiedRoute(
    request: FastifyRequest,
    form: Record<string, string>,
    accountSid: string,
    ourNumber: string,
  ): Promise<NumberRoute | typeof FORMER_NUMBER | null> {
    const hasSigned = (account: CarrierAccount) =>
      account.accountSid === accountSid && isSignedWith(request, form, account.authToken)
    const cached = await deps.findNumberRoute(ourNumber, { onlyCached: true })
    if (cached && hasSigned(cached.account)) return cached
    const accounts = await findAccountsBySid(deps, accountSid)
    if (!accounts.some(hasSigned)) return null
    // A cached account or token may be outdated.
    const route = await deps.findNumberRoute(ourNumber, { skipCache: true })
    if (route) return hasSigned(route.account) ? route : null
    deps.metrics.inbound.inc({ outcome: 'not-ours' })
    deps.log.info({ accountSid, path: request.routeOptions.url }, 'dropped a webhook for a number of no tenant')
    return FORMER_NUMBER
  }

  function isSignedWith(request: FastifyRequest, form: Record<string, string>, authToken: string): boolean {
    const signature = request.headers['x-twilio-signature']
    // The signature covers the public URL, which differs from the request's behind a proxy.
    const url = deps.publicUrl() + request.raw.url
    return reader.isSigned(authToken, typeof signature === 'string' ? signature : undefined, url, form)
  }
}

const formOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, string>

const reject = (reply: FastifyReply, status: 400 | 403) =>
  reply
    .status(status)
    .type('text/plain')
    .send(status === 403 ? 'Invalid signature.' : 'Not a message.')
