import type { ErrorCode } from '@frontdesk/contract/rules'
import { expect } from 'vitest'
import { ApiFailure } from './client.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Asserts that the request failed with this error code. */
    toFail: (code: ErrorCode | 'Unexpected') => R
  }
}

expect.extend({
  toFail(received: unknown, code: string) {
    const actual = received instanceof ApiFailure ? received.body.errorCode : undefined
    return {
      pass: actual === code,
      message: () =>
        `expected the request to fail with ${code}, but ${actual ? `it failed with ${actual}` : `it returned ${JSON.stringify(received)?.slice(0, 500)}`}`,
      actual,
      expected: code,
    }
  },
})
