import { expect, test } from 'vitest'
import { wordingText } from './wording-text.ts'

test('the words of a text in a hidden conversation are not called missing', () => {
  expect(wordingText({ source: 'text', wording: 'STOP', message: null })).toBe('STOP')
  expect(wordingText({ source: 'text', wording: '', message: null })).toBe('In a conversation you can’t see')
  expect(wordingText({ source: 'phone-call', wording: '', message: null })).toBe('None recorded')
})
