import { expect, test } from 'vitest'
import { mayBeKeyword, parseKeyword } from './keywords.ts'

const read = (body: string, isOptedOut = false, optOutType?: string) =>
  parseKeyword(body, optOutType, isOptedOut).keyword

test.each(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])(
  'carriers act on %s by themselves, however it is written',
  (word) => {
    const lower = word.toLowerCase()
    for (const body of [
      word,
      lower,
      `${word[0]}${lower.slice(1)}.`,
      ` ${lower} \n`,
      `"${word}"`,
      `${word}!!!`,
      `🛑 ${word} 🛑`,
    ]) {
      expect(parseKeyword(body, undefined, false)).toEqual({ keyword: 'stop', isAnsweredByCarrier: true })
    }
  },
)

test.each(['stop all', 'Opt out', 'opt-out', 'OPT-OUT.', 'ｓｔｏｐ'])('“%s” opts out', (body) => {
  expect(read(body)).toBe('stop')
})

test.each(['REMOVE', 'remove', ' Remove. '])('“%s” opts out, and the confirmation is ours to send', (body) => {
  expect(parseKeyword(body, undefined, false)).toEqual({ keyword: 'stop', isAnsweredByCarrier: false })
})

test.each([
  'Please stop by at noon',
  'stop it',
  'Can I cancel my appointment?',
  'cancel my appointment',
  'The end',
  'weekend',
  'stopping',
  'remove it',
  'S T O P',
  'st op',
  'quit 2',
  '',
  '   ',
  '👍',
  '7',
])('“%s” is not a keyword', (body) => {
  expect(read(body)).toBeNull()
  expect(mayBeKeyword(body)).toBe(false)
})

test('START and UNSTOP opt in, YES only after an opt-out', () => {
  expect([read('START'), read('unstop'), read('Start.')]).toEqual(['start', 'start', 'start'])
  expect([read('YES'), read('yes.'), read('YES', true), read('Yes!', true)]).toEqual([null, null, 'start', 'start'])
})

test('HELP and INFO request help', () => {
  for (const body of ['HELP', 'help?', 'Info']) {
    expect(parseKeyword(body, undefined, false)).toEqual({ keyword: 'help', isAnsweredByCarrier: false })
  }
})

test('the result of the carrier’s advanced opt-out takes precedence over the text', () => {
  expect(parseKeyword('ARRÊT', 'STOP', false)).toEqual({ keyword: 'stop', isAnsweredByCarrier: true })
  expect(parseKeyword('COMMENCER', 'START', true)).toEqual({ keyword: 'start', isAnsweredByCarrier: true })
  expect(parseKeyword('AIDE', 'HELP', false)).toEqual({ keyword: 'help', isAnsweredByCarrier: true })
})
