import type { LogUpdate } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-conversation.ts'
import { toRows } from './message-rows.ts'
import { countKinds, groupUpdates } from './update-groups.ts'

const entry = (index: number, kind: LogUpdate['kind'], dateCreated = '2026-11-20T15:00:00.000Z') =>
  aMessage(index, {
    dateCreated,
    attributes: { type: 'update', isOutgoingMessage: true, seenBy: [], update: { kind, value: null } },
  })
const sizes = (messages: Parameters<typeof toRows>[0]) => groupUpdates(toRows(messages)).map(({ length }) => length)

test('three updates in a row become one line, with the count of each kind', () => {
  const messages = [entry(1, 'closed'), entry(2, 'opened'), entry(3, 'closed'), entry(4, 'opened'), aMessage(5)]
  const [group = []] = groupUpdates(toRows(messages))
  expect(sizes(messages)).toEqual([4, 1])
  expect([...countKinds(group)]).toEqual([
    ['closed', 2],
    ['opened', 2],
  ])
})

test('two stay as they are, and so do those of different days', () => {
  expect(sizes([entry(1, 'closed'), entry(2, 'opened'), aMessage(3)])).toEqual([1, 1, 1])
  const yesterday = '2026-11-19T15:00:00.000Z'
  expect(sizes([entry(1, 'closed', yesterday), entry(2, 'opened', yesterday), entry(3, 'closed')])).toEqual([1, 1, 1])
})

test('updates with an action or with text are never grouped', () => {
  expect(sizes([entry(1, 'closed'), entry(2, 'merged'), entry(3, 'opened'), entry(4, 'message-deleted')])).toEqual([
    1, 1, 1, 1,
  ])
})
