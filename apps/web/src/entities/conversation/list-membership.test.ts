import { expect, test } from 'vitest'
import { aConversation } from '../../testing/a-conversation.ts'
import { applyToList, entriesOf } from './list-membership.ts'
import type { ConversationPages } from './queries.ts'

const open = { isClosed: false }
const pagesOf = (...pages: number[][]): ConversationPages => ({
  pages: pages.map((numbers, at) => ({
    conversations: numbers.map((number) => aConversation(number)),
    paging: { nextCursor: at === pages.length - 1 ? 'more' : 'next', totalItems: null },
  })),
  pageParams: pages.map(() => undefined),
})
const shown = (pages: ConversationPages) =>
  entriesOf(pages).map(({ friendlyName }) => Number(friendlyName.split(' ')[1]))
const later = '2026-02-01T00:00:00.000Z'

test('a new message moves its conversation to the top, out of any page, and every entry stays once', () => {
  const before = pagesOf([1, 2, 3], [4, 5, 6])
  const changed = aConversation(5, { latestMessageDateUTC: later }, { version: 2 })
  const { pages, askServer } = applyToList(before, open, { changed: [changed], gone: [] }, null)
  expect(shown(pages)).toEqual([5, 1, 2, 3, 4, 6])
  expect(pages.pages[1]?.conversations).toHaveLength(3)
  expect(askServer).toBe(false)
})

test('an older version changes nothing', () => {
  const before = pagesOf([1, 2])
  const newer = applyToList(before, open, { changed: [aConversation(2, {}, { version: 5 })], gone: [] }, null).pages
  const stale = aConversation(2, { isClosed: true }, { version: 4 })
  expect(applyToList(newer, open, { changed: [stale], gone: [] }, null).pages).toBe(newer)
})

test('closing takes it out of the open list and puts it into the closed one', () => {
  const closed = aConversation(2, { isClosed: true }, { version: 2 })
  expect(shown(applyToList(pagesOf([1, 2, 3]), open, { changed: [closed], gone: [] }, null).pages)).toEqual([1, 3])
  const into = applyToList(pagesOf([]), { isClosed: true }, { changed: [closed], gone: [] }, null).pages
  expect(shown(into)).toEqual([2])
})

test('a conversation that is no longer visible is removed', () => {
  const { sid } = aConversation(1)
  expect(shown(applyToList(pagesOf([1, 2]), open, { changed: [], gone: [sid] }, null).pages)).toEqual([2])
})

test('an entry after the last loaded page is not added before its page is loaded', () => {
  const old = aConversation(9, {}, { version: 2 })
  const before = pagesOf([1, 2])
  expect(applyToList(before, open, { changed: [old], gone: [] }, null).pages).toBe(before)
})

test('the unread list keeps the one being read and drops the others', () => {
  const unread = { ...open, hasUnreadMessages: true }
  const read = aConversation(1, { unreadMessages: 0 }, { version: 2 })
  expect(shown(applyToList(pagesOf([1, 2]), unread, { changed: [read], gone: [] }, read.sid).pages)).toEqual([1, 2])
  expect(shown(applyToList(pagesOf([1, 2]), unread, { changed: [read], gone: [] }, null).pages)).toEqual([2])
})

test('asks the server whether a new conversation matches a search', () => {
  const search = { ...open, searchName: 'contact' }
  const result = applyToList(pagesOf([1]), search, { changed: [aConversation(7, {}, { version: 2 })], gone: [] }, null)
  expect(result.askServer).toBe(true)
  expect(shown(result.pages)).toEqual([1])
})

test('the waiting list is ordered by wait, and drops answered and snoozed conversations', () => {
  const waiting = { ...open, needsAnswer: true, orderBy: 'needsAnswerSince' as const, orderByDesc: false }
  const since = (day: number) => ({ needsAnswerSince: `2026-02-0${day}T00:00:00.000Z` })
  const change = (pages: ConversationPages, ...changed: ReturnType<typeof aConversation>[]) =>
    applyToList(pages, waiting, { changed, gone: [] }, null).pages
  const none: ConversationPages = {
    pages: [{ conversations: [], paging: { nextCursor: null, totalItems: null } }],
    pageParams: [undefined],
  }
  const all = change(none, aConversation(1, since(3)), aConversation(2, since(1)), aConversation(3, since(2)))
  expect(shown(all)).toEqual([2, 3, 1])
  const moved = change(all, aConversation(2, since(4), { version: 2 }))
  expect(shown(moved)).toEqual([3, 1, 2])
  const answered = aConversation(3, { needsAnswerSince: null }, { version: 2 })
  expect(shown(change(moved, answered, aConversation(1, { ...since(3), isSnoozed: true }, { version: 2 })))).toEqual([
    2,
  ])
})
