import type { FrontdeskSocket } from './socket.ts'

/** In characters. */
const MAX_BACKLOG = 4_000_000

/** Disconnects a client that does not read, because everything it is sent meanwhile is held in memory. */
export function limitBacklog({ conn }: FrontdeskSocket): void {
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
