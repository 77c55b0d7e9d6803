import type { AuthResult, CatchUp, EventOf, EventType, RealtimeEvent, ScreenReport } from '@frontdesk/contract/api'
import { io } from 'socket.io-client'

export interface LiveConnection {
  /** Everything heard so far, in its order. */
  received: RealtimeEvent[]
  /** The first event of the kind that fits, heard already or yet to come. */
  waitFor: <Type extends EventType>(type: Type, matches?: (event: EventOf<Type>) => boolean) => Promise<EventOf<Type>>
  catchUp: (after: string | null) => Promise<CatchUp>
  /** Tells what the screen shows, as the web app does. */
  reportScreen: (page: string, report?: Partial<ScreenReport>) => void
  /** The server ended the session and hung up. */
  onSessionEnded: (callback: () => void) => void
  close: () => void
}

const TIMEOUT_MS = 10_000

/** A signed-in screen's live connection. */
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
    received: received,
    waitFor: <Type extends EventType>(type: Type, matches: (event: EventOf<Type>) => boolean = () => true) =>
      new Promise<EventOf<Type>>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check)
          reject(
            new Error(
              `No fitting ${type} was heard, but ${received.map((event) => event.type).join(', ') || 'nothing'}.`,
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
