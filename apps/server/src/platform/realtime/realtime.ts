import type { Server as HttpServer } from 'node:http'
import type { CatchUp, ClientToServerEvents, RealtimeEvent, ServerToClientEvents } from '@frontdesk/contract'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Log } from '../log.ts'

export interface Realtime {
  /** Sends to everyone in the tenant's rooms, after commit, from the data in hand. */
  push: (tenantId: string, rooms: string[], event: RealtimeEvent) => void
  /** Tells the session's screens that it has ended and drops their sockets. */
  endSession: (sessionId: string) => void
  connections: () => number
  close: () => Promise<void>
}

export interface RealtimeOptions {
  /** Absent in a worker process, which only sends. */
  httpServer: HttpServer | null
  redisUrl: string | null
  publicOrigins: () => string[]
  authenticate: (token: string) => Promise<Actor>
  /** The rooms that hold exactly what the actor may see. */
  roomsOf: (actor: Actor) => string[]
  catchUp: (actor: Actor, after: string | null) => Promise<CatchUp>
  log: Log
}

interface SocketData {
  actor: Actor
}
type FrontdeskSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<never, never>, SocketData>

const room = (tenantId: string, name: string) => `${tenantId}/${name}`
const sessionRoom = (sessionId: string) => `session/${sessionId}`

const After = z.union([z.null(), z.string().regex(/^\d{1,19}$/)])

export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const redis = options.redisUrl ? createClient({ url: options.redisUrl }) : null
  redis?.on('error', (error) => options.log.error({ err: error }, 'redis connection'))
  await redis?.connect()

  const io = new Server<ClientToServerEvents, ServerToClientEvents, Record<never, never>, SocketData>({
    path: '/realtime',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 100_000,
    ...(redis && { adapter: createAdapter(redis) }),
    // A page of another origin may not open a socket with a token it got hold of.
    allowRequest: (request, callback) => {
      const { origin } = request.headers
      callback(
        null,
        origin === undefined || sameHost(origin, request.headers.host) || options.publicOrigins().includes(origin),
      )
    },
  })
  if (options.httpServer) io.attach(options.httpServer)

  io.use(async (socket, next) => {
    try {
      socket.data.actor = await options.authenticate(String(socket.handshake.auth.token ?? ''))
      next()
    } catch {
      next(new Error('NotSignedIn'))
    }
  })

  io.on('connection', (socket: FrontdeskSocket) => {
    const { actor } = socket.data
    socket.join([sessionRoom(actor.sessionId), ...options.roomsOf(actor).map((name) => room(actor.tenantId, name))])

    socket.on('catch-up', async (after, answer) => {
      if (typeof answer !== 'function') return
      const asked = After.safeParse(after)
      if (!asked.success) return answer({ status: 'reload', lastId: '0' })
      try {
        answer(await options.catchUp(actor, asked.data))
      } catch (error) {
        options.log.error({ err: error }, 'catch-up failed')
        answer({ status: 'reload', lastId: '0' })
      }
    })
  })

  return {
    push: (tenantId, rooms, event) => {
      io.to(rooms.map((name) => room(tenantId, name))).emit('event', event)
    },
    endSession: (sessionId) => {
      io.to(sessionRoom(sessionId)).emit('session.ended')
      io.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    connections: () => io.engine?.clientsCount ?? 0,
    close: async () => {
      await io.close()
      await redis?.close()
    },
  }
}

function sameHost(origin: string, host: string | undefined): boolean {
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}
