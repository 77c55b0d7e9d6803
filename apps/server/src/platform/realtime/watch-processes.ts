import type { Clock } from '../clock.ts'
import type { FrontdeskServer } from './socket.ts'

/** How often a process counts the others, to notice one that was killed. */
const COUNT_PROCESSES_MS = 1000

/**
 * A killed process pushes no changes for its screens, so the remaining ones make their own clients refetch. Returns a
 * function that stops watching.
 */
export function watchProcesses(io: FrontdeskServer, now: Clock): () => void {
  let processes = 0
  const timer = setInterval(async () => {
    const before = processes
    processes = await io
      .of('/')
      .adapter.serverCount()
      // Lost connection to Redis: clients reconnect and refetch.
      .catch(() => 0)
    if (processes > 0 && processes < before) io.local.emit('event', { type: 'presence.expired', id: null, at: now() })
  }, COUNT_PROCESSES_MS)
  return () => clearInterval(timer)
}
