import { createStore, useStore } from '../create-store.ts'

export type ConnectionState = 'connecting' | 'online' | 'offline'

const state = createStore<ConnectionState>('connecting')
let hasBeenOnline = false
let connectNow: () => void = () => undefined
let onUnavailable: () => void = () => undefined

export const connectionState = {
  set: (next: ConnectionState) => {
    if (next === 'online') hasBeenOnline = true
    state.set(next)
  },
  /** Whether this page was ever connected. */
  hasBeenOnline: () => hasBeenOnline,
  /** The owner of the connection sets how to retry at once. */
  onConnectNow: (connect: () => void) => {
    connectNow = connect
  },
  connectNow: () => connectNow(),
  onServiceUnavailable: (listener: () => void) => {
    onUnavailable = listener
  },
  /** The server responds with 503, though the realtime connection may be open. */
  serviceUnavailable: () => onUnavailable(),
}

export const useConnectionState = () => useStore(state)
