import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { useSavedDraft } from './use-saved-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const queryKey = ['a-setting']
const ROUND_TRIP_MS = 1000
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A setting with two parts, on a slow server that accepts a change only with the current version. */
function openSetting() {
  const cache = createQueryClient()
  const server = { name: 'Ann', color: 'red', version: 1 }
  const readCached = () => cache.getQueryData<typeof server>(queryKey)
  cache.setQueryData(queryKey, { ...server })
  const save = async (part: Partial<typeof server>) => {
    const version = readCached()?.version
    await later(ROUND_TRIP_MS)
    if (version !== server.version) throw Object.assign(new Error('Too late'), { code: 'ChangedMeanwhile' })
    Object.assign(server, part, { version: version + 1 })
    cache.setQueryData(queryKey, { ...server })
  }
  const { result } = renderHook(
    () => ({
      name: useSavedDraft({ stored: 'Ann', queryKey, save: (name) => save({ name }) }),
      color: useSavedDraft({ stored: 'red', queryKey, save: (color) => save({ color }) }),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  )
  return { cache, server, readCached, parts: result }
}

test('two parts that are changed in quick succession are both saved', async () => {
  const { parts, server } = openSetting()
  act(() => {
    parts.current.name.change('Bea')
    parts.current.color.change('blue')
  })
  await pass(5 * ROUND_TRIP_MS)
  expect(server).toEqual({ name: 'Bea', color: 'blue', version: 3 })
  expect([parts.current.name.state.status, parts.current.color.state.status]).toEqual(['saved', 'saved'])
})

test('a response requested before a save does not overwrite the saved value', async () => {
  const { cache, parts, server, readCached } = openSetting()
  void cache.prefetchQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => {
      const read = { ...server }
      await later(5 * ROUND_TRIP_MS)
      return read
    },
  })
  act(() => parts.current.name.change('Bea'))
  await pass(10 * ROUND_TRIP_MS)
  expect(readCached()).toEqual({ name: 'Bea', color: 'red', version: 2 })
})
