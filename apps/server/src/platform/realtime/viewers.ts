import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type FrontdeskServer, type FrontdeskSocket, room } from './socket.ts'

export interface ViewerOptions {
  authenticate: (token: string) => Promise<Actor>
  /** Reloads the actor of a session; throws once the session has ended. */
  reload: (actor: Actor) => Promise<Actor>
  /** The rooms whose events the actor may see. */
  roomsOf: (actor: Actor) => string[]
  forgetTenant: (tenantId: string) => void
  now: Clock
  log: Log
}

export interface Viewers {
  authenticate: (socket: FrontdeskSocket) => Promise<void>
  /** The rooms of a socket's viewer, and a reload if the viewer changed during the handshake. */
  join: (socket: FrontdeskSocket) => void
  /** Sets what re-checks which conversation the screen may show, after its viewer's rights have changed. */
  onRightsChanged: (socket: FrontdeskSocket, recheckScreen: () => void) => void
  /** A viewer or a session changed: actors that are being loaded may be out of date. */
  noteChange: () => void
  /** Moves this process's sockets of a tenant to the rooms that match what their viewers may see now. */
  refresh: (tenantId: string) => Promise<void>
}

/** Keeps the actor and the rooms of each socket in line with what its viewer may see. */
export function trackViewers(io: FrontdeskServer, options: ViewerOptions): Viewers {
  let changes = 0
  const recheckScreen = new WeakMap<FrontdeskSocket, () => void>()
  const roomsOf = (actor: Actor) => options.roomsOf(actor).map((name) => room(actor.tenantId, name))

  const applyActor = (socket: FrontdeskSocket, actor: Actor) => {
    const before = socket.data.actor
    socket.data.actor = actor
    if (viewerKey(actor) === viewerKey(before)) return
    const rooms = roomsOf(actor)
    for (const old of roomsOf(before)) if (!rooms.includes(old)) socket.leave(old)
    socket.join(rooms)
    recheckScreen.get(socket)?.()
    socket.emit('event', { type: 'viewer.changed', id: null, at: options.now() })
  }

  const refreshSocket = async (socket: FrontdeskSocket) => {
    const changesBefore = changes
    try {
      const actor = await options.reload(socket.data.actor)
      // A reload that began later has more recent rights.
      if (!socket.connected || socket.data.viewerChanges > changesBefore) return
      socket.data.viewerChanges = changesBefore
      applyActor(socket, actor)
    } catch (error) {
      if (error instanceof AppError) socket.emit('session.ended')
      else options.log.error({ err: error }, 'failed to reload a viewer')
      // A client with a valid session reconnects and authenticates again.
      socket.disconnect(true)
    }
  }

  return {
    authenticate: async (socket) => {
      socket.data.viewerChanges = changes
      socket.data.actor = await options.authenticate(String(socket.handshake.auth.token ?? ''))
    },
    join: (socket) => {
      socket.join(roomsOf(socket.data.actor))
      // The viewer changed, or the session ended, during the handshake.
      if (socket.data.viewerChanges !== changes) void refreshSocket(socket)
    },
    onRightsChanged: (socket, recheck) => void recheckScreen.set(socket, recheck),
    noteChange: () => {
      changes += 1
    },
    refresh: async (tenantId) => {
      changes += 1
      options.forgetTenant(tenantId)
      const sockets = [...io.of('/').sockets.values()].filter(({ data }) => data.actor.tenantId === tenantId)
      await Promise.all(sockets.map(refreshSocket))
    },
  }
}

/** Key of everything about an actor that determines what they see and may do. */
const viewerKey = ({ userId, role, permissions, locationIds, displayName, viewingAs }: Actor): string =>
  JSON.stringify([userId, role, permissions, locationIds, displayName, viewingAs])
