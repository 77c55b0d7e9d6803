import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let sid: string | null = null

/** The conversation on this screen; those outside React (events, noise) ask here. */
export const openConversation = {
  get: () => sid,
  set: (next: string | null) => {
    if (sid === next) return
    sid = next
    for (const listener of listeners) listener()
  },
  /** Whether somebody is looking at it right now. */
  isWatched: (other: string) => sid === other && document.visibilityState === 'visible' && document.hasFocus(),
}

export const useOpenConversation = () =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => sid,
  )
