import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test('only paths of our own are places to go back to', () => {
  expect(safeRedirect('/conversations/CH1?tab=closed')).toBe('/conversations/CH1?tab=closed')
  for (const bad of [
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    'javascript:alert(1)',
    '/logout',
    undefined,
  ]) {
    expect(safeRedirect(bad)).toBe('/')
  }
})
