import { useSyncExternalStore } from 'react'

export type ConnectionState = 'connecting' | 'online' | 'offline'

const listeners = new Set<() => void>()
let state: ConnectionState = 'connecting'
let hasBeenOnline = false
let connectNow: () => void = () => undefined
let onUnavailable: () => void = () => undefined

export const connectionState = {
  set: (next: ConnectionState) => {
    if (next === 'online') hasBeenOnline = true
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
  /** Whether this page ever had its live line. */
  hasBeenOnline: () => hasBeenOnline,
  /** Who holds the line says how it is tried at once. */
  onConnectNow: (connect: () => void) => {
    connectNow = connect
  },
  connectNow: () => connectNow(),
  onServiceUnavailable: (listener: () => void) => {
    onUnavailable = listener
  },
  /** The server answers that it cannot work right now (503), though the live connection may stand. */
  serviceUnavailable: () => onUnavailable(),
}

export const useConnectionState = () =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => state,
  )
