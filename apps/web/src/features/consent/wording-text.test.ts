import { expect, test } from 'vitest'
import { wordingText } from './wording-text.ts'

test('the wording of a text that was deleted or is in a hidden conversation is not shown as missing', () => {
  expect(wordingText({ source: 'text', wording: 'STOP', message: null })).toBe('STOP')
  expect(wordingText({ source: 'text', wording: '', message: null })).toBe(
    'Deleted, or in a conversation you can’t see',
  )
  expect(wordingText({ source: 'phone-call', wording: '', message: null })).toBe('None recorded')
})
