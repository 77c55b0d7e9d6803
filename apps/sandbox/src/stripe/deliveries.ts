import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxContext } from '../platform/context.ts'
import type { PendingCounter } from '../platform/pending-counter.ts'
import type { StripeDelivery } from '../store/stripe.ts'
import { PLATFORM } from './objects.ts'

const TIMEOUT_MS = 10_000
/** Stripe repeats for three days; the sandbox gives up sooner, and its page can send an event again. */
const RETRY_AFTER_MS = [100, 1000, 5000]
/** Longest wait of a reordered event when no other follows. */
const MAX_HOLD_MS = 1000
const STALE_SECONDS = 3600

export interface StripeWebhooks {
  /** Base address of the product. */
  origin: () => string
  platformSecret: string
  connectSecret: string
}

export interface StripeDeliveries {
  connect(webhooks: StripeWebhooks): void
  accept(delivery: StripeDelivery): void
  start(): void
  stop(): Promise<void>
}

/** https://docs.stripe.com/webhooks#verify-manually */
const sign = (secret: string, time: number, payload: string): string =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`

/** A copy that the business must refuse; it is not repeated. */
const isForgery = ({ fault }: StripeDelivery): boolean =>
  fault === 'stale-event' || fault === 'tamper-event' || fault === 'missign-event'

/** Posts events, one at a time per account. Events without a response when the process died are posted again. */
export function createStripeDeliveries(getContext: () => SandboxContext, inFlight: PendingCounter): StripeDeliveries {
  const stopping = new AbortController()
  const lanes = new Map<string, StripeDelivery[]>()
  const held = new Map<string, { delivery: StripeDelivery; timer: NodeJS.Timeout }[]>()
  const running = new Set<Promise<void>>()
  let webhooks: StripeWebhooks | undefined
  let isStarted = false

  const enqueue = (delivery: StripeDelivery) => {
    const lane = lanes.get(delivery.accountId)
    if (lane) {
      lane.push(delivery)
      return
    }
    lanes.set(delivery.accountId, [delivery])
    const run = drain(delivery.accountId).finally(() => running.delete(run))
    running.add(run)
  }

  async function drain(accountId: string): Promise<void> {
    for (let lane = lanes.get(accountId); lane?.[0]; ) {
      const isFinished = await deliver(lane[0]).catch((error: unknown) => {
        console.error('sandbox: failed to deliver an event of Stripe, will retry on the next start', error)
        return true
      })
      if (!isFinished) return
      lane.shift()
      release(accountId)
      inFlight.decrement()
    }
    lanes.delete(accountId)
  }

  const release = (accountId: string) => {
    const waiting = held.get(accountId) ?? []
    held.delete(accountId)
    for (const { delivery, timer } of waiting) {
      clearTimeout(timer)
      enqueue(delivery)
    }
  }

  /** Returns false when the sandbox was stopped meanwhile. */
  async function deliver(delivery: StripeDelivery): Promise<boolean> {
    const context = getContext()
    const statuses: number[] = JSON.parse(delivery.statuses)
    for (let attempt = 0; ; attempt += 1) {
      const status = await post(delivery)
      if (stopping.signal.aborted) return false
      statuses.push(status)
      const isDelivered = status >= 200 && status < 300
      const isLast = isDelivered || attempt === RETRY_AFTER_MS.length || isForgery(delivery)
      const state = isDelivered ? 'delivered' : isLast ? 'failed' : 'pending'
      context.stripe.saveDelivery({
        ...delivery,
        state,
        attempts: statuses.length,
        statuses: JSON.stringify(statuses),
        finishedAt: isLast ? context.now() : null,
      })
      if (isLast) {
        context.events.publish(() => ({ type: 'stripe' }))
        return true
      }
      try {
        await sleep(RETRY_AFTER_MS[attempt], undefined, { signal: stopping.signal })
      } catch {
        return false
      }
    }
  }

  /** Returns the status of the response, 0 for none. */
  async function post({ eventId, accountId, fault }: StripeDelivery): Promise<number> {
    const context = getContext()
    const event = context.stripe.find(accountId, 'event', eventId)
    if (!event || !webhooks) return 0
    const payload = JSON.stringify(event, null, 2)
    const isPlatform = accountId === PLATFORM
    const { platformSecret, connectSecret } = webhooks
    const isMissigned = fault === 'missign-event'
    const secret = isPlatform === isMissigned ? connectSecret : platformSecret
    const time = Math.floor(context.now() / 1000) - (fault === 'stale-event' ? STALE_SECONDS : 0)
    try {
      const response = await fetch(`${webhooks.origin()}/webhooks/stripe/${isPlatform ? 'platform' : 'connect'}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': sign(secret, time, payload),
        },
        body: fault === 'tamper-event' ? payload.replace(event.type, 'charge.tampered') : payload,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }

  const schedule = (delivery: StripeDelivery) => {
    inFlight.increment()
    if (delivery.state !== 'held') {
      enqueue(delivery)
      return
    }
    const timer = setTimeout(() => release(delivery.accountId), MAX_HOLD_MS)
    held.set(delivery.accountId, [...(held.get(delivery.accountId) ?? []), { delivery, timer }])
  }

  return {
    connect(next) {
      webhooks = next
    },
    // Without an address the events wait in the store, as do those of a stopped sandbox.
    accept(delivery) {
      if (isStarted && webhooks) schedule(delivery)
    },
    start() {
      if (isStarted || !webhooks) return
      isStarted = true
      for (const delivery of getContext().stripe.pendingDeliveries()) schedule(delivery)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      for (const { timer } of [...held.values()].flat()) clearTimeout(timer)
      await Promise.allSettled(running)
    },
  }
}
