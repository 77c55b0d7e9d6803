import type { Message, RealtimeEvent } from '@frontdesk/contract/api'
import { io } from 'socket.io-client'
import type { TenantSession } from './tenant-session.ts'

export interface ReceivedEvent {
  message: Message
  /** Set for new messages only. */
  phoneNumber: string | null
}

/** A text that takes longer counts as lost. */
const TIMEOUT_MS = 120_000
/** Poll the API besides the live events, so that a lost connection does not stall the replay. */
const POLL_INTERVAL_MS = 5000

/** Waits for messages on the realtime connection. */
export async function watchMessages(url: string, session: TenantSession) {
  const listeners = new Set<(event: ReceivedEvent) => void>()
  const socket = io(url, {
    path: '/realtime',
    transports: ['websocket'],
    auth: (send) => void session.token().then((token) => send({ token })),
  })
  socket.on('event', (event: RealtimeEvent) => {
    if (event.type !== 'message.created' && event.type !== 'message.changed') return
    const phoneNumber = event.type === 'message.created' ? event.conversation.phoneNumber : null
    for (const listener of listeners) listener({ message: event.message, phoneNumber })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    /** Resolves with the next matching event or the first result of `poll`. */
    next: (
      matches: (event: ReceivedEvent) => boolean,
      poll: () => Promise<ReceivedEvent | null>,
    ): Promise<ReceivedEvent> => {
      const pending = Promise.withResolvers<ReceivedEvent>()
      const listener = (event: ReceivedEvent) => {
        if (matches(event)) pending.resolve(event)
      }
      listeners.add(listener)
      const polling = setInterval(
        () => void poll().then((event) => event && pending.resolve(event), pending.reject),
        POLL_INTERVAL_MS,
      )
      const timeout = setTimeout(() => pending.reject(new Error('Timed out waiting for a message.')), TIMEOUT_MS)
      return pending.promise.finally(() => {
        listeners.delete(listener)
        clearInterval(polling)
        clearTimeout(timeout)
      })
    },
    close: () => void socket.close(),
  }
}
