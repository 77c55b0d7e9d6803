import { randomUUID } from 'node:crypto'
import { toWebhookEntry } from '../api/webhook-entry.ts'
import { applyFault } from '../carrier/apply-fault.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Fault, WebhookKind } from '../store/faults.ts'
import type { Message } from '../store/messages.ts'

/** Longest wait of a reordered webhook when no other follows. */
const MAX_REORDER_DELAY_MS = 2000

export interface OutgoingWebhook {
  kind: WebhookKind
  message: Message
  url: string
  method: string
  fallback?: { url: string; method: string } | undefined
  parameters: Record<string, string>
}

/** Enqueues a webhook and applies the active faults to it. */
export function enqueueWebhook(
  context: SandboxContext,
  { kind, message, url, method, fallback, parameters }: OutgoingWebhook,
): void {
  const { phone, number, accountSid } = message
  const scope = { phone, number, accountSid, webhook: kind }
  const now = context.now()
  const token = randomUUID()
  const lane = kind === 'inbound' ? `${phone} ${number}` : message.sid

  const drop = applyFault(context, 'drop', scope)
  const duplicate = drop ? undefined : applyFault(context, 'duplicate', scope)
  const delay = drop ? undefined : applyFault(context, 'delay', scope)
  const reorder = drop || delay ? undefined : applyFault(context, 'reorder', scope)
  const applied = [drop, duplicate, delay, reorder].filter((fault): fault is Fault => fault !== undefined)

  for (let copy = 0; copy < (duplicate ? 2 : 1); copy += 1) {
    const webhook = context.webhooks.add({
      token,
      kind,
      lane: delay ? `${lane} ${token}` : lane,
      accountSid,
      messageSid: message.sid,
      url,
      method,
      fallbackUrl: fallback?.url ?? null,
      fallbackMethod: fallback?.method ?? null,
      parameters: JSON.stringify(parameters),
      fault: applied.map((fault) => fault.kind).join(' ') || null,
      state: drop ? 'dropped' : reorder ? 'held' : 'pending',
      notBefore: delay ? now + (delay.ms ?? 0) : reorder ? now + (reorder.ms ?? MAX_REORDER_DELAY_MS) : now,
      createdAt: now,
    })
    context.queue.accept(webhook)
    context.db.afterCommit(() => context.events.publish(() => ({ type: 'webhook', webhook: toWebhookEntry(webhook) })))
  }
}
