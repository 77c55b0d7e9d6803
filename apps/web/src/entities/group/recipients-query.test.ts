import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { groupRecipients } from './recipients-query.ts'

const { getRecipients } = vi.hoisted(() => ({ getRecipients: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ api: { groupMessages: { getRecipients } } }))

beforeEach(() => {
  getRecipients.mockReset()
})

const page = (names: string[], nextAfter: string | null) => ({
  data: { recipients: names.map((name) => ({ contact: { name } })), nextAfter },
})
const read = async () => {
  const { pages } = await new QueryClient().infiniteQuery(groupRecipients('g1', { hasReplied: true }))
  return pages.map(({ recipients, nextAfter }) => [recipients.map(({ contact }) => contact?.name), nextAfter])
}

test('pages without a match are skipped until one has a match', async () => {
  getRecipients
    .mockResolvedValueOnce(page([], 'a'))
    .mockResolvedValueOnce(page([], 'b'))
    .mockResolvedValueOnce(page(['Ann'], 'c'))
  expect(await read()).toEqual([[['Ann'], 'c']])
  expect(getRecipients.mock.calls.map(([query]) => query.after)).toEqual([undefined, 'a', 'b'])
})

test('after ten pages without a match, the search stops until “Show more”', async () => {
  getRecipients.mockImplementation(async ({ after = '0' }) => page([], String(Number(after) + 1)))
  expect(await read()).toEqual([[[], '10']])
})

test('the search ends with the last page', async () => {
  getRecipients.mockResolvedValueOnce(page([], 'a')).mockResolvedValueOnce(page([], null))
  expect(await read()).toEqual([[[], null]])
})
