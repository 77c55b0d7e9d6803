import { api } from '../../lib/api.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { session } from '../../lib/session/session.ts'

/** Asks who this session acts as and what they may do now; everything that shows or hides by it follows. */
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
