import { setTimeout as sleep } from 'node:timers/promises'
import { toWebhookEntry } from '../api/webhook-entry.ts'
import { handleTwiml } from '../carrier/handle-twiml.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { PendingCounter } from '../platform/pending-counter.ts'
import { readParameters, type Webhook } from '../store/webhooks.ts'
import { readConnectionOverrides } from './connection-overrides.ts'
import { createWebhookClient, type WebhookOutcome } from './post-webhook.ts'

const MAX_CONCURRENT = 64
const FIRST_RETRY_MS = 200

export interface WebhookQueue {
  accept(webhook: Webhook): void
  start(): void
  stop(): Promise<void>
}

/** Posts webhooks, one at a time per lane. Webhooks without a response when the process died are posted again. */
export function createWebhookQueue(getContext: () => SandboxContext, inFlight: PendingCounter): WebhookQueue {
  const client = createWebhookClient(MAX_CONCURRENT)
  const stopping = new AbortController()
  const lanes = new Map<string, Webhook[]>()
  const ready: string[] = []
  const held = new Map<string, Webhook[]>()
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStarted = false

  const delay = (webhook: Webhook, run: () => void) => {
    const wait = webhook.notBefore - getContext().now()
    timers.set(
      webhook.id,
      setTimeout(
        () => {
          timers.delete(webhook.id)
          run()
        },
        Math.max(0, wait),
      ),
    )
  }

  const enqueue = (webhook: Webhook) => {
    const lane = lanes.get(webhook.lane)
    if (lane) {
      lane.push(webhook)
      return
    }
    lanes.set(webhook.lane, [webhook])
    ready.push(webhook.lane)
    pump()
  }

  const release = (lane: string, newerThan: number) => {
    const heldInLane = held.get(lane)
    if (!heldInLane) return
    const overtaken = heldInLane.filter((webhook) => webhook.id < newerThan)
    const rest = heldInLane.filter((webhook) => webhook.id >= newerThan)
    if (rest.length > 0) held.set(lane, rest)
    else held.delete(lane)
    for (const webhook of overtaken) {
      clearTimeout(timers.get(webhook.id))
      timers.delete(webhook.id)
      enqueue(webhook)
    }
  }

  const schedule = (webhook: Webhook) => {
    inFlight.increment()
    if (webhook.state === 'held') {
      held.set(webhook.lane, [...(held.get(webhook.lane) ?? []), webhook])
      delay(webhook, () => release(webhook.lane, webhook.id + 1))
    } else if (webhook.notBefore > getContext().now()) {
      delay(webhook, () => enqueue(webhook))
    } else {
      enqueue(webhook)
    }
  }

  function pump() {
    while (running.size < MAX_CONCURRENT && !stopping.signal.aborted) {
      const name = ready.shift()
      const webhook = name === undefined ? undefined : lanes.get(name)?.[0]
      if (name === undefined || !webhook) return
      const run = deliver(webhook)
        .catch((error: unknown) => {
          console.error(`sandbox: failed to deliver webhook ${webhook.id}, will retry on the next start`, error)
          return true
        })
        .then((isDone) => {
          running.delete(run)
          if (!isDone) return
          const lane = lanes.get(name)
          lane?.shift()
          if (lane && lane.length > 0) ready.push(name)
          else lanes.delete(name)
          release(name, webhook.id)
          inFlight.decrement()
          pump()
        })
      running.add(run)
    }
  }

  /**
   * Returns false when the sandbox was stopped meanwhile: the webhook stays pending and is posted after the next start.
   */
  async function deliver(webhook: Webhook): Promise<boolean> {
    const context = getContext()
    const authToken = context.accounts.find(webhook.accountSid)?.authToken ?? ''
    let parameters = readParameters(webhook)
    let result = await attempt(webhook, webhook.url, webhook.method, authToken, parameters)
    if (result && !isSuccess(result.outcome) && webhook.fallbackUrl) {
      const failure = result.outcome
      parameters = {
        ...parameters,
        ErrorCode: failure.hasResponse ? '11200' : failure.error.slice(0, 5),
        ErrorUrl: webhook.url,
      }
      const attempts = result.attempts
      result = await attempt(webhook, webhook.fallbackUrl, webhook.fallbackMethod ?? 'POST', authToken, parameters)
      if (result) result.attempts += attempts
    }
    if (!result) return false

    const { outcome, attempts } = result
    const isDelivered = isSuccess(outcome)
    const problem =
      isDelivered && outcome.hasResponse && webhook.kind === 'inbound' ? handleTwiml(context, webhook, outcome) : null
    const finished = context.webhooks.finish({
      id: webhook.id,
      state: isDelivered ? 'delivered' : 'failed',
      attempts,
      responseStatus: outcome.hasResponse ? outcome.status : null,
      error: outcome.hasResponse ? problem : outcome.error,
      finishedAt: context.now(),
    })
    context.events.publish(() => ({ type: 'webhook', webhook: toWebhookEntry(finished) }))
    return true
  }

  async function attempt(
    webhook: Webhook,
    address: string,
    method: string,
    authToken: string,
    parameters: Record<string, string>,
  ): Promise<{ outcome: WebhookOutcome; attempts: number } | null> {
    const target = readConnectionOverrides(address)
    const deadline = Date.now() + target.totalTimeoutMs
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await client.post(target, { method, authToken, token: webhook.token, parameters })
      if (stopping.signal.aborted && !isSuccess(outcome)) return null
      const mayRetry = outcome.reason !== null && attempts <= target.retries && target.retryOn(outcome.reason)
      const backoff = FIRST_RETRY_MS * 2 ** (attempts - 1)
      if (!mayRetry || Date.now() + backoff > deadline) return { outcome, attempts }
      try {
        await sleep(backoff, undefined, { signal: stopping.signal })
      } catch {
        return null
      }
    }
  }

  return {
    accept: (webhook) => {
      if (webhook.state === 'dropped') return
      getContext().db.afterCommit(() => {
        if (isStarted) schedule(webhook)
      })
    },
    start() {
      if (isStarted) return
      isStarted = true
      for (const webhook of getContext().webhooks.pending()) schedule(webhook)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      // Closing the connections aborts the requests that are still in flight.
      client.close()
      await Promise.allSettled(running)
    },
  }
}

const isSuccess = (outcome: WebhookOutcome): boolean =>
  outcome.hasResponse && outcome.status >= 200 && outcome.status < 400
