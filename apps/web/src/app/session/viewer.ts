import { api } from '../../lib/api.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { session } from '../../lib/session/session.ts'

/** Reloads the session's user and permissions; everything that depends on them rerenders. */
export async function refreshViewer() {
  const before = session.current
  if (!before) return
  const view = await api.accounts.getSession().catch(() => null)
  const { current } = session
  if (!view || current?.sessionId !== view.sessionId) return
  const next = { ...current, ...view }
  if (JSON.stringify(next) !== JSON.stringify(current)) session.set(next)
}

export const viewerEvents: RealtimeFeature<'viewer.changed'> = {
  handlers: { 'viewer.changed': () => void refreshViewer() },
  flush: () => undefined,
  reload: () => undefined,
}
