import { z } from 'zod'
import type { Database } from '../platform/database.ts'
import type { WebhookKind } from './faults.ts'

export interface Webhook {
  id: number
  /** Idempotency token, the same for every attempt, so that the receiver can detect retries. */
  token: string
  kind: WebhookKind
  /** Webhooks of one lane are posted in order, one at a time. */
  lane: string
  accountSid: string
  messageSid: string
  url: string
  method: string
  fallbackUrl: string | null
  fallbackMethod: string | null
  /** JSON of the posted fields. */
  parameters: string
  fault: string | null
  /** `held`: waits until the next webhook of its lane has been posted (fault `reorder`). */
  state: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  notBefore: number
  responseStatus: number | null
  error: string | null
  createdAt: number
  finishedAt: number | null
}

export type NewWebhook = Pick<
  Webhook,
  | 'token'
  | 'kind'
  | 'lane'
  | 'accountSid'
  | 'messageSid'
  | 'url'
  | 'method'
  | 'fallbackUrl'
  | 'fallbackMethod'
  | 'parameters'
  | 'fault'
  | 'state'
  | 'notBefore'
  | 'createdAt'
>

export function webhookStore(db: Database) {
  const insert = db.statement<Webhook>(
    `insert into webhooks (token, kind, lane, accountSid, messageSid, url, method, fallbackUrl, fallbackMethod,
       parameters, fault, state, notBefore, createdAt)
     values ($token, $kind, $lane, $accountSid, $messageSid, $url, $method, $fallbackUrl, $fallbackMethod,
       $parameters, $fault, $state, $notBefore, $createdAt)
     returning *`,
  )
  const recordAttempts = db.statement('update webhooks set attempts = $attempts where id = $id')
  const finish = db.statement<Webhook>(
    `update webhooks set state = $state, attempts = $attempts, responseStatus = $responseStatus, error = $error,
       finishedAt = $finishedAt
     where id = $id returning *`,
  )
  const pending = db.statement<Webhook>(`select * from webhooks where state in ('pending', 'held') order by id`)
  const latest = db.statement<Webhook>('select * from webhooks order by id desc limit $limit')

  return {
    add: (webhook: NewWebhook) => insert.getOrThrow({ ...webhook }),
    attempted: (id: number, attempts: number) => void recordAttempts.run({ id, attempts }),
    finish: (result: Pick<Webhook, 'id' | 'state' | 'attempts' | 'responseStatus' | 'error' | 'finishedAt'>) =>
      finish.getOrThrow({ ...result }),
    pending: () => pending.all(),
    latest: (limit: number) => latest.all({ limit }),
  }
}

const Parameters = z.record(z.string(), z.string())

/** The form fields to post. */
export const readParameters = (webhook: Webhook): Record<string, string> =>
  Parameters.parse(JSON.parse(webhook.parameters))
