import type { EventOf } from '@frontdesk/contract/api'
import { QueryClient } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { entriesOf } from '../../entities/conversation/list-membership.ts'
import { type ConversationPages, conversationKeys } from '../../entities/conversation/queries.ts'
import { useTypingTeammates } from '../../entities/conversation/typing-teammates.ts'
import type { Thread } from '../../entities/message/thread-messages.ts'
import { aConversation, aMessage } from '../../testing/a-conversation.ts'
import { conversationEvents } from './realtime.ts'

const OPEN = { isClosed: false }
const sid = aConversation(1).sid

function aScreen() {
  const cache = new QueryClient()
  const pages: ConversationPages = {
    pages: [
      {
        conversations: [2, 3, 1].map((number) => aConversation(number)),
        paging: { nextCursor: null, totalItems: null },
      },
    ],
    pageParams: [undefined],
  }
  cache.setQueryData(conversationKeys.list(OPEN), pages)
  cache.setQueryData<Thread>(conversationKeys.thread(sid), { items: [aMessage(1)], hasOlder: false })
  const onMessages = vi.fn()
  return {
    events: conversationEvents(cache, onMessages),
    onMessages,
    listed: () =>
      entriesOf(cache.getQueryData<ConversationPages>(conversationKeys.list(OPEN))).map(
        ({ friendlyName }) => friendlyName,
      ),
    messages: () => cache.getQueryData<Thread>(conversationKeys.thread(sid))?.items.map(({ index }) => index),
  }
}

const created = (index: number, version: number): EventOf<'message.created'> => ({
  type: 'message.created',
  id: String(version),
  at: '2026-02-01T00:00:00.000Z',
  conversation: aConversation(1, { latestMessageDateUTC: '2026-02-01T00:00:00.000Z' }, { version }),
  message: aMessage(index),
})

beforeEach(() => conversationVersions.clear())

test('nothing changes before the frame, and everything in it', () => {
  const { events, listed, messages, onMessages } = aScreen()
  events.handlers['message.created'](created(2, 2))
  events.handlers['message.created'](created(3, 3))
  expect(listed()).toEqual(['Contact 2', 'Contact 3', 'Contact 1'])

  events.flush()
  expect(listed()).toEqual(['Contact 1', 'Contact 2', 'Contact 3'])
  expect(messages()).toEqual([1, 2, 3])
  expect(onMessages).toHaveBeenCalledTimes(1)
})

test('a replayed event changes nothing', () => {
  const { events, listed, messages } = aScreen()
  for (let replay = 0; replay < 2; replay += 1) {
    events.handlers['message.created'](created(2, 2))
    events.flush()
  }
  expect(listed()).toEqual(['Contact 1', 'Contact 2', 'Contact 3'])
  expect(messages()).toEqual([1, 2])
})

test('a conversation that is gone leaves list and thread, and comes back only as it is afterwards', () => {
  const { events, listed, messages } = aScreen()
  const changedTo = (version: number) => {
    events.handlers['conversation.changed']({
      type: 'conversation.changed',
      id: '6',
      at: '2026-02-01T00:00:01.000Z',
      conversation: aConversation(1, {}, { version }),
    })
    events.flush()
  }
  events.handlers['conversation.gone']({
    type: 'conversation.gone',
    id: '5',
    at: '2026-02-01T00:00:00.000Z',
    sid,
    version: 9,
  })
  events.flush()
  expect(listed()).toEqual(['Contact 2', 'Contact 3'])
  expect(messages()).toBeUndefined()

  // Read before it was reassigned, reported after.
  changedTo(8)
  expect(listed()).toEqual(['Contact 2', 'Contact 3'])
  changedTo(9)
  expect(listed()).toContain('Contact 1')
})

test('a teammate stops typing when their message arrives, not when someone else’s does', () => {
  const { events } = aScreen()
  const { result } = renderHook(() => useTypingTeammates(sid))
  const userID = '01890000-0000-7000-8000-000000000001'
  act(() =>
    events.handlers.typing({
      type: 'typing',
      id: null,
      at: '2026-02-01T00:00:00.000Z',
      conversationSid: sid,
      userID,
      displayName: 'Ann Lee',
      isTyping: true,
    }),
  )
  act(() => events.handlers['message.created'](created(2, 2)))
  expect(result.current).toEqual(['Ann Lee'])

  act(() => events.handlers['message.created']({ ...created(3, 3), message: { ...aMessage(3), authorUserID: userID } }))
  expect(result.current).toEqual([])
})
