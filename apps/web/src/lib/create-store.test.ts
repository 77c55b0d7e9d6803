import { expect, test, vi } from 'vitest'
import { createStore } from './create-store.ts'

test('listeners get the value and the previous one until they unsubscribe; an equal value notifies no one', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.set(2)
  store.set(2)
  expect(listener.mock.calls).toEqual([[2, 1]])
  unsubscribe()
  store.set(3)
  expect(store.get()).toBe(3)
  expect(listener).toHaveBeenCalledTimes(1)
})
