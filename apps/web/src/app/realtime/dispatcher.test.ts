import type { RealtimeEvent } from '@frontdesk/contract/api'
import { expect, test, vi } from 'vitest'
import type { EventHandlers } from '../../lib/realtime/event-handlers.ts'
import { createDispatcher } from './dispatcher.ts'

const handlers = (): EventHandlers => ({
  'message.created': vi.fn(),
  'message.changed': vi.fn(),
  'conversation.changed': vi.fn(),
  'conversation.gone': vi.fn(),
  'thread.renumbered': vi.fn(),
  'bulk-action.changed': vi.fn(),
  'conversations.changed': vi.fn(),
  'team.changed': vi.fn(),
  'viewer.changed': vi.fn(),
  'scheduled-message.changed': vi.fn(),
  'draft.changed': vi.fn(),
  typing: vi.fn(),
  'subscription.changed': vi.fn(),
  'notices.changed': vi.fn(),
  'unread-mark.changed': vi.fn(),
  'account.changed': vi.fn(),
  'user.changed': vi.fn(),
  'preferences.changed': vi.fn(),
  'login.changed': vi.fn(),
  'presence.changed': vi.fn(),
  'presence.expired': vi.fn(),
  viewing: vi.fn(),
  'location.changed': vi.fn(),
  'notifications.changed': vi.fn(),
  'notification-preferences.changed': vi.fn(),
  'setting.changed': vi.fn(),
  'contact.changed': vi.fn(),
  'contact.note-changed': vi.fn(),
  'contact-import.changed': vi.fn(),
  'group.changed': vi.fn(),
  'group-message.changed': vi.fn(),
  'consent-review.changed': vi.fn(),
  'campaign.changed': vi.fn(),
  'automation.changed': vi.fn(),
  'booking.changed': vi.fn(),
  'payment.changed': vi.fn(),
})
const gone = (id: number): RealtimeEvent => ({
  type: 'conversation.gone',
  id: String(id),
  at: '2026-01-01T00:00:00.000Z',
  sid: `CH${String(id).padStart(32, '0')}`,
  version: null,
})

test('two hundred events of one frame are handled in order and written once', () => {
  const eventHandlers = handlers()
  const flush = vi.fn()
  const frames: (() => void)[] = []
  const dispatch = createDispatcher(eventHandlers, [{ flush }], (run) => frames.push(run))

  for (let id = 1; id <= 200; id += 1) dispatch([gone(id)])
  expect(frames).toHaveLength(1)
  expect(flush).not.toHaveBeenCalled()

  frames[0]?.()
  expect(flush).toHaveBeenCalledTimes(1)
  const ids = vi.mocked(eventHandlers['conversation.gone']).mock.calls.map(([event]) => Number(event.id))
  expect(ids).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})

test('pauses after a burst, but not after a single event', () => {
  vi.useFakeTimers()
  const flush = vi.fn()
  const dispatch = createDispatcher(handlers(), [{ flush }], (run) => run())

  dispatch([gone(1)])
  dispatch([gone(2)])
  expect(flush).toHaveBeenCalledTimes(2)

  dispatch([gone(3), gone(4), gone(5), gone(6), gone(7)])
  expect(flush).toHaveBeenCalledTimes(3)
  dispatch([gone(8)])
  vi.advanceTimersByTime(50)
  dispatch([gone(9)])
  expect(flush).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(20)
  expect(flush).toHaveBeenCalledTimes(4)

  dispatch(Array.from({ length: 500 }, (_, at) => gone(at + 10)))
  vi.advanceTimersByTime(20)
  dispatch([gone(600)])
  vi.advanceTimersByTime(240)
  expect(flush).toHaveBeenCalledTimes(6)
  vi.useRealTimers()
})

test('a kind that this page does not know yet is ignored', () => {
  const dispatch = createDispatcher(handlers(), [], (run) => run())
  expect(() => dispatch([{ ...gone(1), type: 'from the future' } as unknown as RealtimeEvent])).not.toThrow()
})
