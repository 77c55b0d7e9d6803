import { expect, test } from 'vitest'
import { findMentionable, mentionAt } from './mention-search.ts'

test.each([
  ['@', { term: '', from: 0 }],
  ['Ask @Ma', { term: 'Ma', from: 4 }],
  ['Ask @Marcus Le', { term: 'Marcus Le', from: 4 }],
  ['Ask\n@Zoë', { term: 'Zoë', from: 4 }],
  ['mail@example', null],
  ['Ask @Marcus Lee about', null],
  ['Ask Marcus', null],
])('finds the mention in “%s”', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention)
})

test('matches any word of a name', () => {
  const people = ['Marcus Lee', 'Sofia Reyes', 'Lena Marsh'].map((userName) => ({ userName }))
  expect(findMentionable(people, 'mar').map(({ userName }) => userName)).toEqual(['Marcus Lee', 'Lena Marsh'])
  expect(findMentionable(people, 'sofia r').map(({ userName }) => userName)).toEqual(['Sofia Reyes'])
  expect(findMentionable(people, '')).toHaveLength(3)
})
