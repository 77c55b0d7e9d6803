import type { Server as HttpServer } from 'node:http'
import type { CatchUp, ClientToServerEvents, RealtimeEvent, ServerToClientEvents } from '@frontdesk/contract/api'
import { Server } from 'socket.io'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import { type Clock, millisecondsUntil } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { roomOfScreens, type ScreenHooks, trackScreen } from './screens.ts'
import { type FrontdeskSocket, type InterServerEvents, room, type Screen, type SocketData } from './socket.ts'

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

export interface RealtimeOptions {
  /** Null in a worker process, which only sends. */
  httpServer: HttpServer | null
  redisUrl: string | null
  publicOrigins: () => string[]
  authenticate: (token: string) => Promise<Actor>
  /** Reloads the actor of a session; throws once the session has ended. */
  reload: (actor: Actor) => Promise<Actor>
  /** When a session ends unless it is renewed; null once it has ended. */
  findSessionEnd: (sessionId: string) => Promise<string | null>
  forgetSession: (sessionId: string) => void
  forgetTenant: (tenantId: string) => void
  forgetAll: () => void
  now: Clock
  /** The rooms whose events the actor may see. */
  roomsOf: (actor: Actor) => string[]
  catchUp: (actor: Actor, after: string | null) => Promise<CatchUp>
  screens: ScreenHooks
  log: Log
}

const sessionRoom = (sessionId: string) => `session/${sessionId}`

/** Other processes respond within milliseconds. */
const SCREENS_TIMEOUT_MS = 2000

/** How often a process counts the others, to notice one that was killed. */
const COUNT_PROCESSES_MS = 1000

/** Timers are limited to 24 days, and a session may end early. */
const CHECK_SESSION_MAX_MS = 60 * 60_000
const CHECK_SESSION_MIN_MS = 1000

/** In characters. */
const MAX_BACKLOG = 4_000_000

/** Disconnects a client that does not read, because everything it is sent meanwhile is held in memory. */
function limitBacklog({ conn }: FrontdeskSocket): void {
  let backlog = 0
  // A flush passes the whole backlog to the transport, and is followed by another only once the transport has sent it.
  conn.on('flush', () => {
    backlog = 0
  })
  conn.on('packetCreate', ({ data }: { data?: string }) => {
    // Without the new packet, which a connection that keeps up is sent at once, however large it is.
    if (backlog > MAX_BACKLOG) conn.close(true)
    backlog += data?.length ?? 0
  })
}

const After = z.union([z.null(), z.string().regex(/^\d{1,19}$/)])

/** Loads the client only when Redis is configured: its 600 modules are a quarter of the modules of a start. */
async function connectRedis(url: string, log: Log, onReconnect: () => void) {
  const [{ createClient }, { createAdapter }] = await Promise.all([
    import('redis'),
    import('@socket.io/redis-streams-adapter'),
  ])
  const client = createClient({ url })
  client.on('error', (error) => log.error({ err: error }, 'redis connection'))
  await client.connect()
  client.on('ready', onReconnect)
  return { client, adapter: createAdapter(client) }
}

