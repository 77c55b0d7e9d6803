import type { ServerResponse } from 'node:http'
import type { Progress } from '../carrier/progress.ts'
import type { accountStore } from '../store/accounts.ts'
import type { faultStore } from '../store/faults.ts'
import type { mailStore } from '../store/mails.ts'
import type { mediaStore } from '../store/media.ts'
import type { messageStore } from '../store/messages.ts'
import type { modelRequestStore } from '../store/model-requests.ts'
import type { numberStore } from '../store/numbers.ts'
import type { optOutStore } from '../store/opt-outs.ts'
import type { phoneStore } from '../store/phones.ts'
import type { webhookStore } from '../store/webhooks.ts'
import type { WebhookQueue } from '../webhooks/queue.ts'
import type { Database } from './database.ts'
import type { Live } from './live.ts'
import type { Origin } from './origin.ts'

/** Everything one sandbox is made of. */
export interface World {
  now: () => number
  statusDelayMs: number
  keywordReplies: boolean
  db: Database
  live: Live
  origin: Origin
  accounts: ReturnType<typeof accountStore>
  numbers: ReturnType<typeof numberStore>
  phones: ReturnType<typeof phoneStore>
  messages: ReturnType<typeof messageStore>
  mails: ReturnType<typeof mailStore>
  media: ReturnType<typeof mediaStore>
  modelRequests: ReturnType<typeof modelRequestStore>
  optOuts: ReturnType<typeof optOutStore>
  faults: ReturnType<typeof faultStore>
  webhooks: ReturnType<typeof webhookStore>
  queue: WebhookQueue
  /** Connections that wait for an answer which never comes. */
  lostAnswers: Set<ServerResponse>
  progress: Progress
}
