import type { AuthResult, CatchUp, EventOf, EventType, RealtimeEvent, ScreenReport } from '@frontdesk/contract/api'
import { io } from 'socket.io-client'

export interface LiveConnection {
  /** Events received so far, in order. */
  received: RealtimeEvent[]
  /** Resolves with the first matching event, already received or future. */
  waitFor: <Type extends EventType>(type: Type, matches?: (event: EventOf<Type>) => boolean) => Promise<EventOf<Type>>
  catchUp: (after: string | null) => Promise<CatchUp>
  /** Reports the visible screen like the web app. */
  reportScreen: (page: string, report?: Partial<ScreenReport>) => void
  /** Calls back when the server has ended the session. */
  onSessionEnded: (callback: () => void) => void
  close: () => void
}

const TIMEOUT_MS = 10_000

/** Opens a realtime connection like a signed-in browser. */
export async function connectLive(
  url: string,
  auth: Pick<AuthResult, 'bearerToken'>,
  { userAgent }: { userAgent?: string } = {},
): Promise<LiveConnection> {
  const socket = io(url, {
    path: '/realtime',
    transports: ['websocket'],
    auth: { token: auth.bearerToken },
    ...(userAgent && { extraHeaders: { 'user-agent': userAgent } }),
  })
  const received: RealtimeEvent[] = []
  const waiters = new Set<() => void>()
  socket.on('event', (event: RealtimeEvent) => {
    received.push(event)
    for (const check of waiters) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    received,
    waitFor: <Type extends EventType>(type: Type, matches: (event: EventOf<Type>) => boolean = () => true) =>
      new Promise<EventOf<Type>>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check)
          reject(
            new Error(
              `Timed out waiting for ${type}; received: ${received.map((event) => event.type).join(', ') || 'nothing'}.`,
            ),
          )
        }, TIMEOUT_MS)
        const check = () => {
          const match = received.find((event) => event.type === type && matches(event as EventOf<Type>))
          if (!match) return
          clearTimeout(timer)
          waiters.delete(check)
          resolve(match as EventOf<Type>)
        }
        waiters.add(check)
        check()
      }),
    catchUp: (after) => socket.timeout(TIMEOUT_MS).emitWithAck('catch-up', after),
    reportScreen: (page, report) => void socket.emit('screen', { isActive: true, isApp: false, page, ...report }),
    onSessionEnded: (callback) => void socket.once('session.ended', callback),
    close: () => void socket.close(),
  }
}
