import type { Tally } from '../platform/tally.ts'
import type { World } from '../platform/world.ts'
import type { Message, MessageStatus } from '../store/messages.ts'
import { announceStatus } from '../webhooks/announce-status.ts'
import { failsAtTwilio } from './error-codes.ts'
import { fetchMedia } from './fetch-media.ts'
import { publishMessage } from './publish-message.ts'
import { reachBusiness } from './reach-business.ts'

export interface Progress {
  /** Moves the message on when its next status is due. */
  follow(message: Message): void
  start(): void
  stop(): Promise<void>
}

/** Carries outgoing texts through queued, sending, sent and delivered; resumes after a restart where it was killed. */
export function createProgress(getWorld: () => World, tally: Tally): Progress {
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStarted = false

  const next = (message: Message, mediaError: number | null): { status: MessageStatus; errorCode: number | null } => {
    const errorCode = mediaError ?? message.outcomeCode
    if (message.status === 'queued') return { status: 'sending', errorCode: null }
    if (message.status === 'sending') {
      return errorCode !== null && failsAtTwilio(errorCode)
        ? { status: 'failed', errorCode }
        : { status: 'sent', errorCode: null }
    }
    return errorCode === null ? { status: 'delivered', errorCode } : { status: 'undelivered', errorCode }
  }

  const step = async (message: Message) => {
    const world = getWorld()
    const mediaError = message.status === 'sending' ? await fetchMedia(world, message, stopping.signal) : null
    // What was cut short by the end of the process is begun again by the next one.
    if (stopping.signal.aborted) return
    const { status, errorCode } = next(message, mediaError)
    const now = world.now()
    const isFinal = status !== 'sending' && status !== 'sent'
    world.db.transaction(() => {
      const moved = world.messages.step({
        id: message.id,
        was: message.status,
        status,
        errorCode,
        nextAt: isFinal ? null : now + world.statusDelayMs,
        sentAt: status === 'sent' ? now : null,
        now,
      })
      if (!moved) return
      announceStatus(world, moved)
      publishMessage(world, moved)
      if (status === 'delivered') reachBusiness(world, moved)
      if (!isFinal) follow(moved)
    })
  }

  const schedule = (message: Message) => {
    if (!isStarted || timers.has(message.id)) return
    tally.begin()
    const due = Math.max(0, (message.nextAt ?? 0) - getWorld().now())
    timers.set(
      message.id,
      setTimeout(() => {
        timers.delete(message.id)
        const run = step(message)
          .catch((error: unknown) => console.error(`sandbox: ${message.sid} is stuck until the next start`, error))
          .finally(() => {
            running.delete(run)
            tally.end()
          })
        running.add(run)
      }, due),
    )
  }

  const follow = (message: Message) => getWorld().db.afterCommit(() => schedule(message))

  return {
    follow,
    start() {
      if (isStarted) return
      isStarted = true
      for (const message of getWorld().messages.underWay()) schedule(message)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      for (const timer of timers.values()) {
        clearTimeout(timer)
        tally.end()
      }
      timers.clear()
      await Promise.allSettled(running)
    },
  }
}
