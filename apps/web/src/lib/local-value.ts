import { useSyncExternalStore } from 'react'

/** A value this device remembers, shared by every component and tab that uses it. */
export interface LocalValue<Value> {
  get: () => Value
  set: (value: Value) => void
  subscribe: (changed: () => void) => () => void
}

/** `read` turns what was stored, which may be anything, into a value of the right form. */
export function localValue<Value>(key: string, read: (stored: unknown) => Value): LocalValue<Value> {
  const listeners = new Set<() => void>()
  const load = () => {
    try {
      return read(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {
      return read(null)
    }
  }
  let value = load()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = load()
    tell()
  })
  return {
    get: () => value,
    set: (next) => {
      value = next
      localStorage.setItem(key, JSON.stringify(next))
      tell()
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

export const useLocalValue = <Value>(store: LocalValue<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get)
