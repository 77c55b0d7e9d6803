import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-conversation.ts'
import { toRows } from './message-rows.ts'

const aMerge = (index: number, kind: 'merged' | 'unmerged', mergedSid: string) =>
  aMessage(index, {
    attributes: { type: 'update', isOutgoingMessage: true, seenBy: [], update: { kind, value: 'Ann', mergedSid } },
  })

test('of the merges of one conversation only the latest can be undone', () => {
  const rows = toRows([
    aMerge(1, 'merged', 'CHa'),
    aMerge(2, 'merged', 'CHb'),
    aMerge(3, 'unmerged', 'CHa'),
    aMerge(4, 'merged', 'CHa'),
    aMessage(5),
  ])
  expect(rows.filter(({ isLatestMerge }) => isLatestMerge).map(({ message }) => message.index)).toEqual([2, 4])
})
