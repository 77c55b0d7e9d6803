import { useSyncExternalStore } from 'react'
import { serverInstant } from './server-time.ts'

const MINUTE_MS = 60_000
const CHECK_MS = 5000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for everything on screen that depends on the time. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, CHECK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const present = () => Math.floor(Date.parse(serverInstant()) / MINUTE_MS) * MINUTE_MS

/** The start of the present minute by the clock of the server, in epoch milliseconds. Renders again when it passes. */
export const useMinute = (): number => useSyncExternalStore(subscribe, present)
