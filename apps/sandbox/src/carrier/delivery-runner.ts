import type { SandboxContext } from '../platform/context.ts'
import type { PendingCounter } from '../platform/pending-counter.ts'
import type { Message, MessageStatus } from '../store/messages.ts'
import { enqueueStatusWebhook } from '../webhooks/enqueue-status-webhook.ts'
import { deliverToBusiness } from './deliver-to-business.ts'
import { failsAtTwilio } from './error-codes.ts'
import { fetchMedia } from './fetch-media.ts'
import { publishMessage } from './publish-message.ts'

export interface DeliveryRunner {
  /** Schedules the next status change of the message. */
  track(message: Message): void
  start(): void
  stop(): Promise<void>
}

/** Advances outgoing texts through queued, sending, sent and delivered; resumes after a restart. */
export function createDeliveryRunner(getContext: () => SandboxContext, inFlight: PendingCounter): DeliveryRunner {
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStarted = false

  const nextStatus = (
    message: Message,
    mediaError: number | null,
  ): { status: MessageStatus; errorCode: number | null } => {
    const errorCode = mediaError ?? message.outcomeCode
    if (message.status === 'queued') return { status: 'sending', errorCode: null }
    if (message.status === 'sending') {
      return errorCode !== null && failsAtTwilio(errorCode)
        ? { status: 'failed', errorCode }
        : { status: 'sent', errorCode: null }
    }
    return errorCode === null ? { status: 'delivered', errorCode } : { status: 'undelivered', errorCode }
  }

  const advance = async (message: Message) => {
    const context = getContext()
    const mediaError = message.status === 'sending' ? await fetchMedia(context, message, stopping.signal) : null
    // Aborted by shutdown: the step is repeated after the next start.
    if (stopping.signal.aborted) return
    const { status, errorCode } = nextStatus(message, mediaError)
    const now = context.now()
    const isFinal = status !== 'sending' && status !== 'sent'
    context.db.transaction(() => {
      const advanced = context.messages.advance({
        id: message.id,
        expectedStatus: message.status,
        status,
        errorCode,
        nextAt: isFinal ? null : now + context.statusDelayMs,
        sentAt: status === 'sent' ? now : null,
        now,
      })
      if (!advanced) return
      enqueueStatusWebhook(context, advanced)
      publishMessage(context, advanced)
      if (status === 'delivered') deliverToBusiness(context, advanced)
      if (!isFinal) track(advanced)
    })
  }

  const schedule = (message: Message) => {
    if (!isStarted || timers.has(message.id)) return
    inFlight.increment()
    const delay = Math.max(0, (message.nextAt ?? 0) - getContext().now())
    timers.set(
      message.id,
      setTimeout(() => {
        timers.delete(message.id)
        const run = advance(message)
          .catch((error: unknown) =>
            console.error(`sandbox: failed to advance ${message.sid}, will retry on the next start`, error),
          )
          .finally(() => {
            running.delete(run)
            inFlight.decrement()
          })
        running.add(run)
      }, delay),
    )
  }

  const track = (message: Message) => getContext().db.afterCommit(() => schedule(message))

  return {
    track,
    start() {
      if (isStarted) return
      isStarted = true
      for (const message of getContext().messages.inFlight()) schedule(message)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      for (const timer of timers.values()) {
        clearTimeout(timer)
        inFlight.decrement()
      }
      timers.clear()
      await Promise.allSettled(running)
    },
  }
}
