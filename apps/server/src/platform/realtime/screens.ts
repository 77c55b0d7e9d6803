import { ScreenReport } from '@frontdesk/contract/api'
import type { Actor } from '../actor.ts'
import { type FrontdeskSocket, room, type Screen } from './socket.ts'

export interface ScreenHooks {
  now: () => string
  /** The conversation that a page shows, if the actor may see it. */
  mayView: (actor: Actor, page: string) => Promise<string | null>
  /** `after` is null once the screen is gone. */
  changed: (actor: Actor, before: Screen | null, after: Screen | null) => Promise<void>
}

const screensRoom = 'screens'
const screensOfUser = (userId: string) => `screens-of:${userId}`
const viewersOf = (conversationId: string) => `viewing:${conversationId}`

/** The room of all open screens, of those of one user, or of a conversation's viewers. */
export const roomOfScreens = (at?: { userId: string } | { viewing: string }): string =>
  !at ? screensRoom : 'userId' in at ? screensOfUser(at.userId) : viewersOf(at.viewing)

/**
 * Applies the socket's screen reports one at a time; of several pending reports only the last one counts. Returns a
 * function that re-checks which conversation the screen may show, for when its viewer's rights have changed.
 */
export function trackScreen(
  socket: FrontdeskSocket,
  hooks: ScreenHooks,
  onError: (error: unknown) => void,
): () => void {
  let pending: ScreenReport | 'gone' | null = null
  let latest: ScreenReport | null = null
  let isBusy = false
  let viewerHasChanged = false

  const drain = async () => {
    if (isBusy) return
    isBusy = true
    for (let next = pending; next; next = pending) {
      pending = null
      const mustRecheck = viewerHasChanged
      viewerHasChanged = false
      await applyReport(socket, hooks, next, mustRecheck).catch(onError)
    }
    isBusy = false
  }
  socket.on('screen', (report) => {
    const parsed = ScreenReport.safeParse(report)
    if (!parsed.success || pending === 'gone') return
    latest = parsed.data
    pending = latest
    void drain()
  })
  socket.on('disconnect', () => {
    pending = 'gone'
    void drain()
  })
  return () => {
    if (!latest || pending === 'gone') return
    pending ??= latest
    viewerHasChanged = true
    void drain()
  }
}

async function applyReport(
  socket: FrontdeskSocket,
  hooks: ScreenHooks,
  report: ScreenReport | 'gone',
  mustRecheck: boolean,
): Promise<void> {
  const { actor } = socket.data
  const before = socket.data.screen ?? null
  // A user who views as a teammate is not shown as present.
  if (report === 'gone' || actor.viewingAs) {
    socket.data.screen = undefined
    const { byUserID = actor.userId, byDisplayName = actor.displayName } = actor.viewingAs ?? {}
    const self = { ...actor, userId: byUserID, displayName: byDisplayName }
    if (before) await hooks.changed(self, before, null)
    return
  }
  const hasMoved = before?.page !== report.page
  const viewing = hasMoved || mustRecheck ? await hooks.mayView(actor, report.page) : (before?.viewing ?? null)
  const after: Screen = {
    userId: actor.userId,
    displayName: actor.displayName,
    isActive: report.isActive,
    page: report.page,
    cameFrom: hasMoved ? (before?.page ?? null) : (before?.cameFrom ?? null),
    isApp: report.isApp,
    userAgent: String(socket.handshake.headers['user-agent'] ?? '').slice(0, 300),
    viewing,
    at: hooks.now(),
  }
  if (!socket.connected) return
  socket.data.screen = after
  const rooms = [screensRoom, screensOfUser(actor.userId), ...(viewing ? [viewersOf(viewing)] : [])]
  if (before?.viewing && before.viewing !== viewing) socket.leave(room(actor.tenantId, viewersOf(before.viewing)))
  await socket.join(rooms.map((name) => room(actor.tenantId, name)))
  await hooks.changed(actor, before, after)
}
