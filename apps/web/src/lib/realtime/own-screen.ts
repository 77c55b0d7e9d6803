import type { ScreenReport } from '@frontdesk/contract'

const listeners = new Set<() => void>()
let report: ScreenReport = {
  isActive: true,
  page: '/',
  isApp: matchMedia('(display-mode: standalone)').matches,
}

/** What this screen tells teammates of itself: where it is, and whether somebody is using it. */
export const ownScreen = {
  get: () => report,
  set: (next: Partial<ScreenReport>) => {
    report = { ...report, ...next }
    for (const listener of listeners) listener()
  },
  subscribe: (changed: () => void) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  },
}
