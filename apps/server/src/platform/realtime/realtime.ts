import type { Server as HttpServer } from 'node:http'
import type { CatchUp, RealtimeEvent } from '@frontdesk/contract/api'
import { Server } from 'socket.io'
import type { Actor } from '../actor.ts'
import type { Log } from '../log.ts'
import { answerCatchUps } from './catch-up.ts'
import { endWithSession, type SessionHooks } from './end-with-session.ts'
import { limitBacklog } from './limit-backlog.ts'
import { connectRedis, type RedisAdapter } from './redis.ts'
import { roomOfScreens, type ScreenHooks, trackScreen } from './screens.ts'
import { type FrontdeskServer, type FrontdeskSocket, room, type Screen } from './socket.ts'
import { trackViewers, type ViewerOptions } from './viewers.ts'
import { watchProcesses } from './watch-processes.ts'

/** Sends an event to the tenant's rooms, except sockets in the `except` rooms. Called after commit. */
export type Push = (tenantId: string, rooms: string[], event: RealtimeEvent, except?: string[]) => void

/** Room of all users of a business, for events without content. */
export const TEAM_ROOM = 'team'

export interface Realtime {
  push: Push
  /** Sends an event to all sockets of all tenants. */
  pushToAll: (event: RealtimeEvent) => void
  /** Notifies the session's sockets that it has ended, and disconnects them. */
  endSession: (sessionId: string) => void
  /**
   * Handles a change of a user's role, locations or permissions: every process drops its cached sessions of the tenant
   * and moves the tenant's sockets to the rooms that match what their viewers may see now.
   */
  viewersChanged: (tenantId: string) => Promise<void>
  connections: () => number
  /** Open screens of the tenant, of one user or of a conversation's viewers, across processes. */
  screensOf: (tenantId: string, at?: { userId: string } | { viewing: string }) => Promise<Screen[]>
  close: () => Promise<void>
}

export interface RealtimeOptions extends ViewerOptions, SessionHooks {
  /** Null in a worker process, which only sends. */
  httpServer: HttpServer | null
  redisUrl: string | null
  publicOrigins: () => string[]
  forgetSession: (sessionId: string) => void
  forgetAll: () => void
  catchUp: (actor: Actor, after: string | null) => Promise<CatchUp>
  screens: ScreenHooks
}

const sessionRoom = (sessionId: string) => `session/${sessionId}`

export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { log } = options
  const redis = options.redisUrl ? await connectRedis(options.redisUrl, log, () => reconnectClients()) : null
  const io = createSocketServer(options.publicOrigins, redis?.adapter)
  if (options.httpServer) io.attach(options.httpServer)
  const viewers = trackViewers(io, options)

  /**
   * Without Redis, events and changed rights from other processes are lost. Clients that reconnect authenticate again
   * and catch up.
   */
  const reconnectClients = () => {
    options.forgetAll()
    for (const socket of io.of('/').sockets.values()) socket.conn.close()
  }
  io.on('viewers.changed', viewers.refresh)
  io.on('session.ended', (sessionId) => {
    viewers.noteChange()
    options.forgetSession(sessionId)
  })

  let isClosing = false
  const logUnlessClosing = (message: string) => (error: unknown) => {
    if (!isClosing) log.error({ err: error }, message)
  }
  io.use((socket, next) => {
    viewers.authenticate(socket).then(
      () => next(),
      () => next(new Error('NotSignedIn')),
    )
  })
  io.on('connection', (socket: FrontdeskSocket) => {
    socket.join(sessionRoom(socket.data.actor.sessionId))
    viewers.join(socket)
    limitBacklog(socket)
    endWithSession(socket, options, logUnlessClosing('failed to check a session'))
    const recheckScreen = trackScreen(socket, options.screens, logUnlessClosing('failed to apply a screen report'))
    viewers.onRightsChanged(socket, recheckScreen)
    answerCatchUps(socket, options.catchUp, (error) => log.error({ err: error }, 'catch-up failed'))
  })
  const stopWatching = redis && options.httpServer ? watchProcesses(io, options.now) : () => {}

  return {
    screensOf: (tenantId, at) => fetchScreens(io, room(tenantId, roomOfScreens(at)), log),
    push: (tenantId, rooms, event, except = []) => {
      const tenantRooms = (names: string[]) => names.map((name) => room(tenantId, name))
      io.to(tenantRooms(rooms)).except(tenantRooms(except)).emit('event', event)
    },
    viewersChanged: async (tenantId) => {
      if (redis) io.serverSideEmit('viewers.changed', tenantId)
      await viewers.refresh(tenantId)
    },
    pushToAll: (event) => void io.emit('event', event),
    endSession: (sessionId) => {
      viewers.noteChange()
      if (redis) io.serverSideEmit('session.ended', sessionId)
      io.to(sessionRoom(sessionId)).emit('session.ended')
      io.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    connections: () => io.engine?.clientsCount ?? 0,
    close: async () => {
      isClosing = true
      stopWatching()
      await io.close()
      await redis?.client.close()
    },
  }
}

function createSocketServer(publicOrigins: () => string[], adapter: RedisAdapter | undefined): FrontdeskServer {
  return new Server({
    path: '/realtime',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 100_000,
    ...(adapter && { adapter }),
    // Reject pages of other origins, even with a stolen token.
    allowRequest: (request, callback) => {
      const { origin } = request.headers
      const origins = publicOrigins()
      // Without a configured public URL any name of this machine is valid, so compare with the request's own host.
      const isOwnHost = origins.every(isLoopbackOrigin) && sameHost(origin, request.headers.host)
      callback(null, origin === undefined || origins.includes(origin) || isOwnHost)
    },
  })
}

/** Other processes respond within milliseconds. */
const SCREENS_TIMEOUT_MS = 2000

async function fetchScreens(io: FrontdeskServer, screensRoom: string, log: Log): Promise<Screen[]> {
  const sockets = await io
    .timeout(SCREENS_TIMEOUT_MS)
    .in(screensRoom)
    .fetchSockets()
    .catch((error) => {
      // The adapter waits for a process that died until its heartbeat is overdue.
      log.warn({ err: error }, 'another process did not report its screens')
      return io.local.in(screensRoom).fetchSockets()
    })
  return sockets.flatMap(({ data }) => data.screen ?? [])
}

const sameHost = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host

const isLoopbackOrigin = (origin: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname)
