import { DELIVERY_REASONS, DELIVERY_STATUSES, ERRORS, SEND_GATE_REASONS } from '@frontdesk/contract/rules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { expect, test } from 'vitest'
import { DELIVERY_REASON_TEXTS, DELIVERY_STATUS_TEXTS, GATE_REASON_TEXTS } from '../entities/message/delivery-texts.ts'
import { isUnreachable } from '../lib/error-code.ts'
import { ERROR_TEXTS, errorText } from '../lib/error-texts.ts'

test.each<[what: string, keys: readonly string[], texts: Record<string, MessageDescriptor>]>([
  ['error', Object.keys(ERRORS), ERROR_TEXTS],
  ['delivery reason', DELIVERY_REASONS, DELIVERY_REASON_TEXTS],
  ['delivery status', DELIVERY_STATUSES, DELIVERY_STATUS_TEXTS],
  ['gate reason', SEND_GATE_REASONS, GATE_REASON_TEXTS],
])('every %s has words in the catalog', (_what, keys, texts) => {
  for (const key of keys) {
    const descriptor = texts[key]
    const words = descriptor ? i18n._(descriptor) : ''
    expect(words.length).toBeGreaterThan(3)
    expect(words).not.toBe(descriptor?.id)
  }
})

const failure = (code: string, status: number, message = '') => Object.assign(new Error(message), { code, status })

test('our own text for a code takes precedence; the server’s is shown if it is more specific or we have none', () => {
  expect(errorText(failure('EmailTaken', 409, 'Something else'))).toContain('already has an account')
  expect(errorText(failure('PermissionNotFound', 404, 'Permission not found admin_fly'))).toBe(
    'Permission not found admin_fly',
  )
  expect(errorText(failure('OfANewerServer', 409, 'The printer is out of paper.'))).toBe('The printer is out of paper.')
})

test('an unexpected failure has a text from the catalog: what happened, what was kept and what to do next', () => {
  expect(errorText(new TypeError('Failed to fetch'))).toMatch(
    /^We can’t reach Frontdesk\. Nothing you entered is lost\./,
  )
  expect(errorText(failure('Unexpected', 500, 'Oops!'))).toMatch(
    /^Oops! Something went wrong\. Please give it another go! Nothing you entered is lost\..+request number\.$/,
  )
})

test('only requests that may not have arrived are repeated', () => {
  expect(isUnreachable(new TypeError('Failed to fetch'))).toBe(true)
  expect(isUnreachable(Object.assign(new Error(), { code: 'Unexpected', status: 503 }))).toBe(true)
  expect(isUnreachable(Object.assign(new Error(), { code: 'ServiceUnavailable', status: 503 }))).toBe(true)
  expect(isUnreachable(Object.assign(new Error(), { code: 'SendRefused', status: 422 }))).toBe(false)
  expect(isUnreachable(Object.assign(new Error(), { code: 'Forbidden', status: 403 }))).toBe(false)
})
