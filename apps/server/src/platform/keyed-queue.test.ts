import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

test('work of one key runs in order, even after failures; other keys do not wait', async () => {
  const run = createKeyedQueue()
  const log: string[] = []
  const first = Promise.withResolvers<string>()
  const outcomes = Promise.allSettled([
    run('a', async () => {
      log.push('a1')
      return first.promise
    }),
    run('a', async () => {
      log.push('a2')
      throw new Error('failed')
    }),
    run('a', async () => {
      log.push('a3')
      return 'third'
    }),
  ])
  await run('b', async () => void log.push('b1'))
  expect(log).toEqual(['a1', 'b1'])
  first.resolve('first')
  expect(await outcomes).toMatchObject([{ value: 'first' }, { status: 'rejected' }, { value: 'third' }])
  expect(log).toEqual(['a1', 'b1', 'a2', 'a3'])
})
