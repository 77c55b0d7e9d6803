import { setTimeout as sleep } from 'node:timers/promises'
import { toWebhookEntry } from '../api/webhook-entry.ts'
import { obeyTwiml } from '../carrier/obey-twiml.ts'
import type { Tally } from '../platform/tally.ts'
import type { World } from '../platform/world.ts'
import type { Webhook } from '../store/webhooks.ts'
import { readConnectionOverrides } from './connection-overrides.ts'
import { createWebhookClient, type WebhookOutcome } from './post-webhook.ts'

const AT_ONCE = 64
const FIRST_RETRY_MS = 200

export interface WebhookQueue {
  accept(webhook: Webhook): void
  start(): void
  stop(): Promise<void>
}

/** Posts webhooks, one after another within a lane; what was not answered when the process died goes out again. */
export function createWebhookQueue(getWorld: () => World, tally: Tally): WebhookQueue {
  const client = createWebhookClient(AT_ONCE)
  const stopping = new AbortController()
  const lanes = new Map<string, Webhook[]>()
  const ready: string[] = []
  const held = new Map<string, Webhook[]>()
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStarted = false

  const later = (webhook: Webhook, run: () => void) => {
    const wait = webhook.notBefore - getWorld().now()
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
    const waiting = held.get(lane)
    if (!waiting) return
    const overtaken = waiting.filter((webhook) => webhook.id < newerThan)
    const rest = waiting.filter((webhook) => webhook.id >= newerThan)
    if (rest.length > 0) held.set(lane, rest)
    else held.delete(lane)
    for (const webhook of overtaken) {
      clearTimeout(timers.get(webhook.id))
      timers.delete(webhook.id)
      enqueue(webhook)
    }
  }

  const admit = (webhook: Webhook) => {
    tally.begin()
    if (webhook.state === 'held') {
      held.set(webhook.lane, [...(held.get(webhook.lane) ?? []), webhook])
      later(webhook, () => release(webhook.lane, webhook.id + 1))
    } else if (webhook.notBefore > getWorld().now()) {
      later(webhook, () => enqueue(webhook))
    } else {
      enqueue(webhook)
    }
  }

  function pump() {
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const name = ready.shift()
      const webhook = name === undefined ? undefined : lanes.get(name)?.[0]
      if (name === undefined || !webhook) return
      const run = deliver(webhook)
        .catch((error: unknown) => {
          console.error(`sandbox: webhook ${webhook.id} is stuck until the next start`, error)
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
          tally.end()
          pump()
        })
      running.add(run)
    }
  }

  /** Answers false when the sandbox stopped meanwhile: the webhook then stays pending and goes out after the next start. */
  async function deliver(webhook: Webhook): Promise<boolean> {
    const world = getWorld()
    const authToken = world.accounts.find(webhook.accountSid)?.authToken ?? ''
    let parameters = JSON.parse(webhook.parameters) as Record<string, string>
    let result = await attempt(webhook, webhook.url, webhook.method, authToken, parameters)
    if (result && !isSuccess(result.outcome) && webhook.fallbackUrl) {
      const failure = result.outcome
      parameters = {
        ...parameters,
        ErrorCode: failure.isAnswered ? '11200' : failure.error.slice(0, 5),
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
      isDelivered && outcome.isAnswered && webhook.kind === 'inbound' ? obeyTwiml(world, webhook, outcome) : null
    const finished = world.webhooks.finish({
      id: webhook.id,
      state: isDelivered ? 'delivered' : 'failed',
      attempts,
      responseStatus: outcome.isAnswered ? outcome.status : null,
      error: outcome.isAnswered ? problem : outcome.error,
      finishedAt: world.now(),
    })
    world.live.publish(() => ({ type: 'webhook', webhook: toWebhookEntry(finished) }))
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
      const pause = FIRST_RETRY_MS * 2 ** (attempts - 1)
      if (!mayRetry || Date.now() + pause > deadline) return { outcome, attempts }
      try {
        await sleep(pause, undefined, { signal: stopping.signal })
      } catch {
        return null
      }
    }
  }

  return {
    accept: (webhook) => {
      if (webhook.state === 'dropped') return
      getWorld().db.afterCommit(() => {
        if (isStarted) admit(webhook)
      })
    },
    start() {
      if (isStarted) return
      isStarted = true
      for (const webhook of getWorld().webhooks.pending()) admit(webhook)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      // Closing the connections ends the posts that are still waiting for an answer.
      client.close()
      await Promise.allSettled(running)
    },
  }
}

const isSuccess = (outcome: WebhookOutcome): boolean =>
  outcome.isAnswered && outcome.status >= 200 && outcome.status < 400
