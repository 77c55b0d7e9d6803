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
      expect(parseKeyword(body, undefined, false)).toMatchObject({ keyword: 'stop', isAnsweredByCarrier: true })
    }
  },
)

test.each(['stop all', 'Opt out', 'opt-out', 'OPT-OUT.', 'ｓｔｏｐ'])('“%s” opts out', (body) => {
  expect(read(body)).toBe('stop')
})

test.each(['REMOVE', 'remove', ' Remove. '])('“%s” opts out, and the confirmation is ours to send', (body) => {
  expect(parseKeyword(body, undefined, false)).toMatchObject({ keyword: 'stop', isAnsweredByCarrier: false })
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

test.each([
  ['alto', 'es'],
  ['Parar', 'es'],
  ['BASTA!', 'es'],
  ['cancelar', 'es'],
  ['Baja.', 'es'],
  ['ARRÊT', 'fr'],
  ['arret', 'fr'],
  ['Arrêter', 'fr'],
  ['désabonner', 'fr'],
])('“%s” opts out, and is answered in its language', (body, language) => {
  expect(parseKeyword(body, undefined, false)).toEqual({ keyword: 'stop', isAnsweredByCarrier: false, language })
})

test.each([
  'STOP\n-- \nSent from my iPhone',
  'STOP\nSent from my iPhone',
  'Stop\n\nGet Outlook for Android',
  'STOP - Maria',
  'Stop\nMaria Lopez',
  'stop\n> 20 % off all week. Reply STOP to opt out.',
  '> 20 % off all week. Reply STOP to opt out.\nSTOP',
  'On Tue, Nov 3, 2026 Bella Dental wrote:\n> 20 % off all week\nSTOP',
  '“20 % off all week. Reply STOP to opt out.” Stop',
  'Stop\n\nOn Tue, Nov 3, 2026 at 9:00 AM Bella Dental wrote:\n20 % off all week',
  'stop stop stop',
  'STOP! STOP! STOP!',
  'STOPPPP',
  'stoooop',
  'stopstop',
  'opt  out',
  'STOP   ALL',
  'S\u200bTOP',
  '\ufeffstop\u2060',
  'ｓｔｏｐ',
])('%j opts out, and the confirmation is ours to send or the carrier’s', (body) => {
  expect(mayBeKeyword(body)).toBe(true)
  expect(read(body)).toBe('stop')
})

test('a carrier confirms only the word itself', () => {
  const isAnswered = (body: string) => parseKeyword(body, undefined, false).isAnsweredByCarrier
  expect(['Stop', 'STOP!', ' quit '].map(isAnswered)).toEqual([true, true, true])
  expect(
    ['STOP - Maria', 'STOP\n-- \nSent from my iPhone', 'stop stop', 'STOPPP', 'ｓｔｏｐ', 'S\u200bTOP', 'unsub'].map(
      isAnswered,
    ),
  ).toEqual(Array(7).fill(false))
})

test.each(['Cancel - Maria', 'End\nTuesday', 'Help\nMaria', 'Stop\nby at noon', 'Quit - Monday'])(
  '%j is not a keyword with a signature',
  (body) => {
    expect(read(body)).toBeNull()
  },
)

test('START and UNSTOP opt in, YES only after an opt-out', () => {
  expect([read('START'), read('unstop'), read('Start.')]).toEqual(['start', 'start', 'start'])
  expect([read('YES'), read('yes.'), read('YES', true), read('Yes!', true)]).toEqual([null, null, 'start', 'start'])
})

test('HELP and INFO request help', () => {
  for (const body of ['HELP', 'help?', 'Info']) {
    expect(parseKeyword(body, undefined, false)).toMatchObject({ keyword: 'help', isAnsweredByCarrier: false })
  }
  expect(['AYUDA', 'Aide'].map((body) => parseKeyword(body, undefined, false).language)).toEqual(['es', 'fr'])
})

test('the result of the carrier’s advanced opt-out takes precedence over the text', () => {
  expect(parseKeyword('ARRÊT', 'STOP', false)).toMatchObject({ keyword: 'stop', isAnsweredByCarrier: true })
  expect(parseKeyword('COMMENCER', 'START', true)).toMatchObject({ keyword: 'start', isAnsweredByCarrier: true })
  expect(parseKeyword('AIDE', 'HELP', false)).toMatchObject({ keyword: 'help', isAnsweredByCarrier: true })
})
