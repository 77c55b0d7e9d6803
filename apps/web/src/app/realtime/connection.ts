import type { CatchUp, ClientToServerEvents, RealtimeEvent, ServerToClientEvents } from '@frontdesk/contract/api'
import { io, type Socket } from 'socket.io-client'
import { exchangeRefreshToken } from '../../lib/api.ts'
import { connectionState } from '../../lib/realtime/connection-state.ts'
import { ownScreen } from '../../lib/realtime/own-screen.ts'
import { session } from '../../lib/session/session.ts'

const QUIET_CATCH_UP_MS = 60_000
const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 10_000
const REFUSED_WAIT_MS = 500
const REFUSED_WAIT_MAX_MS = 30_000
const ASK_READY_EVERY_MS = 2_000

interface Ports {
  onEvents: (events: readonly RealtimeEvent[]) => void
  onReload: () => void
  onConnected: () => void
}

/** The realtime connection: remembers the last event id, and requests what was missed after each reconnect. */
export function connectRealtime({ onEvents, onReload, onConnected }: Ports): () => void {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io({
    path: '/realtime',
    transports: ['websocket', 'polling'],
    auth: (give) => give({ token: session.current?.bearerToken }),
    timeout: CONNECT_WITHIN_MS,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  })
  let lastId: string | null = null
  let isFirst = true
  let refusals = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const remember = (id: string | null) => {
    if (id !== null && (lastId === null || BigInt(id) > BigInt(lastId))) lastId = id
  }

  const catchUp = async () => {
    if (!socket.connected) return
    let answer: CatchUp
    try {
      answer = await socket.timeout(ANSWER_WITHIN_MS).emitWithAck('catch-up', lastId)
    } catch {
      // The connection broke meanwhile, or the server is busy; the next connect or the next minute retries.
      return
    }
    if (answer.status === 'ok') {
      for (const { id } of answer.events) remember(id)
      onEvents(answer.events)
    }
    // The screen was filled before the first event id was known, so the first connect catches up once.
    if (answer.status === 'reload' || isFirst) onReload()
    isFirst = false
    lastId = answer.lastId
  }

  const report = () => {
    if (socket.connected) socket.emit('screen', ownScreen.get())
  }
  const stopReporting = ownScreen.subscribe(report)

  socket.on('event', (event) => {
    remember(event.id)
    onEvents([event])
  })
  socket.on('connect', () => {
    connectionState.set('online')
    refusals = 0
    report()
    void catchUp()
    onConnected()
  })
  socket.on('disconnect', (reason) => {
    connectionState.set('offline')
    // Socket.IO does not reconnect on its own after the server disconnected.
    if (reason === 'io server disconnect') retry = setTimeout(() => session.current && socket.connect(), 1_000)
  })
  socket.on('connect_error', ({ message }) => {
    connectionState.set('offline')
    // Unreachable: Socket.IO retries on its own. Refused: it does not.
    if (socket.active) return
    const wait = Math.min(REFUSED_WAIT_MS * 2 ** refusals, REFUSED_WAIT_MAX_MS)
    refusals += 1
    retry = setTimeout(async () => {
      if (message === 'NotSignedIn') await renew()
      if (session.current) socket.connect()
    }, wait)
  })
  socket.on('session.ended', () => session.set(null))

  const renew = async () => {
    const stale = session.current?.bearerToken
    if (stale) await session.renew(stale, exchangeRefreshToken).catch(() => null)
  }

  const timer = setInterval(catchUp, QUIET_CATCH_UP_MS)
  const onVisible = () => {
    if (document.visibilityState === 'visible') void catchUp()
  }
  document.addEventListener('visibilitychange', onVisible)
  // The server is up but its database is not: requests fail while the realtime connection stays open.
  let outage: ReturnType<typeof setInterval> | undefined
  const askReady = async () => {
    const isReady = await fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady || !outage) return
    clearInterval(outage)
    outage = undefined
    // While disconnected, reconnecting does the same.
    if (!socket.connected) return
    connectionState.set('online')
    void catchUp()
    onConnected()
  }
  connectionState.onServiceUnavailable(() => {
    if (outage) return
    connectionState.set('offline')
    outage = setInterval(askReady, ASK_READY_EVERY_MS)
  })

  // Socket.IO notices a connection lost during the handshake only when its connection timeout expires.
  const onLine = () => {
    if (outage) void askReady()
    if (socket.connected || !session.current) return
    socket.disconnect()
    socket.connect()
  }
  addEventListener('online', onLine)
  connectionState.onConnectNow(onLine)

  return () => {
    removeEventListener('online', onLine)
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
    clearInterval(outage)
    connectionState.onServiceUnavailable(() => undefined)
    stopReporting()
    clearTimeout(retry)
    socket.disconnect()
    connectionState.set('connecting')
  }
}
