import { afterEach, expect, test, vi } from 'vitest'
import { retryImport } from './lazy-with-retry.ts'

afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

test('code that failed to load while offline is loaded once online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const reach = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn(async () => {
    if (load.mock.calls.length > 1) return 'code'
    onLine.mockReturnValue(false)
    throw new Error('no line')
  })
  const loaded = retryImport(load)
  await vi.waitFor(() => expect(reach).toHaveBeenCalledOnce())
  expect(load).toHaveBeenCalledOnce()
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(await loaded).toBe('code')
})

test('nothing is imported while offline, unless the server is reachable anyway', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const reach = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn().mockResolvedValue('code')
  const loaded = retryImport(load)
  await vi.waitFor(() => expect(reach).toHaveBeenCalledOnce())
  // It listens for `online` only after this response.
  await new Promise((resolve) => setTimeout(resolve))
  expect(load).not.toHaveBeenCalled()
  reach.mockResolvedValue(new Response())
  dispatchEvent(new Event('online'))
  expect(await loaded).toBe('code')
})

test('code that keeps failing while online is requested a few times, and then is an error', async () => {
  vi.useFakeTimers()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const load = vi.fn().mockRejectedValue(new Error('gone'))
  const failed = expect(retryImport(load)).rejects.toThrow('gone')
  await vi.runAllTimersAsync()
  await failed
  expect(load).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

test('a failed style sheet is requested again, and the part waits for it', async () => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/assets/part.css'
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  const load = vi.fn().mockResolvedValue('code')
  const loaded = retryImport(load)
  await vi.waitFor(() => expect(document.head.querySelector('link')).not.toBe(link))
  const again = document.head.querySelector('link')
  expect(again?.getAttribute('href')).toBe('/assets/part.css')
  expect(load).not.toHaveBeenCalled()
  again?.dispatchEvent(new Event('load'))
  expect(await loaded).toBe('code')
  expect(await retryImport(load)).toBe('code')
  expect(document.head.querySelectorAll('link')).toHaveLength(1)
})
