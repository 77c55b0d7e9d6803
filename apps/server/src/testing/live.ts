import type { AuthResult, CatchUp, EventOf, EventType, RealtimeEvent, ScreenReport } from '@frontdesk/contract'
import { io } from 'socket.io-client'

export interface Live {
  /** Everything heard so far, in its order. */
  heard: RealtimeEvent[]
  /** The first event of the kind that fits, heard already or yet to come. */
  hears: <Type extends EventType>(type: Type, fits?: (event: EventOf<Type>) => boolean) => Promise<EventOf<Type>>
  catchUp: (after: string | null) => Promise<CatchUp>
  /** Tells what the screen shows, as the web app does. */
  show: (page: string, report?: Partial<ScreenReport>) => void
  /** The server ended the session and hung up. */
  onEnd: (told: () => void) => void
  close: () => void
}

const PATIENCE_MS = 10_000

/** A signed-in screen's live connection. */
export async function listen(
  url: string,
  auth: Pick<AuthResult, 'bearerToken'>,
  { userAgent }: { userAgent?: string } = {},
): Promise<Live> {
  const socket = io(url, {
    path: '/realtime',
    transports: ['websocket'],
    auth: { token: auth.bearerToken },
    ...(userAgent && { extraHeaders: { 'user-agent': userAgent } }),
  })
  const heard: RealtimeEvent[] = []
  const waiting = new Set<() => void>()
  socket.on('event', (event: RealtimeEvent) => {
    heard.push(event)
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    heard,
    hears: <Type extends EventType>(type: Type, fits: (event: EventOf<Type>) => boolean = () => true) =>
      new Promise<EventOf<Type>>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(`No fitting ${type} was heard, but ${heard.map((event) => event.type).join(', ') || 'nothing'}.`),
          )
        }, PATIENCE_MS)
        const look = () => {
          const found = heard.find((event) => event.type === type && fits(event as EventOf<Type>))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found as EventOf<Type>)
        }
        waiting.add(look)
        look()
      }),
    catchUp: (after) => socket.timeout(PATIENCE_MS).emitWithAck('catch-up', after),
    show: (page, report) => void socket.emit('screen', { isActive: true, isApp: false, page, ...report }),
    onEnd: (told) => void socket.once('session.ended', told),
    close: () => void socket.close(),
  }
}
