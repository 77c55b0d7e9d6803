import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { apiPlugin } from './api/plugin.ts'
import { createAccount, type NewAccount } from './carrier/create-account.ts'
import { createDeliveryRunner } from './carrier/delivery-runner.ts'
import { type ImportedText, importText } from './carrier/import-text.ts'
import { registerNumber } from './carrier/register-number.ts'
import { calendarPlugin } from './google/calendar/calendar-plugin.ts'
import { oauthPlugin } from './google/calendar/oauth-plugin.ts'
import { googlePlugin } from './google/plugin.ts'
import { createMailServer } from './mail/mail-server.ts'
import { openAiPlugin } from './openai/plugin.ts'
import type { SandboxContext } from './platform/context.ts'
import { openDatabase } from './platform/database.ts'
import { createEventBus } from './platform/event-bus.ts'
import { createOrigin } from './platform/origin.ts'
import { createPendingCounter } from './platform/pending-counter.ts'
import { storageRoute } from './storage-route.ts'
import { accountStore } from './store/accounts.ts'
import { faultStore } from './store/faults.ts'
import { googleStore } from './store/google.ts'
import { mailStore } from './store/mails.ts'
import { mediaStore } from './store/media.ts'
import { messageStore } from './store/messages.ts'
import { modelRequestStore } from './store/model-requests.ts'
import { numberStore } from './store/numbers.ts'
import { optOutStore } from './store/opt-outs.ts'
import { phoneStore } from './store/phones.ts'
import { registrationStore } from './store/registrations.ts'
import { stripeStore } from './store/stripe.ts'
import { webhookStore } from './store/webhooks.ts'
import { completeRequirements, REQUIREMENT_GROUP_NAMES } from './stripe/accounts.ts'
import { DAY_MS, setClockBack } from './stripe/clock.ts'
import { createStripeDeliveries } from './stripe/deliveries.ts'
import { stripePages } from './stripe/pages/plugin.ts'
import { payWithTestCard, type TestPayment } from './stripe/pay-with-test-card.ts'
import { createStripeServer } from './stripe/plugin.ts'
import { createDueRunner, moveClock } from './stripe/run-due.ts'
import { twilioPlugin } from './twilio/plugin.ts'
import { uiPlugin } from './ui/plugin.ts'
import { createWebhookQueue } from './webhooks/queue.ts'

export interface SandboxOptions {
  /** File path, or `:memory:`. */
  databaseFile: string
  /** Delay between one delivery status and the next. */
  statusDelayMs?: number
  /** Whether the carrier replies to STOP, START and HELP; it blocks and unblocks either way. */
  keywordReplies?: boolean
  /**
   * Address at which the product reaches the sandbox, such as `http://localhost:3000/sandbox`; learned from its
   * requests when absent.
   */
  publicUrl?: string
  now?: () => number
}

export interface StripeOptions {
  /** Base address of the product, which gets the events. */
  origin: () => string
  /** Default: random secrets. */
  secretKey?: string
  platformSecret?: string
  connectSecret?: string
  /** Default: a free port. */
  port?: number
  /** Called before the API is registered. */
  prepare?: (app: FastifyInstance) => void
}

/** Address and secrets with which a platform uses the sandbox’s Stripe. */
export interface StripeCredentials {
  apiUrl: string
  secretKey: string
  platformWebhookSecrets: string[]
  connectWebhookSecrets: string[]
}

