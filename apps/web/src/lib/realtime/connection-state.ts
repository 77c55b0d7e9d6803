import { useSyncExternalStore } from 'react'

export type ConnectionState = 'connecting' | 'online' | 'offline'

const listeners = new Set<() => void>()
let state: ConnectionState = 'connecting'

export const connectionState = {
  set: (next: ConnectionState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
}

export const useConnectionState = () =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => state,
  )
