import { useSyncExternalStore } from 'react'

export type Listener<Value> = (value: Value, previous: Value) => void

export interface ReadableStore<Value> {
  get: () => Value
  /** Returns a function that unsubscribes. */
  subscribe: (listener: Listener<Value>) => () => void
}

export interface Store<Value> extends ReadableStore<Value> {
  set: (value: Value) => void
}

/**
 * State outside React: event handlers write it, components read it with `useStore`. Values are replaced, never mutated.
 */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<Listener<Value>>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      const previous = value
      if (Object.is(next, previous)) return
      value = next
      for (const listener of listeners) listener(next, previous)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The store's value, or the part that `select` returns; re-renders only when that part changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value
export function useStore<Value, Selected>(store: ReadableStore<Value>, select: (value: Value) => Selected): Selected
export function useStore<Value, Selected>(store: ReadableStore<Value>, select?: (value: Value) => Selected) {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
