import { createStore, type Store } from './create-store.ts'

/**
 * A store kept in localStorage, so that this device remembers it and all its tabs share it. `read` turns what was
 * stored, which may be anything, into a valid value.
 */
export function storedValue<Value>(key: string, read: (stored: unknown) => Value): Store<Value> {
  const load = () => {
    try {
      return read(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {
      return read(null)
    }
  }
  const store = createStore(load())
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(load())
  })
  return {
    ...store,
    set: (value) => {
      localStorage.setItem(key, JSON.stringify(value))
      store.set(value)
    },
  }
}
