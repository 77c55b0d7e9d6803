import type { Server as HttpServer } from 'node:http'
import {
  type CatchUp,
  type ClientToServerEvents,
  type RealtimeEvent,
  ScreenReport,
  type ServerToClientEvents,
} from '@frontdesk/contract/api'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** Sends to everyone in the tenant's rooms but those in others, after commit, from the data in hand. */
export type Push = (tenantId: string, rooms: string[], event: RealtimeEvent, except?: string[]) => void

/** The room of everybody in a business, for what holds no content. */
export const TEAM_ROOM = 'team'

export interface Realtime {
  push: Push
  /** To every screen of every tenant. */
  pushToAll: (event: RealtimeEvent) => void
  /** Tells the session's screens that it has ended and drops their sockets. */
  endSession: (sessionId: string) => void
  /**
   * Somebody's role, locations or permissions changed: in every process what is known of the tenant's sessions is
   * forgotten, and its sockets move to the rooms of what their viewers may see now.
   */
  viewersChanged: (tenantId: string) => Promise<void>
  connections: () => number
  /** The open screens of one person, or those in a room, in every process. */
  screensOf: (tenantId: string, at?: { userId: string } | { viewing: string }) => Promise<Screen[]>
  close: () => Promise<void>
}

export interface RealtimeOptions {
  /** Absent in a worker process, which only sends. */
  httpServer: HttpServer | null
  redisUrl: string | null
  publicOrigins: () => string[]
  authenticate: (token: string) => Promise<Actor>
  /** The actor of a session as it is now; throws once the session has ended. */
  reload: (actor: Actor) => Promise<Actor>
  forgetSession: (sessionId: string) => void
  forgetTenant: (tenantId: string) => void
  now: Clock
  /** The rooms that hold exactly what the actor may see. */
  roomsOf: (actor: Actor) => string[]
  catchUp: (actor: Actor, after: string | null) => Promise<CatchUp>
  screens: ScreenHooks
  log: Log
}

/** What an open screen last told of itself. */
export interface Screen {
  userId: string
  displayName: string
  isActive: boolean
  page: string
  cameFrom: string | null
  isApp: boolean
  userAgent: string
  /** The conversation it shows, once it is certain that its user may see it. */
  viewing: string | null
  at: string
}

export interface ScreenHooks {
  now: () => string
  /** The conversation that a page shows, if the actor may see it. */
  mayView: (actor: Actor, page: string) => Promise<string | null>
  /** `after` is null once the screen is gone. */
  changed: (actor: Actor, before: Screen | null, after: Screen | null) => Promise<void>
}

interface SocketData {
  actor: Actor
  screen?: Screen
  /** How many changes of viewers this process had heard of when the actor was asked for. */
  heardChanges: number
}

/** What processes tell each other. */
interface InterServerEvents {
  'session.ended': (sessionId: string) => void
  'viewers.changed': (tenantId: string) => void
}
type FrontdeskSocket = Socket<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>

const room = (tenantId: string, name: string) => `${tenantId}/${name}`
const screensRoom = 'screens'
const screensOfUser = (userId: string) => `screens-of:${userId}`
const viewersOf = (sid: string) => `viewing:${sid}`
const sessionRoom = (sessionId: string) => `session/${sessionId}`

const After = z.union([z.null(), z.string().regex(/^\d{1,19}$/)])

/** Loads the client only when Redis is configured: its 600 modules are a quarter of the modules of a start. */
async function connectRedis(url: string, log: Log) {
  const [{ createClient }, { createAdapter }] = await Promise.all([
    import('redis'),
    import('@socket.io/redis-streams-adapter'),
  ])
  const client = createClient({ url })
  client.on('error', (error) => log.error({ err: error }, 'redis connection'))
  await client.connect()
  return { client, adapter: createAdapter(client) }
}

