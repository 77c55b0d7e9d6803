import type { EventOf } from '@frontdesk/contract'
import { expect, test } from 'vitest'
import { aConversation, aMessage } from '../testing/a-conversation.ts'
import { deservesNoise } from './use-noise.ts'

const at = '2026-01-01T00:00:00.000Z'
const now = Date.parse(at)
const created = (rest: Partial<EventOf<'message.created'>> = {}): EventOf<'message.created'> => ({
  type: 'message.created',
  id: '1',
  at,
  conversation: aConversation(1),
  message: aMessage(1),
  ...rest,
})
const unwatched = () => false

test('a contact’s fresh message makes noise', () => {
  expect(deservesNoise(created(), now + 1000, unwatched)).toBe(true)
})

test('old ones, our own, those of a blocked number and those being looked at do not', () => {
  expect(deservesNoise(created(), now + 3 * 60_000 + 1, unwatched)).toBe(false)
  const ours = aMessage(1, { attributes: { type: 'text', isOutgoingMessage: true, seenBy: [] } })
  expect(deservesNoise(created({ message: ours }), now, unwatched)).toBe(false)
  const blocked = aConversation(1, {}, { contact: { ...aConversation(1).contact, isBlocked: true } })
  expect(deservesNoise(created({ conversation: blocked }), now, unwatched)).toBe(false)
  expect(deservesNoise(created(), now, () => true)).toBe(false)
})
