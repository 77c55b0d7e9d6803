import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionState } from '../../lib/realtime/connection-state.ts'
import { connectRealtime } from './connection.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, () => void>()
  const made = {
    connected: true,
    on: (event: string, handler: () => void) => void handlers.set(event, handler),
    emit: () => undefined,
    timeout: () => ({ emitWithAck: async () => ({ status: 'ok', events: [], lastId: '1' }) }),
    connect: () => undefined,
    disconnect: () => undefined,
    fire: (event: string) => handlers.get(event)?.(),
  }
  return made
})
vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('requests that fail with 503 count as offline, until the server is ready and pending messages are sent', async () => {
  const ready = vi.fn(async () => ({ ok: false }))
  vi.stubGlobal('fetch', ready)
  const states: string[] = []
  const set = vi.spyOn(connectionState, 'set').mockImplementation((state) => void states.push(state))
  const onConnected = vi.fn()
  const disconnect = connectRealtime({ onEvents: () => undefined, onReload: () => undefined, onConnected })
  socket.fire('connect')
  expect(onConnected).toHaveBeenCalledTimes(1)

  connectionState.serviceUnavailable()
  connectionState.serviceUnavailable()
  await vi.advanceTimersByTimeAsync(5000)
  expect(states).toEqual(['online', 'offline'])
  expect(ready).toHaveBeenCalledTimes(2)
  expect(onConnected).toHaveBeenCalledTimes(1)

  ready.mockImplementation(async () => ({ ok: true }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states).toEqual(['online', 'offline', 'online'])
  expect(ready).toHaveBeenCalledTimes(3)
  expect(onConnected).toHaveBeenCalledTimes(2)
  disconnect()
  set.mockRestore()
})
