import { afterEach, expect, test, vi } from 'vitest'
import { composerFocus } from './composer-focus.ts'
import { drafts } from './drafts.ts'

vi.mock('../../lib/api.ts', () => ({ api: { conversations: { saveDraft: async () => undefined } } }))

const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...init })
  document.body.dispatchEvent(event)
  return event
}

afterEach(() => {
  composerFocus.cancel()
  drafts.forgetAll()
})

test('keys typed before the composer has loaded go into it and trigger no shortcut', () => {
  const shortcut = vi.fn()
  addEventListener('keydown', shortcut)
  composerFocus.request('CH1')
  for (const key of ['H', 'e', 'y', 'Backspace', ' ', 'e']) expect(press(key).defaultPrevented).toBe(true)
  expect(shortcut).not.toHaveBeenCalled()

  const focus = vi.fn()
  const unregister = composerFocus.register('CH1', focus)
  expect(focus).toHaveBeenCalledOnce()
  expect(drafts.get('CH1').text).toBe('He e')
  press('e')
  expect(shortcut).toHaveBeenCalledOnce()
  removeEventListener('keydown', shortcut)
  unregister()
})

test('a composer on screen gets the focus at once; Escape and a press elsewhere cancel it', () => {
  const focus = vi.fn()
  const unregister = composerFocus.register('CH1', focus)
  composerFocus.request('CH1')
  expect(focus).toHaveBeenCalledOnce()
  unregister()
  for (const giveUp of [
    () => press('Escape'),
    () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
  ]) {
    composerFocus.request('CH1')
    giveUp()
    expect(press('a').defaultPrevented).toBe(false)
    composerFocus.register('CH1', focus)()
  }
  expect(focus).toHaveBeenCalledOnce()
})
