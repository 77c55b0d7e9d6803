import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

test('keys take turns, one piece of work at a time, also after a failure', async () => {
  const queue = createFairQueue()
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const add = (key: string, name: string) => queue.run(key, async () => void log.push(name))
  const outcomes = Promise.allSettled([
    queue.run('a', async () => {
      log.push('a1')
      await first.promise
      throw new Error('failed')
    }),
    ...['a2', 'a3', 'a4'].map((name) => add('a', name)),
    ...['b1', 'b2'].map((name) => add('b', name)),
    add('c', 'c1'),
  ])
  expect(log).toEqual(['a1'])
  expect(['a', 'b', 'c', 'd'].map(queue.count)).toEqual([4, 2, 1, 0])
  first.resolve()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', ...new Array(6).fill('fulfilled')])
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  expect(queue.count('a')).toBe(0)
  await add('d', 'd1')
  expect(log.at(-1)).toBe('d1')
})
