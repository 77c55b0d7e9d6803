import type { Message, RealtimeEvent } from '@frontdesk/contract'
import { io } from 'socket.io-client'
import type { TenantSession } from './tenant-session.ts'

export interface ReceivedEvent {
  message: Message
  /** Known for new messages only. */
  phoneNumber: string | null
}

/** A text that takes longer on this machine is lost. */
const GIVE_UP_MS = 120_000
/** Live events are the fast way; now and then the API is asked too, so that a lost connection stops nothing. */
const ASK_EVERY_MS = 5000

/** Waits for messages as a screen does: by the live connection. */
export async function watch(url: string, session: TenantSession) {
  const looks = new Set<(event: ReceivedEvent) => void>()
  const socket = io(url, {
    path: '/realtime',
    transports: ['websocket'],
    auth: (send) => void session.token().then((token) => send({ token })),
  })
  socket.on('event', (event: RealtimeEvent) => {
    if (event.type !== 'message.created' && event.type !== 'message.changed') return
    const phoneNumber = event.type === 'message.created' ? event.conversation.phoneNumber : null
    for (const look of looks) look({ message: event.message, phoneNumber })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    /** The first event from now on that fits, or what `ask` finds. */
    next: (
      fits: (event: ReceivedEvent) => boolean,
      ask: () => Promise<ReceivedEvent | null>,
    ): Promise<ReceivedEvent> => {
      const waiting = Promise.withResolvers<ReceivedEvent>()
      const look = (event: ReceivedEvent) => {
        if (fits(event)) waiting.resolve(event)
      }
      looks.add(look)
      const asking = setInterval(
        () => void ask().then((event) => event && waiting.resolve(event), waiting.reject),
        ASK_EVERY_MS,
      )
      const givingUp = setTimeout(() => waiting.reject(new Error('A message did not arrive.')), GIVE_UP_MS)
      return waiting.promise.finally(() => {
        looks.delete(look)
        clearInterval(asking)
        clearTimeout(givingUp)
      })
    },
    close: () => void socket.close(),
  }
}
