import { expect, test } from 'vitest'
import { matchesTapback, parseTapback } from './tapback.ts'

test.each([
  ['Liked “See you at 2”', '👍', false, 'See you at 2'],
  ['Loved “A "quoted" word”', '❤️', false, 'A "quoted" word'],
  ['Laughed at “Two\nlines”', '😂', false, 'Two\nlines'],
  ['Emphasized "straight quotes"', '‼️', false, 'straight quotes'],
  ['Questioned “Really?”', '❓', false, 'Really?'],
  ['Disliked an image', '👎', false, null],
  ['Reacted 🎉 to “You are booked”', '🎉', false, 'You are booked'],
  ['Reacted 👨‍👩‍👧 to “Family”', '👨‍👩‍👧', false, 'Family'],
  ['\u200a👍🏽\u200b to “\u200aSee you\u200a”', '👍🏽', false, 'See you'],
  ['Removed a like from “See you at 2”', '👍', true, 'See you at 2'],
  ['Removed a 🎉 reaction from “You are booked”', '🎉', true, 'You are booked'],
])('%s is a reaction', (body, emoji, isRemoved, quoted) => {
  expect(parseTapback(body)).toEqual({ emoji, isRemoved, quoted })
})

test.each([
  'Liked it a lot',
  'I liked “See you at 2” very much',
  'Liked',
  '2 to “tango”',
  'Reacted to “nothing”',
  '👍',
  'Loved the new office “downtown” today',
  '',
])('%s is a text', (body) => {
  expect(parseTapback(body)).toBeNull()
})

test('the quoted message is matched by its text, also if truncated', () => {
  const meant = (body: string, text: string, hasMedia = false) => {
    const tapback = parseTapback(body)
    return tapback !== null && matchesTapback(tapback, { body: text, hasMedia })
  }
  expect(meant('Liked “See you at 2”', 'See  you at 2 ')).toBe(true)
  expect(meant('Liked “See you at 2”', 'See you at 2 or 3')).toBe(false)
  expect(meant('Liked “See you…”', 'See you at 2 or 3')).toBe(true)
  expect(meant('Liked an image', '', true)).toBe(true)
  expect(meant('Liked an image', 'words')).toBe(false)
})

test('a very long text that resembles a tapback is parsed quickly', () => {
  const started = performance.now()
  parseTapback(`Liked “${'“'.repeat(50_000)}`)
  parseTapback(`Removed a ${'👍'.repeat(50_000)} from`)
  parseTapback(`${'🎉'.repeat(50_000)} to`)
  expect(performance.now() - started).toBeLessThan(100)
})
