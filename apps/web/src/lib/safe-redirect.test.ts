import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test('redirects only to paths of this app', () => {
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
