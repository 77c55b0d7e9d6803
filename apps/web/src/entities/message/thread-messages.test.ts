import { expect, test } from 'vitest'
import { aMessage } from '../../testing/a-conversation.ts'
import { addOlder, findHole, mergeMessages } from './thread-messages.ts'

const thread = (...indexes: number[]) => ({ items: indexes.map((index) => aMessage(index)), hasOlder: true })

test('echo, response and event are one row', () => {
  const once = mergeMessages(thread(1), [aMessage(2)])
  expect(mergeMessages(once, [aMessage(2)])).toBe(once)
  expect(once.items.map(({ index }) => index)).toEqual([1, 2])
})

test('of two copies the higher version stays, whatever the order of arrival', () => {
  const delivered = aMessage(2, { version: 3, deliveryStatus: 'delivered' })
  const sent = aMessage(2, { version: 2, deliveryStatus: 'sent' })
  for (const arrivals of [
    [sent, delivered],
    [delivered, sent],
  ]) {
    expect(mergeMessages(thread(1), arrivals).items.at(-1)?.deliveryStatus).toBe('delivered')
  }
})

test('messages are ordered by index', () => {
  expect(mergeMessages(thread(1), [aMessage(3), aMessage(2)]).items.map(({ index }) => index)).toEqual([1, 2, 3])
})

test('a message that arrives before its predecessor leaves a gap, which findHole reports', () => {
  expect(findHole(mergeMessages(thread(1, 2), [aMessage(5)]))).toBe(2)
  expect(findHole(thread(4, 5, 6))).toBeNull()
})

test('older messages are added on top, and report whether there are more', () => {
  const more = addOlder(thread(5, 6), { items: [aMessage(3), aMessage(4)], hasOlder: false })
  expect(more.items.map(({ index }) => index)).toEqual([3, 4, 5, 6])
  expect(more.hasOlder).toBe(false)
})
