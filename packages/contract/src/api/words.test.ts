import { expect, test } from 'vitest'
import { words } from './words.ts'

test('invisible text counts as empty and is rejected where text is required', () => {
  expect(words().max(5).parse('\u200b\u2060')).toBe('')
  expect(words().max(5).parse(' \u200bx ')).toBe('\u200bx')
  expect(words().min(1).max(5).safeParse(' \u3164 ').success).toBe(false)
  expect(words().max(5).safeParse('123456').success).toBe(false)
})
