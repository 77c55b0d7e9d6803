import type { FastifyPluginAsync } from 'fastify'
import { apiPlugin } from './api/plugin.ts'
import { createAccount, type NewAccount } from './carrier/create-account.ts'
import { createProgress } from './carrier/progress.ts'
import { type PastText, rememberText } from './carrier/remember-text.ts'
import { facePlugin } from './face/plugin.ts'
import { googlePlugin } from './google/plugin.ts'
import { createMailServer } from './mail/mail-server.ts'
import { openAiPlugin } from './openai/plugin.ts'
import { openDatabase } from './platform/database.ts'
import { createLive } from './platform/live.ts'
import { createOrigin } from './platform/origin.ts'
import { createTally } from './platform/tally.ts'
import type { World } from './platform/world.ts'
import { storageRoute } from './storage-route.ts'
import { accountStore } from './store/accounts.ts'
import { faultStore } from './store/faults.ts'
import { mailStore } from './store/mails.ts'
import { mediaStore } from './store/media.ts'
import { messageStore } from './store/messages.ts'
import { modelRequestStore } from './store/model-requests.ts'
import { numberStore } from './store/numbers.ts'
import { optOutStore } from './store/opt-outs.ts'
import { phoneStore } from './store/phones.ts'
import { webhookStore } from './store/webhooks.ts'
import { twilioPlugin } from './twilio/plugin.ts'
import { createWebhookQueue } from './webhooks/queue.ts'

export interface SandboxOptions {
  /** A path, or `:memory:`. */
  databaseFile: string
  /** Between one delivery status and the next. */
  statusDelayMs?: number
  /** Whether the carrier answers STOP, START and HELP itself; it obeys them either way. */
  keywordReplies?: boolean
  /** The address the product reaches the sandbox at, such as `http://localhost:3000/sandbox`; learnt from its calls when absent. */
  publicUrl?: string
  now?: () => number
}

export interface Sandbox {
  /** To be mounted with `{ prefix: '/sandbox' }`. */
  plugin: FastifyPluginAsync
  createAccount(account: NewAccount): { sid: string; authToken: string }
  /** Puts a phone into the list under a name, as the control API does. */
  namePhone(phone: string, name: string): void
  /** Puts a text of the past on a phone and into the account's log, without telling anyone: history for a demo. */
  remember(text: PastText): void
  /** Opens the mailbox's SMTP server and returns its address; port 0 takes a free one. */
  openMailServer(port?: number): Promise<string>
  /** Starts what a listening server starts by itself: webhooks and statuses, those left from the last run included. */
  start(): void
  /** Resolves once no webhook and no status is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** The outside world in a box: customers' phones, and a carrier that speaks Twilio's protocol. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const db = openDatabase(options.databaseFile)
  const tally = createTally()
  const world: World = {
    now: options.now ?? Date.now,
    statusDelayMs: options.statusDelayMs ?? 400,
    keywordReplies: options.keywordReplies ?? true,
    db,
    live: createLive(),
    origin: createOrigin(db, options.publicUrl),
    accounts: accountStore(db),
    numbers: numberStore(db),
    phones: phoneStore(db),
    messages: messageStore(db),
    mails: mailStore(db),
    media: mediaStore(db),
    modelRequests: modelRequestStore(db),
    optOuts: optOutStore(db),
    faults: faultStore(db),
    webhooks: webhookStore(db),
    lostAnswers: new Set(),
    queue: createWebhookQueue(() => world, tally),
    progress: createProgress(() => world, tally),
  }

  const mailServer = createMailServer(world)

  const start = () => {
    world.queue.start()
    world.progress.start()
  }
  let closing: Promise<void> | undefined

  return {
    plugin: async (app) => {
      // Not before: a webhook left from the last run would find its receiver, often this very server, not listening yet.
      app.addHook('onListen', async () => start())
      app.addHook('onRequest', async () => start())
      await app.register(twilioPlugin(world), { prefix: '/twilio' })
      await app.register(googlePlugin, { prefix: '/google' })
      await app.register(openAiPlugin(world), { prefix: '/openai' })
      await app.register(apiPlugin(world), { prefix: '/api' })
      storageRoute(app, world)
      await app.register(facePlugin)
    },
    createAccount(account) {
      const { sid, authToken } = createAccount(world, account)
      return { sid, authToken }
    },
    namePhone(phone, name) {
      world.phones.save({
        phone,
        name,
        lineType: world.phones.find(phone)?.lineType ?? 'mobile',
        createdAt: world.now(),
      })
    },
    remember: (text) => rememberText(world, text),
    openMailServer: (port = 0) => mailServer.listen(port),
    start,
    idle: () => tally.idle(),
    close() {
      closing ??= Promise.all([world.queue.stop(), world.progress.stop(), mailServer.close()]).then(() => db.close())
      return closing
    },
  }
}
