import type { ClientToServerEvents, ServerToClientEvents } from '@frontdesk/contract/api'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '../actor.ts'

/** Last report of an open screen. */
export interface Screen {
  userId: string
  displayName: string
  isActive: boolean
  page: string
  cameFrom: string | null
  isApp: boolean
  userAgent: string
  /** The conversation that it shows, after a check that the user may see it. */
  viewing: string | null
  at: string
}

export interface SocketData {
  actor: Actor
  screen?: Screen
  /** Number of changes to viewers and sessions when the actor was loaded; detects a change while it is loading. */
  viewerChanges: number
}

/** Events between processes. */
export interface InterServerEvents {
  'session.ended': (sessionId: string) => void
  'viewers.changed': (tenantId: string) => void
}

export type FrontdeskSocket = Socket<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>
export type FrontdeskServer = Server<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>

export const room = (tenantId: string, name: string) => `${tenantId}/${name}`
