import { expect, test } from 'vitest'
import { isMeant, readTapback } from './tapback.ts'

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
  expect(readTapback(body)).toEqual({ emoji, isRemoved, quoted })
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
  expect(readTapback(body)).toBeNull()
})

test('the message that is meant is found by its words, also shortened ones', () => {
  const meant = (body: string, text: string, hasMedia = false) => {
    const tapback = readTapback(body)
    return tapback !== null && isMeant(tapback, { body: text, hasMedia })
  }
  expect(meant('Liked “See you at 2”', 'See  you at 2 ')).toBe(true)
  expect(meant('Liked “See you at 2”', 'See you at 2 or 3')).toBe(false)
  expect(meant('Liked “See you…”', 'See you at 2 or 3')).toBe(true)
  expect(meant('Liked an image', '', true)).toBe(true)
  expect(meant('Liked an image', 'words')).toBe(false)
})

test('a very long text that looks like one takes no time', () => {
  const started = performance.now()
  readTapback(`Liked “${'“'.repeat(50_000)}`)
  readTapback(`Removed a ${'👍'.repeat(50_000)} from`)
  readTapback(`${'🎉'.repeat(50_000)} to`)
  expect(performance.now() - started).toBeLessThan(100)
})
