import { type Clock, millisecondsUntil } from '../clock.ts'
import type { FrontdeskSocket } from './socket.ts'

export interface SessionHooks {
  /** When a session ends unless it is renewed; null once it has ended. */
  findSessionEnd: (sessionId: string) => Promise<string | null>
  now: Clock
}

/** Timers are limited to 24 days, and a session may end early. */
const CHECK_SESSION_MAX_MS = 60 * 60_000
const CHECK_SESSION_MIN_MS = 1000

/** Disconnects a socket once its session has expired, even if it sends no request. */
export function endWithSession(
  socket: FrontdeskSocket,
  { findSessionEnd, now }: SessionHooks,
  onError: (error: unknown) => void,
): void {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    const endsAt = await findSessionEnd(socket.data.actor.sessionId).catch((error) => {
      onError(error)
      return undefined
    })
    if (!socket.connected) return
    if (endsAt === null) {
      socket.emit('session.ended')
      socket.disconnect(true)
      return
    }
    const remainingMs = endsAt === undefined ? CHECK_SESSION_MAX_MS : millisecondsUntil(endsAt, now())
    timer = setTimeout(check, Math.min(Math.max(remainingMs, CHECK_SESSION_MIN_MS), CHECK_SESSION_MAX_MS))
  }
  socket.on('disconnect', () => clearTimeout(timer))
  void check()
}
