import type { BulkAction } from '@frontdesk/contract/api'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { bulkActionsQuery, putBulkAction } from './queries.ts'

const response = Promise.withResolvers<{ data: { actions: BulkAction[] } }>()
vi.mock('../../lib/api.ts', () => ({ api: { bulkActions: { getList: () => response.promise } } }))

const running: BulkAction = {
  id: '01a20000-0000-7000-8000-000000000001',
  change: 'close',
  value: null,
  state: 'running',
  isUndo: false,
  total: 4,
  done: 0,
  changed: 0,
  canUndo: false,
  startedAt: '2030-01-01T00:00:00.000Z',
  finishedAt: null,
}
const done: BulkAction = {
  ...running,
  state: 'done',
  done: 4,
  changed: 4,
  canUndo: true,
  finishedAt: '2030-01-01T00:00:01.000Z',
}
const undone: BulkAction = { ...done, state: 'undone', canUndo: false }

test('the newest state is kept, in whatever order states arrive', () => {
  const halfway = { ...running, done: 2 }
  for (const order of [
    [running, halfway, done, undone],
    [undone, done, halfway, running],
    [done, running, undone, halfway],
  ])
    expect(order.reduce<BulkAction[]>(putBulkAction, [])).toEqual([undone])
})

test('a list that was read before an event does not replace the state of the event', async () => {
  const cache = new QueryClient()
  const list = cache.fetchQuery(bulkActionsQuery)
  cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, done))
  response.resolve({ data: { actions: [running] } })
  expect(await list).toEqual([done])
})
