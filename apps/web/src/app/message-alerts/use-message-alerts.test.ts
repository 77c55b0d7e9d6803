import type { EventOf } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { aConversation, aMessage } from '../../testing/a-conversation.ts'
import { shouldAlert, wantsAlert } from './use-message-alerts.ts'

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

test('a recent message of a contact alerts', () => {
  expect(shouldAlert(created(), now + 1000, unwatched)).toBe(true)
})

test('old messages, our own, those of a blocked number and those on screen do not alert', () => {
  expect(shouldAlert(created(), now + 3 * 60_000 + 1, unwatched)).toBe(false)
  const ours = aMessage(1, { attributes: { type: 'text', isOutgoingMessage: true, seenBy: [] } })
  expect(shouldAlert(created({ message: ours }), now, unwatched)).toBe(false)
  const blocked = aConversation(1, {}, { contact: { ...aConversation(1).contact, isBlocked: true } })
  expect(shouldAlert(created({ conversation: blocked }), now, unwatched)).toBe(false)
  expect(shouldAlert(created(), now, () => true)).toBe(false)
})

test('no alert when alerts are off, during quiet hours, or before either setting has loaded', () => {
  const me = '00000000-0000-4000-8000-00000000000a'
  const preferences = {
    timeZone: 'America/New_York',
    isSoundOn: true,
    quietHoursEnabled: false,
    quietFrom: '18:00',
    quietUntil: '08:00',
    quietDays: [1, 2, 3, 4, 5, 6, 7],
  }
  const event = { conversation: aConversation(1, { toUserID: null }) }
  const off = {
    notificationTypeID: 'desktop-new-message-unassigned' as const,
    configTypeID: 'desktop' as const,
    isEnabled: false,
  }
  expect(wantsAlert(event, me, { settings: [], preferences }, at, false)).toBe(true)
  expect(wantsAlert(event, me, { settings: [off], preferences }, at, false)).toBe(false)
  expect(wantsAlert(event, me, { settings: [off], preferences }, at, true)).toBe(true)
  const night = { ...preferences, quietHoursEnabled: true }
  expect(wantsAlert(event, me, { settings: [], preferences: night }, at, false)).toBe(false)
  expect(wantsAlert(event, me, { settings: undefined, preferences }, at, false)).toBe(false)
  const theirs = { conversation: aConversation(1, { toUserID: '00000000-0000-4000-8000-00000000000b' }) }
  expect(wantsAlert(theirs, me, { settings: [], preferences }, at, false)).toBe(false)
})
