import { randomUUID } from 'node:crypto'
import { toWebhookEntry } from '../api/webhook-entry.ts'
import { strike } from '../carrier/strike.ts'
import type { World } from '../platform/world.ts'
import type { Fault, WebhookKind } from '../store/faults.ts'
import type { Message } from '../store/messages.ts'

/** How long a text that is to be overtaken waits when no second one comes. */
const OVERTAKEN_WITHIN_MS = 2000

export interface Announcement {
  kind: WebhookKind
  message: Message
  url: string
  method: string
  fallback?: { url: string; method: string } | undefined
  parameters: Record<string, string>
}

/** Puts a webhook on its way, together with whatever was asked to go wrong with it. */
export function announce(world: World, { kind, message, url, method, fallback, parameters }: Announcement): void {
  const { phone, number, accountSid } = message
  const scene = { phone, number, accountSid, webhook: kind }
  const now = world.now()
  const token = randomUUID()
  const lane = kind === 'inbound' ? `${phone} ${number}` : message.sid

  const drop = strike(world, 'drop', scene)
  const duplicate = drop ? undefined : strike(world, 'duplicate', scene)
  const delay = drop ? undefined : strike(world, 'delay', scene)
  const reorder = drop || delay ? undefined : strike(world, 'reorder', scene)
  const struck = [drop, duplicate, delay, reorder].filter((fault): fault is Fault => fault !== undefined)

  for (let copy = 0; copy < (duplicate ? 2 : 1); copy += 1) {
    const webhook = world.webhooks.add({
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
      fault: struck.map((fault) => fault.kind).join(' ') || null,
      state: drop ? 'dropped' : reorder ? 'held' : 'pending',
      notBefore: delay ? now + (delay.ms ?? 0) : reorder ? now + (reorder.ms ?? OVERTAKEN_WITHIN_MS) : now,
      createdAt: now,
    })
    world.queue.accept(webhook)
    world.db.afterCommit(() => world.live.publish(() => ({ type: 'webhook', webhook: toWebhookEntry(webhook) })))
  }
}