export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const redis = options.redisUrl ? await connectRedis(options.redisUrl, options.log) : null

  const io = new Server<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>({
    path: '/realtime',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 100_000,
    ...(redis && { adapter: redis.adapter }),
    // A page of another origin may not open a socket with a token it got hold of.
    allowRequest: (request, callback) => {
      const { origin } = request.headers
      const origins = options.publicOrigins()
      // Without a configured address people may use any name of this machine, so the page's own host has to do.
      const isOwnHost = origins.every(isLoopbackOrigin) && sameHost(origin, request.headers.host)
      callback(null, origin === undefined || origins.includes(origin) || isOwnHost)
    },
  })
  if (options.httpServer) io.attach(options.httpServer)

  let heardChanges = 0
  const roomsOf = (actor: Actor) => options.roomsOf(actor).map((name) => room(actor.tenantId, name))

  /** Looks at a socket's screen anew once its viewer may see something else. */
  const screens = new WeakMap<FrontdeskSocket, () => void>()

  const moveSocket = async (socket: FrontdeskSocket) => {
    const before = socket.data.actor
    try {
      const actor = await options.reload(before)
      socket.data.actor = actor
      if (viewOf(actor) === viewOf(before)) return
      const rooms = roomsOf(actor)
      for (const old of roomsOf(before)) if (!rooms.includes(old)) socket.leave(old)
      socket.join(rooms)
      screens.get(socket)?.()
      socket.emit('event', { type: 'viewer.changed', id: null, at: options.now() })
    } catch (error) {
      if (error instanceof AppError) socket.emit('session.ended')
      else options.log.error({ err: error }, 'a viewer could not be read anew')
      // Whoever is still signed in comes back and is asked again.
      socket.disconnect(true)
    }
  }

  const viewersChangedHere = async (tenantId: string) => {
    heardChanges += 1
    options.forgetTenant(tenantId)
    const sockets = [...io.of('/').sockets.values()].filter(({ data }) => data.actor.tenantId === tenantId)
    await Promise.all(sockets.map(moveSocket))
  }
  io.on('viewers.changed', viewersChangedHere)
  io.on('session.ended', options.forgetSession)

  io.use(async (socket, next) => {
    try {
      socket.data.heardChanges = heardChanges
      socket.data.actor = await options.authenticate(String(socket.handshake.auth.token ?? ''))
      next()
    } catch {
      next(new Error('NotSignedIn'))
    }
  })

  io.on('connection', (socket: FrontdeskSocket) => {
    const { actor } = socket.data
    socket.join([sessionRoom(actor.sessionId), ...roomsOf(actor)])
    // The change came while this socket was being let in.
    if (socket.data.heardChanges !== heardChanges) void moveSocket(socket)

    followScreen(socket)
    // One at a time: a socket that floods the server with requests holds one database connection and not all of them.
    // The others get no answer, like those the server is too busy for, and clients ask again later.
    let isCatchingUp = false
    socket.on('catch-up', async (after, answer) => {
      if (typeof answer !== 'function' || isCatchingUp) return
      const asked = After.safeParse(after)
      if (!asked.success) return answer({ status: 'reload', lastId: '0' })
      isCatchingUp = true
      try {
        answer(await options.catchUp(socket.data.actor, asked.data))
      } catch (error) {
        options.log.error({ err: error }, 'catch-up failed')
        answer({ status: 'reload', lastId: '0' })
      } finally {
        isCatchingUp = false
      }
    })
  })

  /** Takes over what screens tell of themselves; of many reports at once only the last one counts. */
  function followScreen(socket: FrontdeskSocket): void {
    let waiting: ScreenReport | 'gone' | null = null
    let latest: ScreenReport | null = null
    let isBusy = false
    let isChanged = false
    const take = async (report: ScreenReport | 'gone', mustLook: boolean) => {
      const { actor } = socket.data
      const before = socket.data.screen ?? null
      // Whoever looks as somebody else is there as nobody.
      if (report === 'gone' || actor.viewingAs) {
        socket.data.screen = undefined
        const { byUserID = actor.userId, byDisplayName = actor.displayName } = actor.viewingAs ?? {}
        const self = { ...actor, userId: byUserID, displayName: byDisplayName }
        return before ? options.screens.changed(self, before, null) : undefined
      }
      const hasMoved = before?.page !== report.page
      const viewing =
        hasMoved || mustLook ? await options.screens.mayView(actor, report.page) : (before?.viewing ?? null)
      const after: Screen = {
        userId: actor.userId,
        displayName: actor.displayName,
        isActive: report.isActive,
        page: report.page,
        cameFrom: hasMoved ? (before?.page ?? null) : (before?.cameFrom ?? null),
        isApp: report.isApp,
        userAgent: String(socket.handshake.headers['user-agent'] ?? '').slice(0, 300),
        viewing,
        at: options.screens.now(),
      }
      if (!socket.connected) return
      socket.data.screen = after
      const rooms = [screensRoom, screensOfUser(actor.userId), ...(viewing ? [viewersOf(viewing)] : [])]
      if (before?.viewing && before.viewing !== viewing) socket.leave(room(actor.tenantId, viewersOf(before.viewing)))
      await socket.join(rooms.map((name) => room(actor.tenantId, name)))
      await options.screens.changed(actor, before, after)
    }
    const work = async () => {
      if (isBusy) return
      isBusy = true
      for (let next = waiting; next; next = waiting) {
        waiting = null
        const mustLook = isChanged
        isChanged = false
        await take(next, mustLook).catch((error) => {
          if (!isClosing) options.log.error({ err: error }, 'following a screen failed')
        })
      }
      isBusy = false
    }
    socket.on('screen', (report) => {
      const read = ScreenReport.safeParse(report)
      if (!read.success || waiting === 'gone') return
      latest = read.data
      waiting = latest
      void work()
    })
    screens.set(socket, () => {
      if (!latest || waiting === 'gone') return
      waiting ??= latest
      isChanged = true
      void work()
    })
    socket.on('disconnect', () => {
      waiting = 'gone'
      void work()
    })
  }
  let isClosing = false

  return {
    screensOf: async (tenantId, at) => {
      const name = !at ? screensRoom : 'userId' in at ? screensOfUser(at.userId) : viewersOf(at.viewing)
      const sockets = await io.in(room(tenantId, name)).fetchSockets()
      return sockets.flatMap(({ data }) => data.screen ?? [])
    },
    push: (tenantId, rooms, event, except = []) => {
      const named = (names: string[]) => names.map((name) => room(tenantId, name))
      io.to(named(rooms)).except(named(except)).emit('event', event)
    },
    viewersChanged: async (tenantId) => {
      if (redis) io.serverSideEmit('viewers.changed', tenantId)
      await viewersChangedHere(tenantId)
    },
    pushToAll: (event) => void io.emit('event', event),
    endSession: (sessionId) => {
      if (redis) io.serverSideEmit('session.ended', sessionId)
      io.to(sessionRoom(sessionId)).emit('session.ended')
      io.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    connections: () => io.engine?.clientsCount ?? 0,
    close: async () => {
      isClosing = true
      await io.close()
      await redis?.client.close()
    },
  }
}

/** What of an actor decides what they see and do. */
const viewOf = ({ userId, role, permissions, locationIds, displayName, viewingAs }: Actor): string =>
  JSON.stringify([userId, role, permissions, locationIds, displayName, viewingAs])

const sameHost = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host

const isLoopbackOrigin = (origin: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname)
