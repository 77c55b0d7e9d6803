import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { messages } from '../locales/en/messages.po'

i18n.loadAndActivate({ locale: 'en', messages })

// Expected elements appear or never do: a slow machine is not a failure.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and no media queries; the kit asks for both.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
// Text areas that grow measure themselves again once fonts are loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

let errors: unknown[][] = []
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  expect(errors, 'console.error was called').toEqual([])
})

// The next file of this worker gets its own instances of our modules, and of nothing else: loading jsdom, React and
// Mantine again for each file took five sixths of the time of this suite.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
