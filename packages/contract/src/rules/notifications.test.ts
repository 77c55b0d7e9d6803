import { expect, test } from 'vitest'
import type { NotificationPreferences } from '../api/notifications.ts'
import { notificationRules } from './notifications.ts'

const preferences = (rest: Partial<NotificationPreferences> = {}): NotificationPreferences => ({
  timeZone: 'America/New_York',
  isSoundOn: true,
  quietHoursEnabled: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
  quietDays: [1, 2, 3, 4, 5, 6, 7],
  ...rest,
})
/** An instant by local time in New York. */
const local = (time: string) =>
  Temporal.PlainDateTime.from(time).toZonedDateTime('America/New_York').toInstant().toString()
const until = (time: string, rest: Partial<NotificationPreferences> = {}) => {
  const end = notificationRules.quietUntil(preferences(rest), local(time))
  return end && Temporal.Instant.from(end).toZonedDateTimeISO('America/New_York').toPlainDateTime().toString()
}

test('quiet hours overnight end the next morning', () => {
  expect(until('2026-06-10T21:59')).toBeNull()
  expect(until('2026-06-10T22:00')).toBe('2026-06-11T07:00:00')
  expect(until('2026-06-11T06:59')).toBe('2026-06-11T07:00:00')
  expect(until('2026-06-11T07:00')).toBeNull()
})

test('quiet days are those on which quiet hours begin', () => {
  // 2026-06-12 is a Friday.
  const weekend = { quietDays: [5, 6] }
  expect(until('2026-06-12T23:00', weekend)).toBe('2026-06-13T07:00:00')
  expect(until('2026-06-14T03:00', weekend)).toBe('2026-06-14T07:00:00')
  expect(until('2026-06-14T23:00', weekend)).toBeNull()
})

test('quiet hours within a day, all day and never', () => {
  const noon = { quietFrom: '12:00', quietUntil: '13:30' }
  expect(until('2026-06-10T12:30', noon)).toBe('2026-06-10T13:30:00')
  expect(until('2026-06-10T14:00', noon)).toBeNull()
  expect(until('2026-06-10T14:00', { quietFrom: '00:00', quietUntil: '00:00' })).toBe('2026-06-11T00:00:00')
  expect(until('2026-06-10T23:00', { quietHoursEnabled: false })).toBeNull()
})

test('quiet hours end at the same local time after a clock change', () => {
  expect(until('2026-03-07T23:00')).toBe('2026-03-08T07:00:00')
  expect(until('2026-11-01T01:30')).toBe('2026-11-01T07:00:00')
})

test('unchanged settings have their defaults; off on all channels means off', () => {
  expect(notificationRules.isOn([], 'desktop', 'new-message')).toBe(true)
  expect(notificationRules.isOnAnywhere([], 'new-message-others')).toBe(false)
  const settings = [{ notificationTypeID: 'email-new-message-others' as const, isEnabled: true }]
  expect(notificationRules.isOnAnywhere(settings, 'new-message-others')).toBe(true)
  expect(notificationRules.kindOfMessage('me', 'me')).toBe('new-message')
  expect(notificationRules.kindOfMessage('me', null)).toBe('new-message-unassigned')
  expect(notificationRules.kindOfMessage('me', 'you')).toBe('new-message-others')
})
