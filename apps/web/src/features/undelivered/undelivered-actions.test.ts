import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { aConversation, aMessage } from '../../testing/a-conversation.ts'
import { allUndelivered, dismissMessages, retryMessages } from './undelivered-actions.ts'

const { getList, dismiss, retry } = vi.hoisted(() => ({ getList: vi.fn(), dismiss: vi.fn(), retry: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ api: { undelivered: { getList, dismiss }, messages: { retry } } }))

const sids = (count: number) => Array.from({ length: count }, (_, index) => `IM${index}`)

test('dismisses as many at once as the server accepts', async () => {
  dismiss.mockResolvedValue({ data: { messages: [] } })
  await dismissMessages(new QueryClient(), sids(230))
  expect(dismiss.mock.calls.map(([{ sids }]) => sids.length)).toEqual([100, 100, 30])
})

test('retries every message although one fails, then reports the failure', async () => {
  const failure = new Error('blocked')
  retry.mockImplementation(({ sid }) =>
    sid === 'IM1' ? Promise.reject(failure) : Promise.resolve({ data: aMessage(0, { sid }) }),
  )
  await expect(retryMessages(new QueryClient(), sids(12))).rejects.toBe(failure)
  expect(retry).toHaveBeenCalledTimes(12)
})

test('reads the whole list of a location, page by page', async () => {
  const item = { message: aMessage(0), conversation: aConversation(0) }
  getList
    .mockResolvedValueOnce({ data: { items: [item, item] }, paging: { nextCursor: 'next' } })
    .mockResolvedValueOnce({ data: { items: [item] }, paging: { nextCursor: null } })
  expect(await allUndelivered('L1')).toHaveLength(3)
  expect(getList.mock.calls.map(([{ cursor, locationIDs }]) => [cursor, locationIDs])).toEqual([
    [undefined, ['L1']],
    ['next', ['L1']],
  ])
})
