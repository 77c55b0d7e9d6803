import { expect, test } from 'vitest'
import { mapConcurrently } from './map-concurrently.ts'

test('at most as many calls as the limit are under way, and results keep the order of the items', async () => {
  const waiting: (() => void)[] = []
  const started: number[] = []
  const mapped = mapConcurrently([3, 1, 2], 2, async (n) => {
    started.push(n)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return n * 10
  })
  expect(started).toEqual([3, 1])
  waiting[1]?.()
  await expect.poll(() => started).toEqual([3, 1, 2])
  waiting[2]?.()
  waiting[0]?.()
  expect(await mapped).toEqual([30, 10, 20])
  expect(await mapConcurrently([], 2, async () => 1)).toEqual([])
})

test('after a failure no further call starts', async () => {
  const started: number[] = []
  const mapped = mapConcurrently([1, 2, 3, 4], 2, async (n) => {
    started.push(n)
    await Promise.resolve()
    if (n === 1) throw new Error('unreachable')
    return n
  })
  await expect(mapped).rejects.toThrow('unreachable')
  expect(started).not.toContain(4)
})