export interface Sandbox {
  /** Fastify plugin, registered with `{ prefix: '/sandbox' }`. */
  plugin: FastifyPluginAsync
  createAccount(account: NewAccount): { sid: string; authToken: string }
  /** Adds or renames a phone, like `POST /phones` of the control API. */
  namePhone(phone: string, name: string): void
  /** Registers a number with US carriers, as if they had approved it. For the demo business. */
  registerNumber(phoneNumber: string): void
  /**
   * Adds a past text to the phone and to the account's log without webhooks or events; history for the demo business.
   */
  importText(text: ImportedText): void
  /** Starts the mailbox's SMTP server and returns its address; port 0 picks a free port. */
  openMailServer(port?: number): Promise<string>
  /**
   * Starts the server of Stripe’s API; events are posted to `/webhooks/stripe/platform` and `/connect` of the
   * product.
   */
  openStripe(options: StripeOptions): Promise<StripeCredentials>
  /** Enters everything that an account of Stripe lacks; its time begins some days ago. For the demo business. */
  completeStripeAccount(accountId: string, daysAgo: number): void
  /** Pays on a page of Stripe’s Checkout, by its address. */
  payOnStripe(url: string, payment: TestPayment): void
  /** Moves the clock of an account ahead, with everything that is due on the way. */
  moveStripeClock(accountId: string, days: number): void
  /**
   * Starts sending webhooks and advancing statuses, including those left from the last run. A listening server does
   * this by itself.
   */
  start(): void
  /** Resolves once no webhook and no status change is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Local stand-in for contacts' phones, the carrier (Twilio's protocol), a mail server, a language model, Google Places,
 * Google Calendar and Stripe.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const db = openDatabase(options.databaseFile)
  const inFlight = createPendingCounter()
  const context: SandboxContext = {
    now: options.now ?? Date.now,
    statusDelayMs: options.statusDelayMs ?? 400,
    keywordReplies: options.keywordReplies ?? true,
    db,
    events: createEventBus(),
    origin: createOrigin(db, options.publicUrl),
    accounts: accountStore(db),
    google: googleStore(db),
    numbers: numberStore(db),
    phones: phoneStore(db),
    messages: messageStore(db),
    mails: mailStore(db),
    media: mediaStore(db),
    modelRequests: modelRequestStore(db),
    optOuts: optOutStore(db),
    faults: faultStore(db),
    registrations: registrationStore(db),
    stripe: stripeStore(db),
    webhooks: webhookStore(db),
    droppedResponses: new Set(),
    inFlight,
    stripeDeliveries: createStripeDeliveries(() => context, inFlight),
    queue: createWebhookQueue(() => context, inFlight),
    deliveries: createDeliveryRunner(() => context, inFlight),
  }

  const mailServer = createMailServer(context)

  const dueRunner = createDueRunner(() => context)
  let stripeServer: FastifyInstance | undefined
  let isStarted = false
  const start = () => {
    isStarted = true
    context.queue.start()
    context.deliveries.start()
    context.stripeDeliveries.start()
    dueRunner.start()
  }
  const stop = async () => {
    dueRunner.stop()
    await Promise.all([
      stripeServer?.close(),
      context.queue.stop(),
      context.deliveries.stop(),
      context.stripeDeliveries.stop(),
      mailServer.close(),
    ])
    db.close()
  }
  let closing: Promise<void> | undefined

  return {
    plugin: async (app) => {
      // Not earlier: the receiver of a webhook left from the last run is often this very server, which would not be
      // listening yet.
      app.addHook('onListen', async () => start())
      app.addHook('onRequest', async () => start())
      await app.register(twilioPlugin(context), { prefix: '/twilio' })
      await app.register(googlePlugin, { prefix: '/google' })
      await app.register(oauthPlugin(context), { prefix: '/google' })
      await app.register(calendarPlugin(context), { prefix: '/google/calendar/v3' })
      await app.register(openAiPlugin(context), { prefix: '/openai' })
      await app.register(stripePages(context), { prefix: '/stripe' })
      await app.register(apiPlugin(context), { prefix: '/api' })
      storageRoute(app, context)
      await app.register(uiPlugin)
    },
    createAccount(account) {
      const { sid, authToken } = createAccount(context, account)
      return { sid, authToken }
    },
    namePhone(phone, name) {
      context.phones.save({
        phone,
        name,
        lineType: context.phones.find(phone)?.lineType ?? 'mobile',
        createdAt: context.now(),
      })
    },
    registerNumber(phoneNumber) {
      registerNumber(context, {
        phoneNumber,
        brandStatus: 'APPROVED',
        campaignStatus: 'VERIFIED',
        useCase: 'LOW_VOLUME',
        errors: [],
      })
    },
    importText: (text) => importText(context, text),
    openMailServer: (port = 0) => mailServer.listen(port),
    async openStripe({ origin, port = 0, prepare, ...secrets }) {
      const makeSecret = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`
      const { secretKey, platformSecret, connectSecret } = {
        secretKey: makeSecret('sk_test'),
        platformSecret: makeSecret('whsec'),
        connectSecret: makeSecret('whsec'),
        ...secrets,
      }
      context.stripeDeliveries.connect({ origin, platformSecret, connectSecret })
      if (isStarted) context.stripeDeliveries.start()
      context.origin.setFallback(() => `${origin()}/sandbox`)
      stripeServer = await createStripeServer(context, secretKey, prepare)
      const apiUrl = await stripeServer.listen({ port, host: '127.0.0.1' })
      return {
        apiUrl,
        secretKey,
        platformWebhookSecrets: [platformSecret],
        connectWebhookSecrets: [connectSecret],
      }
    },
    completeStripeAccount(accountId, daysAgo) {
      setClockBack(context, accountId, daysAgo)
      completeRequirements(context, accountId, { groups: REQUIREMENT_GROUP_NAMES })
    },
    payOnStripe(url, payment) {
      payWithTestCard(context, new URL(url).pathname.split('/').at(-1) ?? '', payment)
    },
    moveStripeClock: (accountId, days) => moveClock(context, accountId, days * DAY_MS),
    start,
    idle: () => inFlight.idle(),
    close() {
      closing ??= stop()
      return closing
    },
  }
}
