import { MessageSid } from '@frontdesk/contract/api'
import { E164, fromSid } from '@frontdesk/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type AdmissionLimits, createAdmission } from '../../../platform/http/admission.ts'
import { enqueueForTenants } from '../../../platform/jobs/enqueue.ts'
import type { Needs } from '../../../platform/module.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { accountsBySid } from '../../messaging/index.ts'
import type { NumberRoute } from '../../phone-numbers/index.ts'
import { receiveStatus } from '../outbound/receive-status.ts'
import { STATUS_WEBHOOK_PATH } from '../outbound/send-queued-messages.job.ts'
import { refusedTextsSpec } from './find-missed-texts.job.ts'
import { receiveMessage } from './receive-message.ts'

export const MESSAGE_WEBHOOK_PATH = '/webhooks/twilio/message'

/** How the carrier's posts are read and proven; `providers/twilio` knows. */
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
    /** Where the carrier sends the texts our numbers receive. */
    inboundWebhookUrl: () => string
  }
}

/** No browser reads these answers: a dozen headers less for each. */
const NO_BROWSER = { helmet: false } as const

/** Twilio times out after 15 seconds, so webhooks we could not answer in time are refused at once. */
const WEBHOOK_LIMITS: AdmissionLimits = { maxInFlight: 2000, maxWaitMs: 5000, quietMs: 5000 }
const RETRY_AFTER_SECONDS = 10
/**
 * The carrier does not retry webhooks, so refused texts are fetched from it later. Refused posts are not verified: anybody
 * may have sent them for any number, so only the numbers of our tenants are checked.
 */
async function enqueueRefusedTexts({ database, now }: ConversationDeps, numbers: string[]): Promise<void> {
  const ours = await database.directory
    .selectFrom('directory.phoneNumbers')
    .where('phoneNumber', '=', sql<string>`any(${numbers}::text[])`)
    .select('phoneNumber')
    .execute()
  await enqueueForTenants(
    database.directory,
    ours.map(({ phoneNumber }) => refusedTextsSpec(phoneNumber, now())),
  )
}

const NOTHING_TO_SAY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** The carrier's posts: answered after commit, safe to repeat, and refused unless the account's owner signed them. */
export function mountWebhooks(
  app: FastifyInstance,
  deps: ConversationDeps & Needs<'webhookReader' | 'webhookLimits'>,
): void {
  const reader = deps.webhookReader
  const admission = createAdmission<string>(deps.webhookLimits ?? WEBHOOK_LIMITS, (numbers) =>
    enqueueRefusedTexts(deps, numbers),
  )
  app.addHook('onClose', async () => admission.stop())

  app.register(async (routes) => {
    const leaving = new WeakMap<FastifyRequest, () => void>()
    // `onSend` also runs when the client has disconnected, so a request counts until its handler has finished.
    routes.addHook('onSend', async (request) => leaving.get(request)?.())
    routes.addHook('preHandler', async (request, reply) => {
      const leave = admission.enter()
      if (leave) {
        leaving.set(request, leave)
        return
      }
      const { To: number } = formOf(request)
      if (request.routeOptions.url === MESSAGE_WEBHOOK_PATH && E164.test(number ?? '')) admission.refuse(number ?? '')
      deps.metrics.inbound.inc({ outcome: 'overloaded' })
      return reply.status(503).header('retry-after', RETRY_AFTER_SECONDS).type('text/plain').send('Too many requests.')
    })
    // Carriers post forms; any other content type gets a 415.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 200_000 },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))))
      },
    )

    routes.post(MESSAGE_WEBHOOK_PATH, NO_BROWSER, async (request, reply) => {
      const form = formOf(request)
      const text = reader.readInbound(form)
      if (!text) return reject(reply, 400)
      const route = await proven(request, form, text.accountSid, text.to)
      if (!route) {
        if (!(await isOfFormerNumber(request, form, text.accountSid, text.to))) return reject(reply, 403)
        return reply.type('text/xml').send(NOTHING_TO_SAY)
      }
      // Short codes and alphanumeric senders are no number we could answer; they are shown as they are.
      if (!E164.test(text.from) && !/^[\w ]{1,20}$/.test(text.from)) return reject(reply, 400)
      const outcome = await receiveMessage(deps, route, text)
      deps.metrics.inbound.inc({ outcome })
      return reply.type('text/xml').send(NOTHING_TO_SAY)
    })

    routes.post<{ Querystring: { message?: string } }>(STATUS_WEBHOOK_PATH, NO_BROWSER, async (request, reply) => {
      const form = formOf(request)
      const report = reader.readStatus(form)
      if (!report) return reject(reply, 400)
      const route = await proven(request, form, report.accountSid, report.from)
      if (!route) {
        const isFormer = await isOfFormerNumber(request, form, report.accountSid, report.from)
        return isFormer ? reply.status(204).send() : reject(reply, 403)
      }
      const named = MessageSid.safeParse(request.query.message)
      await receiveStatus(deps, route, { ...report, messageId: named.success ? fromSid(named.data) : null })
      return reply.status(204).send()
    })
  })

  /** The route of our number, if the post bears the signature of the account that carries it. */
  async function proven(
    request: FastifyRequest,
    form: Record<string, string>,
    accountSid: string,
    ourNumber: string,
  ): Promise<NumberRoute | null> {
    const isProven = ({ account }: NumberRoute) =>
      account.accountSid === accountSid && isSignedWith(request, form, account.authToken)
    const kept = await deps.findNumberRoute(ourNumber)
    if (!kept || isProven(kept)) return kept
    // The account or its token may have changed a moment ago.
    const fresh = await deps.findNumberRoute(ourNumber, { isFresh: true })
    return fresh && isProven(fresh) ? fresh : null
  }

  function isSignedWith(request: FastifyRequest, form: Record<string, string>, authToken: string): boolean {
    const signature = request.headers['x-twilio-signature']
    // The signature covers the public address; behind a proxy the request itself knows another one.
    const url = deps.publicUrl() + request.raw.url
    return reader.isSigned(authToken, typeof signature === 'string' ? signature : undefined, url, form)
  }

  /**
   * Whether an account we know signed a post about a number that is nobody's here any more. It is answered well, so that
   * the carrier does not come again, and nothing of it is kept.
   */
  async function isOfFormerNumber(
    request: FastifyRequest,
    form: Record<string, string>,
    accountSid: string,
    number: string,
  ): Promise<boolean> {
    if (await deps.findNumberRoute(number)) return false
    const accounts = await accountsBySid(deps, accountSid)
    if (!accounts.some(({ authToken }) => isSignedWith(request, form, authToken))) return false
    deps.metrics.inbound.inc({ outcome: 'not-ours' })
    deps.log.info({ accountSid, path: request.routeOptions.url }, 'a post about a number that is not ours was dropped')
    return true
  }
}

const formOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, string>

const reject = (reply: FastifyReply, status: 400 | 403) =>
  reply
    .status(status)
    .type('text/plain')
    .send(status === 403 ? 'The signature does not fit.' : 'Not a message.')