export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const redis = options.redisUrl ? await connectRedis(options.redisUrl, options.log, () => reconnectClients()) : null

  const io = new Server<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>({
    path: '/realtime',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 100_000,
    ...(redis && { adapter: redis.adapter }),
    // Reject pages of other origins, even with a stolen token.
    allowRequest: (request, callback) => {
      const { origin } = request.headers
      const origins = options.publicOrigins()
      // Without a configured public URL any name of this machine is valid, so compare with the request's own host.
      const isOwnHost = origins.every(isLoopbackOrigin) && sameHost(origin, request.headers.host)
      callback(null, origin === undefined || origins.includes(origin) || isOwnHost)
    },
  })
  if (options.httpServer) io.attach(options.httpServer)

  let viewerChanges = 0
  const roomsOf = (actor: Actor) => options.roomsOf(actor).map((name) => room(actor.tenantId, name))

  /** Per socket: re-checks which conversation its screen may show, after its viewer's rights have changed. */
  const recheckScreen = new WeakMap<FrontdeskSocket, () => void>()

  const refreshSocket = async (socket: FrontdeskSocket) => {
    const changes = viewerChanges
    try {
      const actor = await options.reload(socket.data.actor)
      // A reload that began later has more recent rights.
      if (!socket.connected || socket.data.viewerChanges > changes) return
      socket.data.viewerChanges = changes
      const before = socket.data.actor
      socket.data.actor = actor
      if (viewerKey(actor) === viewerKey(before)) return
      const rooms = roomsOf(actor)
      for (const old of roomsOf(before)) if (!rooms.includes(old)) socket.leave(old)
      socket.join(rooms)
      recheckScreen.get(socket)?.()
      socket.emit('event', { type: 'viewer.changed', id: null, at: options.now() })
    } catch (error) {
      if (error instanceof AppError) socket.emit('session.ended')
      else options.log.error({ err: error }, 'failed to reload a viewer')
      // A client with a valid session reconnects and authenticates again.
      socket.disconnect(true)
    }
  }

  const refreshLocalSockets = async (tenantId: string) => {
    viewerChanges += 1
    options.forgetTenant(tenantId)
    const sockets = [...io.of('/').sockets.values()].filter(({ data }) => data.actor.tenantId === tenantId)
    await Promise.all(sockets.map(refreshSocket))
  }
  /**
   * Without Redis, events and changed rights from other processes are lost. Clients that reconnect authenticate again
   * and catch up.
   */
  const reconnectClients = () => {
    options.forgetAll()
    for (const socket of io.of('/').sockets.values()) socket.conn.close()
  }
  io.on('viewers.changed', refreshLocalSockets)
  io.on('session.ended', (sessionId) => {
    viewerChanges += 1
    options.forgetSession(sessionId)
  })

  io.use(async (socket, next) => {
    try {
      socket.data.viewerChanges = viewerChanges
      socket.data.actor = await options.authenticate(String(socket.handshake.auth.token ?? ''))
      next()
    } catch {
      next(new Error('NotSignedIn'))
    }
  })

  io.on('connection', (socket: FrontdeskSocket) => {
    const { actor } = socket.data
    socket.join([sessionRoom(actor.sessionId), ...roomsOf(actor)])
    limitBacklog(socket)
    endWithSession(socket)
    // The viewer changed, or the session ended, during the handshake.
    if (socket.data.viewerChanges !== viewerChanges) void refreshSocket(socket)

    recheckScreen.set(
      socket,
      trackScreen(socket, options.screens, (error) => {
        if (!isClosing) options.log.error({ err: error }, 'failed to apply a screen report')
      }),
    )
    // One request at a time per socket, so that a flood holds a single database connection. The others get no response;
    // clients retry later.
    let isCatchingUp = false
    socket.on('catch-up', async (after, answer) => {
      if (typeof answer !== 'function' || isCatchingUp) return
      const parsed = After.safeParse(after)
      if (!parsed.success) return answer({ status: 'reload', lastId: '0' })
      isCatchingUp = true
      try {
        answer(await options.catchUp(socket.data.actor, parsed.data))
      } catch (error) {
        options.log.error({ err: error }, 'catch-up failed')
        answer({ status: 'reload', lastId: '0' })
      } finally {
        isCatchingUp = false
      }
    })
  })

  /** Disconnects a socket once its session has expired, even if it sends no request. */
  function endWithSession(socket: FrontdeskSocket): void {
    let timer: NodeJS.Timeout | undefined
    const check = async () => {
      const endsAt = await options.findSessionEnd(socket.data.actor.sessionId).catch((error) => {
        if (!isClosing) options.log.error({ err: error }, 'failed to check a session')
        return undefined
      })
      if (!socket.connected) return
      if (endsAt === null) {
        socket.emit('session.ended')
        socket.disconnect(true)
        return
      }
      const remainingMs = endsAt === undefined ? CHECK_SESSION_MAX_MS : millisecondsUntil(endsAt, options.now())
      timer = setTimeout(check, Math.min(Math.max(remainingMs, CHECK_SESSION_MIN_MS), CHECK_SESSION_MAX_MS))
    }
    socket.on('disconnect', () => clearTimeout(timer))
    void check()
  }

  let isClosing = false

  /** A killed process pushes no changes for its screens, so the remaining ones make their own clients refetch. */
  const watchProcesses = () => {
    let processes = 0
    const timer = setInterval(async () => {
      const before = processes
      processes = await io
        .of('/')
        .adapter.serverCount()
        // Lost connection to Redis: clients reconnect and refetch.
        .catch(() => 0)
      if (processes > 0 && processes < before)
        io.local.emit('event', { type: 'presence.expired', id: null, at: options.now() })
    }, COUNT_PROCESSES_MS)
    return () => clearInterval(timer)
  }
  const stopWatching = redis && options.httpServer ? watchProcesses() : () => {}

  return {
    screensOf: async (tenantId, at) => {
      const name = roomOfScreens(at)
      const sockets = await io
        .timeout(SCREENS_TIMEOUT_MS)
        .in(room(tenantId, name))
        .fetchSockets()
        .catch((error) => {
          // The adapter waits for a process that died until its heartbeat is overdue.
          options.log.warn({ err: error }, 'another process did not report its screens')
          return io.local.in(room(tenantId, name)).fetchSockets()
        })
      return sockets.flatMap(({ data }) => data.screen ?? [])
    },
    push: (tenantId, rooms, event, except = []) => {
      const tenantRooms = (names: string[]) => names.map((name) => room(tenantId, name))
      io.to(tenantRooms(rooms)).except(tenantRooms(except)).emit('event', event)
    },
    viewersChanged: async (tenantId) => {
      if (redis) io.serverSideEmit('viewers.changed', tenantId)
      await refreshLocalSockets(tenantId)
    },
    pushToAll: (event) => void io.emit('event', event),
    endSession: (sessionId) => {
      viewerChanges += 1
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

/** Key of everything about an actor that determines what they see and may do. */
const viewerKey = ({ userId, role, permissions, locationIds, displayName, viewingAs }: Actor): string =>
  JSON.stringify([userId, role, permissions, locationIds, displayName, viewingAs])

const sameHost = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host

const isLoopbackOrigin = (origin: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname)
