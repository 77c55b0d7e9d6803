import { readParameters, type Webhook } from '../store/webhooks.ts'

/** Entry of the webhook log. */
export interface WebhookEntry {
  id: number
  kind: Webhook['kind']
  messageSid: string
  detail: string
  method: string
  path: string
  state: Webhook['state']
  fault: string | null
  attempts: number
  responseStatus: number | null
  error: string | null
  createdAt: string
  finishedAt: string | null
}

export function toWebhookEntry(webhook: Webhook): WebhookEntry {
  const parameters = readParameters(webhook)
  return {
    id: webhook.id,
    kind: webhook.kind,
    messageSid: webhook.messageSid,
    detail: parameters.MessageStatus ?? parameters.SmsStatus ?? '',
    method: webhook.method,
    path: URL.parse(webhook.url)?.pathname ?? webhook.url,
    state: webhook.state,
    fault: webhook.fault,
    attempts: webhook.attempts,
    responseStatus: webhook.responseStatus,
    error: webhook.error,
    createdAt: new Date(webhook.createdAt).toISOString(),
    finishedAt: webhook.finishedAt === null ? null : new Date(webhook.finishedAt).toISOString(),
  }
}
